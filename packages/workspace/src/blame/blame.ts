/** Answers who wrote what stands in a governed root now. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import {
  type Attribution,
  attributeContent,
  BEFORE,
  byteLines,
  type ContentPorts,
  contentHash,
  countOf,
  createAttribution,
  isBinary,
  type KnownRecord,
  lineKey,
  type Origin,
} from "@intentgate/trace";
import { identity } from "../files/file-identity.ts";
import { codeOf } from "../files/file-problem.ts";
import { readRegular } from "../files/read-regular.ts";
import type { GovernedRoot } from "../roots/governed-root.ts";
import { acceptedDemands, isSuspect } from "./accepted-demands.ts";
import { createLedgerReader, type LedgerReader } from "./ledger-reader.ts";
import { creditOf, type LineCredit, type RecordFacts } from "./line-credit.ts";
import { symbolAt } from "./symbol-at.ts";

export interface BlamedFile {
  path: string;
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
  record(number: number): KnownRecord;
  /** Lines that a record wrote itself, not those it only moved or formatted. */
  linesWrittenBy(number: number): number;
  symbolOf(credit: { number: number; written: { path: string; line: number } }): string | null;
  /** `digest` is what the record that wrote a line carries. */
  isSuspect(intentId: string, digest: string): boolean;
  readonly reader: LedgerReader;
}

const LARGEST = 64_000_000;

export function createBlame(
  root: Pick<GovernedRoot, "root" | "sidecar" | "store">,
  keptBytes: (hash: string) => Uint8Array | null,
): Blame {
  const reader = createLedgerReader(root.sidecar);
  let attribution = freshAttribution();
  const keys = new Map<string, { seen: string; keys: ReadonlySet<number> }>();

  function freshAttribution(): Attribution {
    return createAttribution({ index: reader.index, detail: reader.detail, bytesOf: keptBytes });
  }

  function keysNow(path: string): ReadonlySet<number> | null {
    const file = join(root.root, path);
    const seen = identity(file);
    if (seen === "absent") return null;
    const known = keys.get(path);
    if (known?.seen === seen) return known.keys;
    const bytes = readOrNull(file);
    if (bytes === null) return null;
    const found = new Set(byteLines(bytes).map(lineKey));
    keys.set(path, { seen, keys: found });
    return found;
  }

  function ports(): ContentPorts {
    return { index: reader.index, attribution, detail: reader.detail, bytesOf: keptBytes, keysNow };
  }

  return {
    get reader() {
      return reader;
    },
    record: (number) => reader.record(number),
    linesWrittenBy,
    symbolOf: ({ number, written }) => symbolAt(reader.record(number), written.path, written.line),
    isSuspect(intentId, digest) {
      const intents = root.store.intents.read();
      const intent = intents.ok ? intents.value.intents.get(intentId) : undefined;
      return isSuspect(digest, intent, acceptedDemands(root.sidecar));
    },
    file(path, how = { quick: false }) {
      if (reader.refresh()) attribution = freshAttribution();
      const bytes = readTarget(join(root.root, path), path);
      if (!bytes.ok) return bytes;
      const isNew = how.quick && reader.index.newestOf(path, Number.POSITIVE_INFINITY) === undefined;
      const origins = isNew ? exactOrigins(path, bytes.value) : attributeContent(path, bytes.value, ports());
      if (origins === null)
        return wrong(`${path} is binary: it has no lines`, "`intentgate trace log --file` shows its records.", path);
      const text = bytes.value.toString("utf8").split("\n");
      if (text.at(-1) === "") text.pop();
      return { ok: true, value: { path, text, credits: creditsOf(origins) } };
    },
  };

  function exactOrigins(path: string, bytes: Buffer): Origin[] | null {
    if (attribution.entryWith(contentHash(bytes), path) !== null) return attributeContent(path, bytes, ports());
    return isBinary(bytes) ? null : byteLines(bytes).map(() => ({ entry: BEFORE, line: 0, how: 0 }));
  }

  function linesWrittenBy(number: number): number {
    const { index } = reader;
    const first = index.record.firstEntry.get(number);
    let lines = 0;
    for (let entry = first; entry < index.entries && index.entry.record.get(entry) === number; entry++)
      lines += countOf(attribution.stateOf(entry), entry);
    return lines;
  }

  function creditsOf(origins: readonly Origin[]): LineCredit[] {
    const known = new Map<number, RecordFacts>();
    return origins.map((origin) => creditOf(origin, reader, attribution, known));
  }
}

function readTarget(file: string, path: string): Checked<Buffer> {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat)
    return {
      ok: false,
      problems: [problem("NOT_FOUND", `there is no file ${path}`, "Check the path.", { file: path })],
    };
  if (stat.isDirectory()) return wrong(`${path} is a folder`, "Name a file.", path);
  if (!stat.isFile()) return wrong(`${path} is no regular file`, "Name a file; a link is not followed.", path);
  if (stat.size > LARGEST)
    return wrong(`${path} is too large to be read line by line`, "It has no lines to ask about.", path);
  return { ok: true, value: readRegular(file) };
}

function readOrNull(file: string): Buffer | null {
  try {
    return readRegular(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR", "EFTYPE", "EACCES", "ELOOP"].includes(codeOf(error) ?? "")) return null;
    throw error;
  }
}

function wrong(message: string, remedy: string, file: string): { ok: false; problems: ReturnType<typeof problem>[] } {
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy, { file })] };
}
