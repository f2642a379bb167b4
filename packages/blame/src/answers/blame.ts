/** Answers who wrote what stands in a governed root now. */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { type Checked, type Problem, problem } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import {
  byteLines,
  contentHash,
  isBinary,
  type KnownRecord,
  keyedHash,
  lineKeys,
  wroteItself,
} from "@intentgate/trace";
import { identity, onSystemError, readRegular } from "@intentgate/world";
import { attributeContent, type ContentPorts, knownContent } from "../attribution/attribute-content.ts";
import { type Attribution, createAttribution } from "../attribution/attribution.ts";
import { lineHistory } from "../attribution/line-history.ts";
import { BEFORE, countOf, type Origin } from "../attribution/runs.ts";
import { createCommittedBytes } from "../git/committed-bytes.ts";
import { createGitEvidence } from "../git/git-evidence.ts";
import { createLedgerReader, type LedgerReader } from "../ledger/ledger-reader.ts";
import { createSeals, type Seal } from "../ledger/record-seal.ts";
import { acceptedDemands, isSuspect } from "./accepted-demands.ts";
import { creditOf, type LineCredit, type RecordFacts, symbolAt } from "./line-credit.ts";

export interface BlamedFile {
  path: string;
  bytes: Uint8Array;
  /** Lines as they stand, without their ends. */
  text: string[];
  credits: LineCredit[];
}

export interface Blame {
  /**
   * `path` is relative to the root, with forward slashes. `quick`: a path that the ledger never heard of is looked up
   * by its whole content only.
   */
  file(path: string, how?: { quick: boolean }): Checked<BlamedFile>;
  /** Who wrote each line of another content of the path, such as a commit's; null for bytes that have no lines. */
  content(path: string, bytes: Uint8Array): LineCredit[] | null;
  /** The records that wrote a line, and before them what stood in its place, by their ids. */
  history(path: string, line: number): Checked<Set<string>>;
  record(number: number): KnownRecord;
  /** Whether it is still what was written. */
  sealOf(number: number): Seal;
  /** Whether a record wrote a line of one of its files itself, and did not only move, format or bring it in. */
  wrote(number: number): (file: number, line: number) => boolean;
  /** Lines that a record wrote itself, not those it only moved or formatted. */
  linesWrittenBy(number: number): number;
  symbolOf(credit: { number: number; written: { path: string; line: number } }): string | null;
  /** Whether the intent demands something else now than when the record was written, and nobody accepted that since. */
  isSuspect(intentId: string, number: number): boolean;
  /** A content by the name that a record has for it, where it was kept or git has it. */
  bytesOf(hash: string, path: string): Uint8Array | null;
  /** As the ledger stands at this moment. */
  reader(): LedgerReader;
}

const LARGEST = 64_000_000;

export function createBlame(
  root: Pick<GovernedRoot, "root" | "sidecar" | "store" | "secretKey">,
  keptBytes: (hash: string) => Uint8Array | null,
): Blame {
  const reader = createLedgerReader(root.sidecar);
  const assumed = new Map<string, string>();
  let entries = 0;
  const keys = new Map<string, { seen: string; keys: ReadonlySet<number> }>();
  const sealOf = createSeals(root.store.ledger);
  const committed = createCommittedBytes(root.root, revisionsOf);
  const bytesOf = (hash: string, path: string) => keptBytes(hash) ?? committed(hash, path);
  const evidence = createGitEvidence({ root: root.root, reader, keysNow, bytesOf, bytesNow });
  let attribution = freshAttribution();

  /** Its answers stay with it, so that it must be known on which files they rest. */
  function freshAttribution(): Attribution {
    assumed.clear();
    entries = reader.index.entries;
    const noted = <T>(path: string, answer: T): T => {
      assumed.set(path, identity(join(root.root, path)));
      return answer;
    };
    return createAttribution({
      index: reader.index,
      detail: reader.detail,
      bytesOf: keptBytes,
      evidence: {
        keysNow: (path) => noted(path, keysNow(path)),
        wasRenamed: (path, other) => noted(path, evidence.wasRenamed(path, other)),
        mayHaveStood: (path, ...rest) => noted(path, evidence.mayHaveStood(path, ...rest)),
        checkedOut: evidence.checkedOut,
        wasOnBranch: evidence.wasOnBranch,
        wasKept: evidence.wasKept,
      },
    });
  }

  function keysNow(path: string): ReadonlySet<number> | null {
    const file = join(root.root, path);
    const seen = identity(file);
    if (seen === "absent") return null;
    const known = keys.get(path);
    if (known?.seen === seen) return known.keys;
    const bytes = readOrNull(file);
    if (bytes === null) return null;
    const found = new Set(lineKeys(byteLines(bytes), path));
    keys.set(path, { seen, keys: found });
    return found;
  }

  function bytesNow(path: string): Uint8Array | null {
    return readOrNull(join(root.root, path));
  }

  function ports(): ContentPorts {
    return { index: reader.index, attribution, detail: reader.detail, bytesOf, evidence, nameOf };
  }

  /** One of a secret file has another name, if it was recorded on this machine. */
  function nameOf(bytes: Uint8Array): string {
    const key = root.secretKey.read();
    const keyed = key === null ? null : keyedHash(bytes, key);
    const isKnown = keyed !== null && reader.index.withContent(keyed, Number.POSITIVE_INFINITY).length > 0;
    return isKnown ? keyed : contentHash(bytes);
  }

  /** Commits that records of a path began from, newest first. */
  function* revisionsOf(path: string): Generator<string> {
    const { index } = reader;
    for (let row = index.newestOf(path, Number.POSITIVE_INFINITY); row !== undefined; row = index.olderOf(row))
      yield reader.record(index.entry.record.get(row)).vcs.revision_id;
  }

  function refresh(): void {
    const isOther = ([path, seen]: [string, string]) => identity(join(root.root, path)) !== seen;
    const isRenumbered = reader.refresh();
    const isLater = reader.index.entries !== entries && attribution.chains.looksAhead();
    if (isRenumbered || isLater || [...assumed].some(isOther)) attribution = freshAttribution();
  }

  function originsIn(path: string, quick: boolean): Checked<{ bytes: Buffer; origins: Origin[] }> {
    refresh();
    const bytes = readTarget(root.root, path);
    if (!bytes.ok) return bytes;
    const isNew = quick && reader.index.newestOf(path, Number.POSITIVE_INFINITY) === undefined;
    const origins = isNew ? exactOrigins(path, bytes.value) : attributeContent(path, bytes.value, ports());
    if (origins === null)
      return wrong(`${path} is binary: it has no lines`, "`intentgate trace log --file` shows its records.", path);
    return { ok: true, value: { bytes: bytes.value, origins } };
  }

  return {
    reader() {
      refresh();
      return reader;
    },
    bytesOf,
    record: (number) => reader.record(number),
    sealOf: (number) => sealOf(reader, number),
    wrote,
    linesWrittenBy,
    symbolOf: ({ number, written }) => symbolAt(reader.record(number), written.path, written.line),
    isSuspect(intentId, number) {
      const intents = root.store.intents.read();
      const intent = intents.ok ? intents.value.intents.get(intentId) : undefined;
      const { record, words } = reader.index;
      const written = { digest: words.demands.list[record.demands.get(number)] ?? "", at: record.time.get(number) };
      return isSuspect(written, intent, acceptedDemands(root.sidecar));
    },
    file(path, how = { quick: false }) {
      const found = originsIn(path, how.quick);
      if (!found.ok) return found;
      const { bytes, origins } = found.value;
      const text = bytes.toString("utf8").split("\n");
      if (text.at(-1) === "") text.pop();
      return { ok: true, value: { path, bytes, text, credits: creditsOf(origins, path) } };
    },
    content(path, bytes) {
      refresh();
      const origins = attributeContent(path, bytes, ports());
      return origins === null ? null : creditsOf(origins, path);
    },
    history(path, line) {
      const found = originsIn(path, false);
      if (!found.ok) return found;
      const origin = found.value.origins[line - 1];
      if (origin === undefined) return noSuchLine(path, line, found.value.origins.length);
      const entries = lineHistory(origin, { attribution, detail: reader.detail });
      return {
        ok: true,
        value: new Set([...entries].map((one) => reader.record(reader.index.entry.record.get(one)).id)),
      };
    },
  };

  function exactOrigins(path: string, bytes: Buffer): Origin[] | null {
    if (knownContent(path, nameOf(bytes), ports()) !== null) return attributeContent(path, bytes, ports());
    return isBinary(bytes) ? null : byteLines(bytes).map(() => ({ entry: BEFORE, line: 0, how: 0 }));
  }

  function wrote(number: number): (file: number, line: number) => boolean {
    const first = reader.index.record.firstEntry.get(number);
    const said = wroteItself(reader.record(number));
    const known = new Map<number, Origin[]>();
    return (file, line) => {
      const origins = known.get(file) ?? attribution.after(first + file);
      known.set(file, origins);
      const origin = origins[line - 1];
      return origin === undefined ? said(file, line) : origin.entry === first + file;
    };
  }

  function linesWrittenBy(number: number): number {
    const { index } = reader;
    const first = index.record.firstEntry.get(number);
    let lines = 0;
    for (let entry = first; entry < index.entries && index.entry.record.get(entry) === number; entry++)
      lines += countOf(attribution.stateOf(entry), entry);
    return lines;
  }

  function creditsOf(origins: readonly Origin[], path: string): LineCredit[] {
    const known = new Map<number, RecordFacts>();
    return origins.map((origin) => creditOf(origin, reader, attribution, known, path));
  }
}

function readTarget(root: string, path: string): Checked<Buffer> {
  const file = join(root, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat)
    return {
      ok: false,
      problems: [problem("NOT_FOUND", `there is no file ${path}`, "Check the path.", { file: path })],
    };
  if (stat.isDirectory()) return wrong(`${path || "."} is a folder`, "Name a file.", path);
  const [folder, top] = [realpathSync(dirname(file)), realpathSync(root)];
  if (folder !== top && !folder.startsWith(`${top}${sep}`))
    return wrong(`${path} lies outside the root, where a link leads`, "Name a file inside the repository.", path);
  if (!stat.isFile()) return wrong(`${path} is no regular file`, "Name a file; a link is not followed.", path);
  if (stat.size > LARGEST)
    return wrong(`${path} is too large to be read line by line`, "It has no lines to ask about.", path);
  return { ok: true, value: readRegular(file) };
}

function readOrNull(file: string): Buffer | null {
  return onSystemError(["ENOENT", "ENOTDIR", "EISDIR", "EFTYPE", "EACCES", "ELOOP"], null, () => readRegular(file));
}

export function noSuchLine(path: string, line: number, lines: number): ReturnType<typeof wrong> {
  const range = lines === 0 ? "it is empty" : `it has lines 1 to ${lines}`;
  return wrong(`${path} has no line ${line}`, `Ask for a line that is there: ${range}.`, path, line);
}

function wrong(message: string, remedy: string, file: string, line?: number): { ok: false; problems: Problem[] } {
  const place = line === undefined ? { file } : { file, line };
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy, place)] };
}
