/** Every prompt of this server. A new one is one file and one line here. */
import type { McpPrompt } from "./prompt.ts";
import { explainLine } from "./prompts/explain-line.ts";
import { startWork } from "./prompts/start-work.ts";

export const promptList: readonly McpPrompt[] = [startWork, explainLine];
