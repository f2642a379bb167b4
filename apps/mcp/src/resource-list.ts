/** Every resource of this server. A new one is one file and one line here. */
import type { McpResource } from "./resource.ts";
import { intentMap } from "./resources/intent-map.ts";
import { intents } from "./resources/intents.ts";
import { ledgerTail } from "./resources/ledger-tail.ts";
import { policySummary } from "./resources/policy-summary.ts";

export const resourceList: readonly McpResource[] = [intents, intentMap, ledgerTail, policySummary];
