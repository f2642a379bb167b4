/** Navigation: a column where there is room, a bar at the bottom where there is not. */
import { Icon, IconButton } from "../parts/icon.tsx";
import { connection } from "../state/live.ts";
import { route } from "../state/place.ts";
import { linkTo } from "../state/route.ts";
import { isDark, switchTheme } from "../state/theme.ts";
import { viewList } from "./view-list.ts";

export function SideBar({ waiting, root, onHelp }: { waiting: number; root: string; onHelp(): void }) {
  const { view } = route.value;
  const folder = root.split(/[\\/]/).filter(Boolean).at(-1) ?? "";
  return (
    <header class="side">
      <div class="brand">
        <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="#4f5bd5" />
          <path
            d="M9 23V12a7 7 0 0 1 14 0v11M9 17h14M16 17v6"
            fill="none"
            stroke="#fff"
            stroke-width="2.4"
            stroke-linecap="round"
          />
        </svg>
        <div class="brand-words">
          <div class="brand-name">Intentgate</div>
          <div class="brand-root" title={root}>
            {folder}
          </div>
        </div>
      </div>
      <nav class="nav" aria-label="Views">
        {viewList.map((one) => (
          <a key={one.view} href={linkTo(one.view)} aria-current={one.view === view ? "page" : undefined}>
            <Icon name={one.icon} />
            <span>{one.name}</span>
            {one.view === "now" && waiting > 0 && (
              <span class="nav-count">
                {waiting}
                <span class="unseen"> waiting for you</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="side-foot">
        <span class={`link-state ${connection.value}`}>
          <span class="link-dot" />
          {states[connection.value]}
        </span>
        <IconButton icon="keys" label="Keys" class="icon-button wide-only" title="Keys (?)" onClick={onHelp} />
        <IconButton
          icon={isDark() ? "sun" : "moon"}
          label={isDark() ? "Use the light theme" : "Use the dark theme"}
          onClick={switchTheme}
        />
      </div>
    </header>
  );
}

const states = { connecting: "Connecting", live: "Live", lost: "Not connected" } as const;
