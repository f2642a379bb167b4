/** Every tool of this server, in the order a model sees them. A new tool is one file and one line here. */
import { abilityTaskCreate } from "./ability-task-create.ts";
import { abilityTaskRun } from "./ability-task-run.ts";
import { completeIntent } from "./complete-intent.ts";
import { findAbilities } from "./find-abilities.ts";
import { findDocuments } from "./find-documents.ts";
import { listIntents } from "./list-intents.ts";
import { proposeIntent } from "./propose-intent.ts";
import { recordLesson } from "./record-lesson.ts";
import { requestScopeExpansion } from "./request-scope-expansion.ts";
import { selectActiveIntent } from "./select-active-intent.ts";
import type { McpTool } from "./tool.ts";
import { why } from "./why.ts";

export const toolList: readonly McpTool[] = [
  selectActiveIntent,
  listIntents,
  proposeIntent,
  requestScopeExpansion,
  recordLesson,
  completeIntent,
  why,
  findAbilities,
  abilityTaskCreate,
  abilityTaskRun,
  findDocuments,
];
