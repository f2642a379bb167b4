/** The runs of event hooks that `.system/logs/hooks.log` still knows, newest first. */

import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { linesFromEnd } from "@intentgate/world";

export interface LoggedRun {
  at: string;
  hook: string;
  event: string;
  session: string;
  outcome: string;
  message: string;
  ms: number | null;
}

const OLDER = [1, 2, 3];

/** Read only as far as it is taken. Lines that tell of no run are passed over. */
export function* loggedRuns(root: string): Generator<LoggedRun> {
  const folder = join(root, ".system", "logs");
  for (const name of ["hooks.log", ...OLDER.map((number) => `hooks.${number}.log`)])
    for (const line of linesFromEnd(join(folder, name))) {
      const run = readRun(line);
      if (run) yield run;
    }
}

/** A handler that may write there could put anything into it. */
function readRun(line: string): LoggedRun | null {
  const { timestamp, hook, event, session, outcome, message, ms } = jsonFields(line);
  if (![timestamp, hook, event, outcome].every((one) => typeof one === "string")) return null;
  return {
    at: timestamp as string,
    hook: hook as string,
    event: event as string,
    session: typeof session === "string" ? session : "",
    outcome: outcome as string,
    message: typeof message === "string" ? message : "",
    ms: typeof ms === "number" && Number.isFinite(ms) ? ms : null,
  };
}
