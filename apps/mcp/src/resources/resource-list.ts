/** Every resource of this server. A new one is one file and one line here. */
import { intentMap } from "./intent-map.ts";
import { intents } from "./intents.ts";
import { ledgerTail } from "./ledger-tail.ts";
import { policySummary } from "./policy-summary.ts";
import type { McpResource } from "./resource.ts";

export const resourceList: readonly McpResource[] = [intents, intentMap, ledgerTail, policySummary];
