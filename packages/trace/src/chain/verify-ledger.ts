/** Walks a ledger once and says what does not fit: within each session's chain, and against what is known of its ends. */
import { jsonObject } from "@intentgate/documents";
import type { Integrity } from "../records/record.ts";
import { CHAIN_START, holdsSeal, isSealIntact } from "../records/seal-record.ts";
import {
  type Anchor,
  anchorOf,
  type Chain,
  checkHeads,
  createElsewhereCheck,
  type EndsElsewhere,
  type KnownHead,
  missing,
  NO_LIST,
} from "./known-ends.ts";
import type { Finding, FindingKind, FindingPlace } from "./ledger-finding.ts";

export interface LedgerCheck {
  records: number;
  sessions: number;
  findings: Finding[];
  anchor: Anchor;
}

/** A line of a ledger that lies in several files. */
export interface PlacedLine {
  line: string;
  /** As a person would name it. */
  file: string;
  /** 1-based, within the file. */
  number: number;
  /** False for the last line of a file that does not end in a line end. */
  hasEnd: boolean;
}

/** How our own lines begin; a broken line that begins so was being written when its writer was stopped. */
const RECORD_START = '{"version":1,"id":';

/** `heads` are kept beside the ledger, exactly one for each session. */
export async function verifyLedger(
  lines: AsyncIterable<string | PlacedLine> | Iterable<string | PlacedLine>,
  heads: readonly KnownHead[],
  elsewhere: EndsElsewhere = { list: NO_LIST, git: [] },
): Promise<LedgerCheck> {
  const ends = createElsewhereCheck(elsewhere);
  const chains = new Map<string, Chain>();
  const findings: Finding[] = [];
  let records = 0;
  let number = 0;
  let unended: FindingPlace | null = null;
  for await (const given of lines) {
    number++;
    if (unended) findings.push(about("edited", unended, "the line end behind it was removed"));
    const { line, place, hasEnd } = placed(given, number);
    unended = hasEnd ? null : place;
    const integrity = integrityOf(line);
    if (typeof integrity === "string") {
      findings.push({ ...whatIsWrong(integrity, line), ...place, session: null, seq: null });
      unended = null; // it is told already
      continue;
    }
    records++;
    findings.push(...checkLink(chains, integrity, line, place));
    ends.pass(integrity, place);
  }
  if (unended)
    findings.push(about("unended", unended, "the last line has no end: its writer was stopped; the next one ends it"));
  findings.push(...checkHeads(chains, heads, records));
  findings.push(...ends.end(chains, findings));
  return { records, sessions: chains.size, findings, anchor: anchorOf(heads, elsewhere) };
}

function placed(given: string | PlacedLine, number: number) {
  if (typeof given === "string") return { line: given, place: { file: null, line: number }, hasEnd: true };
  return { line: given.line, place: { file: given.file, line: given.number }, hasEnd: given.hasEnd };
}

function about(kind: FindingKind, place: FindingPlace, message: string): Finding {
  return { kind, ...place, session: null, seq: null, message };
}

export function integrityOf(line: string): Integrity | "unreadable" | "unchained" {
  const parsed = jsonObject(line);
  if (parsed === null) return "unreadable";
  const found = parsed.integrity;
  if (typeof found !== "object" || found === null) return "unchained";
  const { session, seq, prev, hash } = found as Record<string, unknown>;
  const sound = typeof session === "string" && typeof prev === "string" && typeof hash === "string";
  if (!sound || !Number.isSafeInteger(seq) || (seq as number) < 1) return "unchained";
  return { session, seq: seq as number, prev, hash };
}

/** What a stopped writer leaves is the beginning of a line: it never holds the whole seal. */
export function whatIsWrong(kind: "unreadable" | "unchained", line: string): Pick<Finding, "kind" | "message"> {
  if (kind === "unchained") return { kind, message: "a record without a place in a session's chain" };
  if (line === "") return { kind: "empty_line", message: "an empty line: nobody who writes records leaves one" };
  const begins = line.length < RECORD_START.length ? RECORD_START.startsWith(line) : line.startsWith(RECORD_START);
  if (begins && !holdsSeal(line))
    return { kind: "torn", message: "a torn line: its writer was stopped before the record was complete" };
  return { kind, message: "not a record: the line is no JSON object" };
}

function checkLink(chains: Map<string, Chain>, it: Integrity, line: string, place: FindingPlace): Finding[] {
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
function named(place: FindingPlace, seenFrom: FindingPlace): string {
  return place.file === seenFrom.file ? `line ${place.line}` : `line ${place.line} of ${place.file}`;
}
