/** The ledger must be what was written: its newest part at every visit, all of it with --full. Decisions must be readable. */
import { constants, lstatSync } from "node:fs";
import { join } from "node:path";
import { pastedWord } from "@intentgate/documents";
import { checkLedger, type Store } from "@intentgate/sidecar";
import { formatFinding, isAlarm, isRecordIntact, type TraceRecord } from "@intentgate/trace";
import { count, oneLine } from "../terminal/one-line.ts";
import { bad, type Check, type Finding, ok, type Patient } from "./finding.ts";
import { may } from "./sidecar.ts";

const NEWEST = 500;
const SHOWN = 5;
const remedy =
  "`intentgate trace verify` shows all that does not fit. The ledger is not mended by itself: compare it with a backup.";

export const ledger: Check<Patient> = {
  name: "ledger",
  async look({ root, full }) {
    const file = join(root.sidecar, "agent_trace.jsonl");
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found && (!found.isFile() || !may(file, constants.W_OK))) {
      return [
        bad(
          `${file} cannot be written to, so changes cannot be recorded`,
          `Make it a regular file of yours: \`chmod u+w ${pastedWord(file)}\`.`,
        ),
      ];
    }
    return full ? whole(root) : newest(root.store.ledger);
  },
};

async function whole(root: Patient["root"]): Promise<Finding[]> {
  const check = await checkLedger(root);
  const alarms = check.findings.filter(isAlarm);
  if (alarms.length === 0) return [ok(`${count(check.records, "record")} checked, sound: the whole ledger`)];
  return some(alarms.map(formatFinding));
}

/** The records that can be read from the end: each intact, each following its predecessor, none behind its head. */
function newest(store: Store["ledger"]): Finding[] {
  let seen = lookAtEnd(store);
  // A record that another process adds between two readings looks wrong only once.
  if (seen.wrong.length > 0) seen = lookAtEnd(store);
  if (seen.wrong.length > 0) return some(seen.wrong);
  if (seen.count === 0) return [ok("nothing was changed through the gate yet")];
  return [ok(`${count(seen.count, "newest record")} checked, sound${seen.isWhole ? "" : "; --full checks all"}`)];
}

function lookAtEnd(store: Store["ledger"]): { count: number; isWhole: boolean; wrong: string[] } {
  const ends = { heads: bySession(store.heads()), listed: bySession(store.listedEnds().heads) };
  const records = store.newest(NEWEST);
  const isWhole = records.length < NEWEST;
  return { count: records.length, isWhole, wrong: newestProblems(records, ends, isWhole) };
}

type Ends = ReadonlyMap<string, { seq: number; hash: string }>;

function bySession(heads: readonly { session: string; seq: number; hash: string }[]): Ends {
  return new Map(heads.map((head) => [head.session, head]));
}

/** `isWhole`: there are no older records, so a session that a head knows must be among these. */
export function newestProblems(
  records: readonly TraceRecord[],
  { heads, listed }: { heads: Ends; listed: Ends },
  isWhole: boolean,
): string[] {
  const last = new Map<string, TraceRecord["integrity"]>();
  const wrong: string[] = [];
  for (const record of records) {
    const { session, seq, prev, hash } = record.integrity;
    const before = last.get(session);
    if (!isRecordIntact(record)) wrong.push(`record ${record.id} was changed after it was written`);
    if (before && (seq !== before.seq + 1 || prev !== before.hash)) {
      wrong.push(`record ${record.id} does not follow the one before it`);
    }
    last.set(session, { session, seq, prev, hash });
  }
  for (const [session, head] of [...heads, ...listed]) {
    const end = last.get(session);
    if (!end && isWhole) wrong.push(`the records of session ${oneLine(session, 60)} are gone`);
    if (end && (head.seq > end.seq || (head.seq === end.seq && head.hash !== end.hash))) {
      wrong.push(`the end of session ${oneLine(session, 60)} is missing or was replaced`);
    }
  }
  for (const session of last.keys())
    if (!heads.has(session))
      wrong.push(`no head is kept for session ${oneLine(session, 60)}, so its end is not certain`);
  return [...new Set(wrong)]; // heads and list often say the same
}

function some(wrong: readonly string[]): Finding[] {
  const more = wrong.length > SHOWN ? [`… and ${wrong.length - SHOWN} more`] : [];
  return [bad(["the ledger is not what was written", ...wrong.slice(0, SHOWN), ...more].join("\n"), remedy)];
}

export const decisionsFile: Check<Patient> = {
  name: "decisions",
  look({ root }) {
    const file = join(root.sidecar, "decisions.jsonl");
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!found) return [ok("nothing was decided here yet")];
    if (!found.isFile())
      return [
        bad(`${file} is not a regular file, so every change is refused`, "Move it away; a new one is begun by itself."),
      ];
    if (!may(file, constants.W_OK))
      return [
        bad(`${file} cannot be written to, so every change is refused`, `Run \`chmod 600 ${pastedWord(file)}\`.`),
      ];
    if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
      return [
        bad(
          "decisions.jsonl can be read by other users; it holds what agents were asked to do",
          `Run \`chmod 600 ${pastedWord(file)}\`.`,
        ),
      ];
    }
    return [ok("decisions.jsonl is private and can be written")];
  },
};
