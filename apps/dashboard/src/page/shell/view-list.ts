/** Every view: its name, its icon, and the component that shows it. */
import type { FunctionComponent } from "preact";
import type { IconName } from "../parts/icon.tsx";
import type { View } from "../state/route.ts";
import { CodePage } from "../views/code/code-page.tsx";
import { HealthPage } from "../views/health/health-page.tsx";
import { HooksPage } from "../views/hooks/hooks-page.tsx";
import { IntentsPage } from "../views/intents/board.tsx";
import { MapPage } from "../views/map/map-page.tsx";
import { NowPage } from "../views/now/now-page.tsx";
import { TracePage } from "../views/trace/trace-page.tsx";

export const viewList: readonly { view: View; name: string; icon: IconName; page: FunctionComponent }[] = [
  { view: "now", name: "Now", icon: "now", page: NowPage },
  { view: "intents", name: "Intents", icon: "intents", page: IntentsPage },
  { view: "trace", name: "Trace", icon: "trace", page: TracePage },
  { view: "code", name: "Code", icon: "code", page: CodePage },
  { view: "map", name: "Map", icon: "map", page: MapPage },
  { view: "hooks", name: "Hooks", icon: "hooks", page: HooksPage },
  { view: "health", name: "Health", icon: "health", page: HealthPage },
];
