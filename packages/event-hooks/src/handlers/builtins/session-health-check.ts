/** At the start of a session: whether the gate can do its work here, and what waits for a person. */
import { formatProblem, ProblemError, plainLine } from "@intentgate/documents";
import type { LedgerHead, LedgerStore } from "@intentgate/sidecar";
import { isRecordIntact, type TraceRecord } from "@intentgate/trace";
import type { Builtin, BuiltinPorts } from "./builtin.ts";

interface Finding {
  level: "info" | "warn" | "error";
  message: string;
}

const NEWEST = 100;
const SHOWN = 5;

export const sessionHealthCheck: Builtin = (event, ports) => {
  const found = [
    ...looked(() => rulesFindings(ports)),
    ...looked(() => ledgerFindings(ports.store.ledger)),
    ...looked(() => sessionFindings(ports, event.session_id)),
    ...looked(() => waitingFindings(ports)),
    ...looked(() => trustFindings(ports)),
  ];
  const told = found.filter(({ level }) => level !== "info");
  const logs = told.length === 0 ? [{ level: "info" as const, message: "The gate is in order." }] : found;
  return { logs, messages_to_user: told.map(({ message }) => message) };
};

/** What cannot be read is a finding; the other looks go on. */
function looked(look: () => Finding[]): Finding[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map((one) => bad(formatProblem(one)));
    throw error;
  }
}

function bad(message: string): Finding {
  return { level: "error", message: plainLine(message, 500) };
}

function rulesFindings({ rules }: BuiltinPorts): Finding[] {
  const read = rules();
  return read.ok ? [] : read.problems.slice(0, SHOWN).map((one) => bad(`${formatProblem(one)} ${one.remedy}`));
}

/** The newest records: each as it was written, each after its predecessor, none behind what is known of its session's end. */
function ledgerFindings(ledger: LedgerStore): Finding[] {
  // First: a record that is added meanwhile is no contradiction to what was known before.
  const ends = ledger.listedEnds().heads;
  const records = ledger.newest(NEWEST);
  const wrong = wrongRecords(records, ends, records.length < NEWEST);
  if (wrong.length === 0) return [];
  const more = wrong.length > SHOWN ? `, and ${wrong.length - SHOWN} more` : "";
  const what = wrong.slice(0, SHOWN).join(", ");
  return [bad(`The ledger is not what was written: ${what}${more}. Run \`intentgate trace verify\`.`)];
}

function wrongRecords(records: readonly TraceRecord[], ends: readonly LedgerHead[], isWhole: boolean): string[] {
  const last = new Map<string, TraceRecord["integrity"]>();
  const wrong: string[] = [];
  for (const record of records) {
    const { integrity } = record;
    const before = last.get(integrity.session);
    if (!isRecordIntact(record)) wrong.push(`record ${record.id} was changed`);
    else if (before && (integrity.seq !== before.seq + 1 || integrity.prev !== before.hash)) {
      wrong.push(`record ${record.id} does not follow the one before it`);
    }
    last.set(integrity.session, integrity);
  }
  for (const { session, seq, hash } of ends) {
    const end = last.get(session);
    const isCut = end ? end.seq < seq || (end.seq === seq && end.hash !== hash) : isWhole;
    if (isCut) wrong.push(`the end of session ${plainLine(session, 60)} is missing or was replaced`);
  }
  return wrong;
}

function sessionFindings({ store }: BuiltinPorts, session: string): Finding[] {
  const { damaged } = store.sessions.read(session);
  if (damaged === 0) return [];
  const lines = damaged === 1 ? "A line" : `${damaged} lines`;
  return [{ level: "warn", message: `${lines} of this session's journal cannot be read. Run \`intentgate doctor\`.` }];
}

function waitingFindings({ store }: BuiltinPorts): Finding[] {
  const waiting = store.approvals.list();
  if (waiting.length === 0) return [];
  const tools = [...new Set(waiting.map(({ tool }) => plainLine(tool, 40)))].slice(0, SHOWN).join(", ");
  const what = waiting.length === 1 ? "1 approval waits" : `${waiting.length} approvals wait`;
  return [{ level: "warn", message: `${what} for an answer (${tools}). Run \`intentgate approvals\`.` }];
}

function trustFindings({ untrustedHooks }: BuiltinPorts): Finding[] {
  const ids = untrustedHooks();
  if (ids.length === 0) return [];
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : "";
  const named = ids.slice(0, SHOWN).map((id) => plainLine(id, 60));
  const message = `Hooks that nobody trusted do not run: ${named.join(", ")}${more}. Read them, then run \`intentgate hooks trust\`.`;
  return [{ level: "warn", message }];
}
