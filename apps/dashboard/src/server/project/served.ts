/** What the views of the page are made from. */
import type { Workspace } from "@intentgate/gate";
import type { HealthView } from "../../api/hooks.ts";
import type { CallList } from "./call-list.ts";
import type { ChainState } from "./chain-state.ts";
import type { FileCoverage } from "./file-coverage.ts";
import type { LedgerRows } from "./ledger-rows.ts";
import type { News } from "./news.ts";
import type { Overlaps } from "./overlaps.ts";
import type { Presence } from "./presence.ts";
import type { ProjectTree } from "./project-tree.ts";

export interface Served {
  workspace: Workspace;
  /** Who answers: as other doors name the same person. */
  person: string;
  news: News;
  presence: Presence;
  calls: CallList;
  rows: LedgerRows;
  chain: ChainState;
  tree: ProjectTree;
  coverage: FileCoverage;
  overlaps: Overlaps;
  /** What `intentgate doctor` finds. */
  examine(): Promise<HealthView["findings"]>;
}
