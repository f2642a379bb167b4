/** What the syntax of the changed files tells of a change: its class, and what its ranges are called. */
import type { FileChange } from "@intentgate/engine";
import { isBinary } from "../contents/is-binary.ts";
import { type Mutation, mutationClassOf } from "../mutation/mutation-class.ts";
import { type LineRange, type SymbolTable, symbolTable } from "../syntax/symbols.ts";
import type { Syntax } from "../syntax/syntax.ts";
import { type TokenHashes, tokenHashes, wordHashes } from "../syntax/token-hash.ts";

export interface ChangeSyntax {
  mutation: Mutation;
  /** For a range of a file as it stands after the change. */
  namesOf(relativePath: string, range: LineRange): RangeNames;
}

export interface RangeNames {
  symbol?: string;
  symbols?: string[];
  token_hash?: string;
}

/** Reading more than this would be felt; the ranges and hashes of bytes are kept all the same. */
const MOST_FILES = 40;
const MOST_BYTES = 2 * 1024 * 1024;

export async function readChangeSyntax(changes: readonly FileChange[], syntax: Syntax): Promise<ChangeSyntax> {
  if (isTooMuch(changes)) return unread("too_large");
  try {
    return await read(changes, syntax);
  } catch {
    // A parser that cannot be loaded must not cost the record; the class then promises nothing.
    return unread("failed");
  }
}

async function read(changes: readonly FileChange[], syntax: Syntax): Promise<ChangeSyntax> {
  const names = new Map<string, FileNames>();
  for (const { relativePath, after } of changes) {
    if (after.state === "present") names.set(relativePath, await namesIn(relativePath, after.bytes, syntax));
  }
  const mutation = await mutationClassOf(changes, syntax);
  return { mutation, namesOf: (path, range) => named(names.get(path), range) };
}

function unread(why: "too_large" | "failed"): ChangeSyntax {
  const mutation: Mutation = {
    mutation_class: "INTENT_EVOLUTION",
    mutation_confidence: 0.5,
    mutation_signals: [why],
  };
  return { mutation, namesOf: () => ({}) };
}

function isTooMuch(changes: readonly FileChange[]): boolean {
  const sizes = changes.flatMap(({ before, after }) =>
    [before, after].map((bytes) => (bytes.state === "present" ? bytes.bytes.length : 0)),
  );
  return changes.length > MOST_FILES || sizes.reduce((sum, size) => sum + size, 0) > MOST_BYTES;
}

interface FileNames {
  symbols: SymbolTable | null;
  tokens: TokenHashes | null;
}

async function namesIn(path: string, bytes: Uint8Array, syntax: Syntax): Promise<FileNames> {
  const parsed = await syntax.parse(path, bytes);
  if (parsed.state === "parsed") return { symbols: symbolTable(parsed.tree), tokens: tokenHashes(parsed.tree) };
  if (isBinary(bytes)) return { symbols: null, tokens: null };
  return { symbols: null, tokens: wordHashes(Buffer.from(bytes).toString("utf8")) };
}

function named(names: FileNames | undefined, range: LineRange): RangeNames {
  const found = names?.symbols?.of(range);
  const symbol = found?.innermost ?? (found?.contained.length === 1 ? found.contained[0] : undefined);
  const token_hash = names?.tokens?.of(range) ?? null;
  return {
    ...(symbol === undefined || symbol === null ? {} : { symbol }),
    ...(found && found.contained.length > 1 ? { symbols: found.contained } : {}),
    ...(token_hash === null ? {} : { token_hash }),
  };
}
