/** Records are ordered by time where nothing else orders them; a clock that jumped back makes a mess of that. */
import { ago } from "../terminal/elapsed.ts";
import { bad, type Check, ok, type Patient, warning } from "./finding.ts";

const TOLERATED_MS = 5 * 60_000;
/** No computer that runs this can be older. */
const EARLIEST = Date.UTC(2026, 0, 1);

export const clock: Check<Patient> = {
  name: "clock",
  look({ root, now }) {
    const stamps = [...root.store.ledger.newest(1), ...root.store.decisions.newest(1)].map((one) => one.timestamp);
    return [judge(now, stamps)];
  },
};

export function judge(now: Date, stamps: readonly string[]) {
  if (now.getTime() < EARLIEST)
    return bad(`the clock says ${now.toISOString()}`, "Set the clock: approvals and pauses run out by it.");
  const newest = stamps
    .filter((one) => Date.parse(one) - now.getTime() > TOLERATED_MS)
    .sort()
    .at(-1);
  if (newest)
    return warning(
      `the newest entry is from the future (${newest}); the clock seems to have been set back`,
      "Set the clock: approvals and pauses run out by it.",
    );
  const last = [...stamps].sort().at(-1);
  return ok(last ? `the newest entry is from ${ago(last, now)}` : now.toISOString());
}
