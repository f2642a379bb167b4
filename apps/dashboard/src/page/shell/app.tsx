/** The frame around every view: navigation, keys, toasts, and what is told to screen readers. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import { Command, Empty } from "../parts/pieces.tsx";
import { Toasts } from "../parts/toasts.tsx";
import { createKeyReader, keyHelp } from "../state/key-strokes.ts";
import { news, useNow } from "../state/now-state.ts";
import { go, route } from "../state/place.ts";
import { switchTheme } from "../state/theme.ts";
import { askToStop, StopDialog } from "../views/now/stop-dialog.tsx";
import { SideBar } from "./side-bar.tsx";
import { viewList } from "./view-list.ts";

export function App() {
  const now = useNow();
  const [help, setHelp] = useState(false);
  const { view, item } = route.value;
  useKeys(() => setHelp(true));
  useHeadingFocus(view, item);

  if (now.failed === 401 || now.failed === 403) return <NotKnown />;
  const Page = viewList.find((one) => one.view === view)?.page;
  return (
    <div class="app">
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <SideBar waiting={now.value?.approvals.length ?? 0} root={now.value?.root ?? ""} onHelp={() => setHelp(true)} />
      <main id="main" class="main" tabIndex={-1} data-scroller>
        {Page && <Page key={view} />}
      </main>
      <Toasts />
      <p class="unseen" aria-live="assertive">
        {news.value}
      </p>
      <StopDialog />
      {help && <KeysHelp onClose={() => setHelp(false)} />}
    </div>
  );
}

/** No link: the address behind # is the route. */
function skip(): void {
  document.getElementById("main")?.focus();
}

/** A server that was started anew has another key, and another name. */
function NotKnown() {
  return (
    <main class="gate-screen">
      <h1 class="unseen">Intentgate</h1>
      <Empty icon="shield" title="This browser is not let in">
        <p>Open the address that Intentgate printed in the terminal. Start it again if it is gone:</p>
        <Command text="intentgate serve --open" />
      </Empty>
    </main>
  );
}

/** A new view is told to screen readers by its heading. */
function useHeadingFocus(view: string, item: string): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const inMain = document.activeElement?.closest(".main") ?? null;
    if (inMain?.contains(document.activeElement) && document.activeElement?.closest("[data-list]")) return;
    document.querySelector<HTMLElement>(".main h1")?.focus({ preventScroll: true });
  }, [view, item]);
}

function useKeys(showHelp: () => void): void {
  useEffect(() => {
    const read = createKeyReader();
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector("dialog[open]")) return;
      const { key } = event;
      const typing = isTyping(event.target);
      const stroke = read({ key, held: event.ctrlKey || event.metaKey || event.altKey, typing }, event.timeStamp);
      if (stroke?.kind === "go") go(stroke.view);
      else if (stroke?.kind === "help") showHelp();
      else if (stroke?.kind === "theme") switchTheme();
      else if (stroke?.kind === "stop") askToStop("all");
      else if (stroke?.kind === "search") document.querySelector<HTMLElement>(".main [data-search]")?.focus();
      else if ((key === "j" || key === "k") && !typing)
        document.querySelector<HTMLElement>(".main [data-list]")?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}

/** The list of keys. */
function KeysHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" wide onClose={onClose}>
      <div class="keys-help">
        {keyHelp.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <ul>
              {group.keys.map(({ keys, does }) => (
                <li key={does}>
                  <span class="keys">
                    {keys.map((key, at) => (
                      <>
                        {at > 0 && " "}
                        <kbd>{key}</kbd>
                      </>
                    ))}
                  </span>
                  <span>{does}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
