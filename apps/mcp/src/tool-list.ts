/** Every tool of this server, in the order a model sees them. A new tool is one file and one line here. */
import type { McpTool } from "./tool.ts";
import { abilityTaskCreate } from "./tools/ability-task-create.ts";
import { abilityTaskRun } from "./tools/ability-task-run.ts";
import { completeIntent } from "./tools/complete-intent.ts";
import { findAbilities } from "./tools/find-abilities.ts";
import { findDocuments } from "./tools/find-documents.ts";
import { listIntents } from "./tools/list-intents.ts";
import { proposeIntent } from "./tools/propose-intent.ts";
import { recordLesson } from "./tools/record-lesson.ts";
import { requestScopeExpansion } from "./tools/request-scope-expansion.ts";
import { selectActiveIntent } from "./tools/select-active-intent.ts";
import { why } from "./tools/why.ts";

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
