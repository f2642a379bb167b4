/** *Hooks*: the project's own checks, how they fare, and whether a person trusts them. */
import type { HookCard, HooksView } from "../../../api/hooks.ts";
import { Command, Empty, Loading, Notice, Problems, ViewHead } from "../../parts/pieces.tsx";
import { Split } from "../../parts/split.tsx";
import { get } from "../../state/client.ts";
import { route, setQuery } from "../../state/place.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { counted } from "../../words/time-words.ts";
import { HookDetails } from "./hook-details.tsx";
import { HookLine } from "./hook-line.tsx";
import { WaitingActions } from "./waiting-actions.tsx";

export function HooksPage() {
  const { item } = route.value;
  const open = item === "" ? (route.value.query.hook ?? "") : item;
  const hooks = useAnswer<HooksView>("hooks", (signal) => get("/api/hooks", { signal }), ["hooks"]);
  const all = hooks.value?.hooks ?? [];
  const chosen = all.find((hook) => hook.id === open) ?? null;
  return (
    <div class="view fills">
      <Split
        label={chosen ? chosen.id : "Hook"}
        flows
        open={chosen ? open : ""}
        onClose={() => setQuery({ hook: "" })}
        details={chosen && <HookDetails key={chosen.id} hook={chosen} onTrusted={hooks.reload} />}
      >
        <ViewHead title="Hooks" />
        <div class="flow">
          <Problems problems={hooks.problems} />
          {hooks.value === null && hooks.problems.length === 0 && <Loading />}
          {hooks.value && all.length === 0 && <None />}
          {all.length > 0 && (
            <>
              <Waiting hooks={all} />
              <ul class="panel list hooks">
                {all.map((hook) => (
                  <li key={`${hook.id} ${hook.file}`}>
                    <HookLine hook={hook} isOpen={hook.id === open} onOpen={() => setQuery({ hook: hook.id })} />
                  </li>
                ))}
              </ul>
            </>
          )}
          {hooks.value && hooks.value.actions.length > 0 && <WaitingActions actions={hooks.value.actions} />}
        </div>
      </Split>
    </div>
  );
}

function Waiting({ hooks }: { hooks: readonly HookCard[] }) {
  const untrusted = hooks.filter((hook) => hook.state === "readable" && hook.enabled && hook.trust !== "trusted");
  if (untrusted.length === 0) return null;
  const blocking = untrusted.some((hook) => hook.state === "readable" && hook.blocking);
  return (
    <div class="notices">
      <Notice tone="warn" icon="alert">
        {counted(untrusted.length, "hook")} {untrusted.length === 1 ? "does" : "do"} not run until you have looked at{" "}
        {untrusted.length === 1 ? "it" : "them"} and trust {untrusted.length === 1 ? "it" : "them"}.
        {blocking && " What a blocking one would check is refused meanwhile."}
      </Notice>
    </div>
  );
}

function None() {
  return (
    <Empty icon="hooks" title="No hooks are declared">
      <p>A hook is a script of this project that runs on an event: it can check a tool call, say no, or add advice.</p>
      <Command text="intentgate hooks new check_names --event PreAbilityCall" />
    </Empty>
  );
}
