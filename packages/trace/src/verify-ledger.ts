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
  "bad_segment", // a shared segment does not say, or not truly, what it holds
  "segment_differs", // a shared segment holds another record than this ledger
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  kind: FindingKind;
  /** The file of the ledger that the line stands in; null where there is only one, or none is meant. */
  file: string | null;
  /** 1-based, within its file; null where the finding is about a line that is not there. */
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

/**
 * What the ends of the chains were compared with: the heads beside the ledger, the list outside the workspace, the heads
 * that a person put into a git ref.
 */
export type Anchor =
  | "none"
  | "heads"
  | "list"
  | "git"
  | "heads_and_list"
  | "heads_and_git"
  | "list_and_git"
  | "heads_and_list_and_git";

export interface KnownHead {
  session: string;
  seq: number;
  hash: string;
}

/** A line of a ledger that lies in several files. */
export interface PlacedLine {
  line: string;
  /** As a person would name it. */
  file: string;
  /** 1-based, within the file. */
  number: number;
}

type Place = Pick<Finding, "file" | "line">;

interface Chain {
  seq: number;
  hash: string;
  place: Place;
}

const NOWHERE: Place = { file: null, line: null };

/** How our own lines begin; a broken line that begins so was being written when its writer was stopped. */
const RECORD_START = '{"version":1,"id":';

/**
 * `heads` are kept beside the ledger, exactly one for each session. `listed` and `anchored` are kept elsewhere: they may
 * lag behind, and may not know sessions from before they were kept.
 */
export async function verifyLedger(
  lines: AsyncIterable<string | PlacedLine> | Iterable<string | PlacedLine>,
  heads: readonly KnownHead[],
  listed: readonly KnownHead[] = [],
  anchored: readonly KnownHead[] = [],
): Promise<LedgerCheck> {
  const elsewhere = [
    createEndCheck("the list outside the workspace knows", listed),
    createEndCheck("the git ref knows", anchored),
  ];
  const chains = new Map<string, Chain>();
  const findings: Finding[] = [];
  let records = 0;
  let number = 0;
  for await (const given of lines) {
    number++;
    const line = typeof given === "string" ? given : given.line;
    if (line === "") continue; // a writer that met a torn line may leave an empty one
    const place = typeof given === "string" ? { file: null, line: number } : { file: given.file, line: given.number };
    const integrity = integrityOf(line);
    if (typeof integrity === "string") {
      findings.push({ ...whatIsWrong(integrity, line), ...place, session: null, seq: null });
      continue;
    }
    records++;
    findings.push(...checkLink(chains, integrity, line, place));
    for (const check of elsewhere) check.pass(integrity, place);
  }
  findings.push(...checkHeads(chains, heads, records));
  for (const check of elsewhere) {
    const told = new Set(findings.map(({ kind, session }) => `${kind} ${session}`));
    findings.push(...check.end(chains).filter(({ kind, session }) => !told.has(`${kind} ${session}`)));
  }
  return { records, sessions: chains.size, findings, anchor: anchorOf({ heads, list: listed, git: anchored }) };
}

function anchorOf(ends: Record<"heads" | "list" | "git", readonly KnownHead[]>): Anchor {
  const had = Object.entries(ends).flatMap(([name, heads]) => (heads.length > 0 ? [name] : []));
  return had.length === 0 ? "none" : (had.join("_and_") as Anchor);
}

export function integrityOf(line: string): Integrity | "unreadable" | "unchained" {
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

export function whatIsWrong(kind: "unreadable" | "unchained", line: string): Pick<Finding, "kind" | "message"> {
  if (kind === "unchained") return { kind, message: "a record without a place in a session's chain" };
  const torn = line.length < RECORD_START.length ? RECORD_START.startsWith(line) : line.startsWith(RECORD_START);
  if (torn && !line.endsWith("}}"))
    return { kind: "torn", message: "a torn line: its writer was stopped before the record was complete" };
  return { kind, message: "not a record: the line is no JSON object" };
}

function checkLink(chains: Map<string, Chain>, it: Integrity, line: string, place: Place): Finding[] {
  const findings: Finding[] = [];
  const find = (kind: FindingKind, message: string) =>
    findings.push({ kind, ...place, session: it.session, seq: it.seq, message });
  const last = chains.get(it.session) ?? { seq: 0, hash: CHAIN_START, place: { file: null, line: 0 } };
  if (!isSealIntact(line)) find("edited", "the line was changed after it was written: its hash does not fit");
  if (it.seq <= last.seq) {
    if (it.seq === last.seq && it.hash === last.hash)
      find("duplicate", `the same record as ${named(last.place, place)}`);
    else
      find(
        "out_of_order",
        `stands after record ${last.seq} (${named(last.place, place)}): moved here or written twice`,
      );
    return findings;
  }
  if (it.seq > last.seq + 1) find("gap", `${missing(last.seq + 1, it.seq - 1)} missing before this one`);
  else if (it.prev !== last.hash) {
    const before = last.seq === 0 ? "the start of a chain" : `record ${last.seq} on ${named(last.place, place)}`;
    find("broken_chain", `does not follow ${before}: one of the two was replaced`);
  }
  chains.set(it.session, { seq: it.seq, hash: it.hash, place });
  return findings;
}

/** Within the same file the line is enough. */
function named(place: Place, seenFrom: Place): string {
  return place.file === seenFrom.file ? `line ${place.line}` : `line ${place.line} of ${place.file}`;
}

function checkHeads(chains: ReadonlyMap<string, Chain>, heads: readonly KnownHead[], records: number): Finding[] {
  const findings: Finding[] = [];
  if (heads.length === 0 && records > 0) {
    const message = "no heads are kept: whether last records or whole sessions were removed could not be checked";
    return [{ kind: "no_head", ...NOWHERE, session: null, seq: null, message }];
  }
  const known = new Set<string>();
  for (const head of heads) {
    known.add(head.session);
    const chain = chains.get(head.session);
    const find = (kind: FindingKind, seq: number, message: string) =>
      findings.push({ kind, ...(chain?.place ?? NOWHERE), session: head.session, seq, message });
    if (!chain) find("session_removed", head.seq, `${missing(1, head.seq)} missing: the whole session is gone`);
    else if (chain.seq < head.seq)
      find("tail_removed", head.seq, `${missing(chain.seq + 1, head.seq)} missing at the session's end`);
    else if (chain.seq > head.seq) find("beyond_head", chain.seq, `the head ends at record ${head.seq}`);
    else if (chain.hash !== head.hash) find("tail_replaced", head.seq, "the head names another record here");
  }
  for (const [session, chain] of chains) {
    if (known.has(session)) continue;
    const message = "no head is kept for this session: whether its last records were removed could not be checked";
    findings.push({ kind: "no_head", ...chain.place, session, seq: chain.seq, message });
  }
  return findings;
}

/** Compares the chains with ends that are known elsewhere; a later record of a session is no contradiction to them. */
function createEndCheck(where: string, known: readonly KnownHead[]) {
  const wanted = new Map(known.map((head) => [head.session, head]));
  const replaced = new Map<string, Place>();
  return {
    pass({ session, seq, hash }: Integrity, place: Place): void {
      const head = wanted.get(session);
      if (head?.seq === seq && head.hash !== hash) replaced.set(session, place);
    },
    end(chains: ReadonlyMap<string, Chain>): Finding[] {
      return known.flatMap(({ session, seq }): Finding[] => {
        const chain = chains.get(session);
        const find = (kind: FindingKind, place: Place, what: string): Finding[] => [
          { kind, ...place, session, seq, message: `${where} ${what}` },
        ];
        if (!chain) return find("session_removed", NOWHERE, "this session, which is gone");
        const place = replaced.get(session) ?? chain.place;
        if (chain.seq < seq) return find("tail_removed", place, `record ${seq}`);
        return replaced.has(session) ? find("tail_replaced", place, "another record here") : [];
      });
    },
  };
}

function missing(from: number, to: number): string {
  return from === to ? `record ${from} is` : `records ${from} to ${to} are`;
}

export function formatFinding(finding: Finding): string {
  const line = finding.line === null ? null : `line ${finding.line}`;
  const place = [finding.file, line].filter((part) => part !== null).join(" ") || "ledger";
  const record = finding.session === null ? "" : `  session ${visibleText(finding.session)} seq ${finding.seq}`;
  return `${finding.kind}  ${place}${record}  ${finding.message}`;
}
