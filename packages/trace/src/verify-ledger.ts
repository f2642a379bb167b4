/** Walks a ledger once and says what does not fit: within each session's chain, and against what is known of its ends. */
import type { Integrity } from "./record.ts";
import { CHAIN_START, isSealIntact } from "./seal-record.ts";
import { visibleText } from "./visible-text.ts";

export const findingKinds = [
  "edited", // the line is not what its hash was taken over
  "broken_chain", // it does not name the record before it
  "gap", // records are missing before it
  "out_of_order", // it stands after a later one, or was written a second time
  "duplicate", // the same record twice in a row
  "unchained", // a record without a place in any chain
  "unreadable", // no record at all
  "torn", // the beginning of a record whose writing was cut off
  "tail_removed", // the head knows later records
  "tail_replaced", // the head knows another record at this place
  "session_removed", // the head knows a session that is not there
  "beyond_head", // the head does not know this record
  "no_head", // no head is kept for it, so its end cannot be checked
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  kind: FindingKind;
  /** 1-based; null where the finding is about a line that is not there. */
  line: number | null;
  session: string | null;
  seq: number | null;
  message: string;
}

export interface LedgerCheck {
  records: number;
  sessions: number;
  findings: Finding[];
  anchor: Anchor;
}

/** What the ends of the chains were compared with: the heads beside the ledger, the list outside the workspace. */
export type Anchor = "none" | "heads" | "list" | "heads_and_list";

export interface KnownHead {
  session: string;
  seq: number;
  hash: string;
}

interface Chain {
  seq: number;
  hash: string;
  line: number;
}

/** How our own lines begin; a broken line that begins so was being written when its writer was stopped. */
const RECORD_START = '{"version":1,"id":';

/**
 * `heads` are kept beside the ledger, exactly one for each session. `listed` are kept elsewhere: they may lag behind, and
 * may not know sessions from before they were kept.
 */
export async function verifyLedger(
  lines: AsyncIterable<string> | Iterable<string>,
  heads: readonly KnownHead[],
  listed: readonly KnownHead[] = [],
): Promise<LedgerCheck> {
  const wanted = new Map(listed.map((head) => [head.session, head]));
  const replaced = new Map<string, number>();
  const chains = new Map<string, Chain>();
  const findings: Finding[] = [];
  let records = 0;
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line === "") continue; // a writer that met a torn line may leave an empty one
    const integrity = integrityOf(line);
    if (typeof integrity === "string") {
      findings.push({ ...whatIsWrong(integrity, line), line: number, session: null, seq: null });
      continue;
    }
    records++;
    findings.push(...checkLink(chains, integrity, line, number));
    const { session, seq, hash } = integrity;
    const known = wanted.get(session);
    if (known?.seq === seq && known.hash !== hash) replaced.set(session, number);
  }
  findings.push(...checkHeads(chains, heads, records));
  const told = new Set(findings.map(({ kind, session }) => `${kind} ${session}`));
  const more = checkListed(chains, listed, replaced);
  findings.push(...more.filter(({ kind, session }) => !told.has(`${kind} ${session}`)));
  return { records, sessions: chains.size, findings, anchor: anchorOf(heads, listed) };
}

function anchorOf(heads: readonly KnownHead[], listed: readonly KnownHead[]): Anchor {
  if (heads.length > 0) return listed.length > 0 ? "heads_and_list" : "heads";
  return listed.length > 0 ? "list" : "none";
}

function integrityOf(line: string): Integrity | "unreadable" | "unchained" {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return "unreadable";
    throw error;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return "unreadable";
  const found = (parsed as { integrity?: unknown }).integrity;
  if (typeof found !== "object" || found === null) return "unchained";
  const { session, seq, prev, hash } = found as Record<string, unknown>;
  const sound = typeof session === "string" && typeof prev === "string" && typeof hash === "string";
  if (!sound || !Number.isSafeInteger(seq) || (seq as number) < 1) return "unchained";
  return { session, seq: seq as number, prev, hash };
}

function whatIsWrong(kind: "unreadable" | "unchained", line: string): Pick<Finding, "kind" | "message"> {
  if (kind === "unchained") return { kind, message: "a record without a place in a session's chain" };
  const torn = line.length < RECORD_START.length ? RECORD_START.startsWith(line) : line.startsWith(RECORD_START);
  if (torn && !line.endsWith("}}"))
    return { kind: "torn", message: "a torn line: its writer was stopped before the record was complete" };
  return { kind, message: "not a record: the line is no JSON object" };
}

function checkLink(chains: Map<string, Chain>, it: Integrity, line: string, number: number): Finding[] {
  const findings: Finding[] = [];
  const find = (kind: FindingKind, message: string) =>
    findings.push({ kind, line: number, session: it.session, seq: it.seq, message });
  const last = chains.get(it.session) ?? { seq: 0, hash: CHAIN_START, line: 0 };
  if (!isSealIntact(line)) find("edited", "the line was changed after it was written: its hash does not fit");
  if (it.seq <= last.seq) {
    if (it.seq === last.seq && it.hash === last.hash) find("duplicate", `the same record as line ${last.line}`);
    else find("out_of_order", `stands after record ${last.seq} (line ${last.line}): moved here or written twice`);
    return findings;
  }
  if (it.seq > last.seq + 1) find("gap", `${missing(last.seq + 1, it.seq - 1)} missing before this one`);
  else if (it.prev !== last.hash) {
    const before = last.seq === 0 ? "the start of a chain" : `record ${last.seq} on line ${last.line}`;
    find("broken_chain", `does not follow ${before}: one of the two was replaced`);
  }
  chains.set(it.session, { seq: it.seq, hash: it.hash, line: number });
  return findings;
}

function checkHeads(chains: ReadonlyMap<string, Chain>, heads: readonly KnownHead[], records: number): Finding[] {
  const findings: Finding[] = [];
  if (heads.length === 0 && records > 0) {
    const message = "no heads are kept: whether last records or whole sessions were removed could not be checked";
    return [{ kind: "no_head", line: null, session: null, seq: null, message }];
  }
  const known = new Set<string>();
  for (const head of heads) {
    known.add(head.session);
    const chain = chains.get(head.session);
    const find = (kind: FindingKind, seq: number, message: string) =>
      findings.push({ kind, line: chain?.line ?? null, session: head.session, seq, message });
    if (!chain) find("session_removed", head.seq, `${missing(1, head.seq)} missing: the whole session is gone`);
    else if (chain.seq < head.seq)
      find("tail_removed", head.seq, `${missing(chain.seq + 1, head.seq)} missing at the session's end`);
    else if (chain.seq > head.seq) find("beyond_head", chain.seq, `the head ends at record ${head.seq}`);
    else if (chain.hash !== head.hash) find("tail_replaced", head.seq, "the head names another record here");
  }
  for (const [session, chain] of chains) {
    if (known.has(session)) continue;
    const message = "no head is kept for this session: whether its last records were removed could not be checked";
    findings.push({ kind: "no_head", line: chain.line, session, seq: chain.seq, message });
  }
  return findings;
}

/** `replaced`: the line where a session has another record than the listed one. */
function checkListed(
  chains: ReadonlyMap<string, Chain>,
  listed: readonly KnownHead[],
  replaced: ReadonlyMap<string, number>,
): Finding[] {
  return listed.flatMap(({ session, seq }): Finding[] => {
    const chain = chains.get(session);
    const where = "the list outside the workspace knows";
    if (!chain)
      return [{ kind: "session_removed", line: null, session, seq, message: `${where} this session, which is gone` }];
    const line = replaced.get(session) ?? chain.line;
    if (chain.seq < seq) return [{ kind: "tail_removed", line, session, seq, message: `${where} record ${seq}` }];
    if (!replaced.has(session)) return [];
    return [{ kind: "tail_replaced", line, session, seq, message: `${where} another record here` }];
  });
}

function missing(from: number, to: number): string {
  return from === to ? `record ${from} is` : `records ${from} to ${to} are`;
}

export function formatFinding(finding: Finding): string {
  const place = finding.line === null ? "ledger" : `line ${finding.line}`;
  const record = finding.session === null ? "" : `  session ${visibleText(finding.session)} seq ${finding.seq}`;
  return `${finding.kind}  ${place}${record}  ${finding.message}`;
}
