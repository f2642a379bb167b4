/** Every tool of this server, in the order a model sees them. A new tool is one file and one line here. */
import { abilityTaskCreate, abilityTaskRun, findAbilities, findDocuments } from "./ability-tools.ts";
import {
  completeIntent,
  listIntents,
  proposeIntent,
  recordLesson,
  requestScopeExpansion,
  selectActiveIntent,
} from "./intent-tools.ts";
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
