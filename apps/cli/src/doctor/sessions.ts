/** Sessions that cannot work: under an intent that is not there, or stopped after refusals, or damaged; and calls that never ended. */
import { pastedWord } from "@intentgate/documents";
import { deadCalls } from "@intentgate/gate";
import { isCircuitOpen, isOpen } from "@intentgate/policy";
import { liveSessions, stopLimit } from "@intentgate/sidecar";
import { count, oneLine } from "../terminal/one-line.ts";
import { type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

export const sessionStates: Check<Patient> = {
  name: "sessions",
  look({ root, workspace }) {
    const read = root.store.intents.read();
    const live = liveSessions(workspace);
    const limit = stopLimit(workspace);
    const findings: Finding[] = [];
    for (const session of live) {
      const id = oneLine(session.id, 60);
      const word = pastedWord(session.id);
      const intent = session.intent && read.ok ? read.value.intents.get(session.intent.id) : undefined;
      if (session.intent && read.ok && !intent) {
        findings.push(
          warning(
            `session ${id} works under ${oneLine(session.intent.id, 60)}, which is not in the intents file`,
            `Give it another: \`intentgate use INT-… --session ${word}\`.`,
          ),
        );
      } else if (intent && !isOpen(intent)) {
        findings.push(
          warning(
            `session ${id} works under ${intent.id}, which is ${intent.archived ? "archived" : intent.status}`,
            `Reopen it, or give the session another: \`intentgate use INT-… --session ${word}\`.`,
          ),
        );
      }
      if (isCircuitOpen(session, limit)) {
        findings.push(
          warning(
            `session ${id} was stopped after ${session.denialsInARow} refusals in a row`,
            `See what it tried (\`intentgate decisions --session ${word}\`), then \`intentgate session reset ${word}\`.`,
          ),
        );
      }
    }
    return findings.length > 0 ? findings : [ok(`${count(live.length, "session")} at work`)];
  },
};

export const deadCallsCheck: Check<Patient> = {
  name: "interrupted calls",
  async look({ root, workspace, fix }) {
    const dead = root.store.sessions
      .list()
      .flatMap((session) => deadCalls(session).map((call) => ({ session: session.id, call })));
    if (dead.length === 0) return [ok("no call was cut off")];
    if (fix)
      return [ok(`${count(await workspace.settle(), "interrupted call")} settled: what they changed is in the ledger`)];
    const tools = dead
      .slice(0, 3)
      .map(({ session, call }) => `${oneLine(call.tool, 40)} of session ${oneLine(session, 40)}`);
    const message = `${count(dead.length, "call")} never ended, as the process was stopped: ${tools.join(", ")}`;
    return [
      warning(message, "Record what they changed: `intentgate doctor --fix`. The session's next call does it too."),
    ];
  },
};
