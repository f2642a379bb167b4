/** Every prompt of this server. A new one is one file and one line here. */
import { explainLine } from "./explain-line.ts";
import type { McpPrompt } from "./prompt.ts";
import { startWork } from "./start-work.ts";

export const promptList: readonly McpPrompt[] = [startWork, explainLine];
