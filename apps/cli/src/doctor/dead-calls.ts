import { deadCalls } from "@intentgate/gate";
import { count, oneLine } from "../terminal/one-line.ts";
import { type Check, ok, type Patient, warning } from "./finding.ts";

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
