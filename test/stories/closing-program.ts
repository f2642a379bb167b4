/** Run as a user whom modes bind: takes an intent, makes the calls it was given and prints what came of each. */
import type { CallAnswer } from "@intentgate/engine";
import { openWorkspace } from "@intentgate/gate";

const [repo = "", home = "", stateDir = "", ...commands] = process.argv.slice(2);
const workspace = openWorkspace(repo, { stateDir, userHome: home, now: () => new Date("2026-03-01T12:00:00Z") });

async function call(tool: string, input: object): Promise<CallAnswer> {
  const session = { id: "s1", host: "story", model: "model-x" };
  return workspace.run({ tool, input, session, askApproval: async () => true });
}

await call("select_active_intent", { intent_id: "INT-001" });
const answers: CallAnswer[] = [];
for (const command of commands) answers.push(await call("execute_command", { command }));
const rows = answers.map(({ invocationId }) => workspace.home.store.decisions.of(invocationId));
const records = workspace.home.store.ledger.newest(100);
process.stdout.write(JSON.stringify({ answers, rows, records }));
