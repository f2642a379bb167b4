/** Searches the text files below a folder: bounded in files, bytes, matches and time. */

import { lstatSync } from "node:fs";
import { setImmediate as giveWay } from "node:timers/promises";
import { decodeUtf8 } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";
import { done, fail, type Outcome } from "../contract/failure.ts";
import type { ToolContext } from "../contract/tool.ts";
import { readFailure, readFileState } from "../files/file-bytes.ts";
import { compileGlob } from "../files/glob.ts";
import { isOpenTo, walkFolder } from "../files/walk-folder.ts";
import { type RegexWorker, type SearchedText, startRegexWorker } from "./regex-worker.ts";

export interface SearchFindings {
  matches: { path: string; line: number; text: string }[];
  files_searched: number;
  /** Files that were binary, too large, gone, or closed to us. */
  files_skipped: number;
  truncated: boolean;
}

interface Candidate {
  absolute: string;
  shown: string;
}

const MOST_ENTRIES = 50_000;
const MOST_MATCHES = 300;
const LARGEST_FILE = 2 * 1024 * 1024;
const BATCH_BYTES = 1024 * 1024;
/** Reading is done in the caller's thread: it gives way after this many files. */
const BREATH = 100;

export async function searchFolder(
  place: { root: string; shown: string },
  search: { regex: string; filePattern: string | null; budgetMs: number },
  context: ToolContext,
): Promise<Outcome<SearchFindings>> {
  const expression = readExpression(search.regex);
  if (!expression.ok) return expression;
  const fits = search.filePattern === null ? () => true : compileGlob(search.filePattern);
  if (fits === null) return fail("BAD_INPUT", '"file_pattern" has too many alternatives in braces; use fewer.');
  const candidates = await findCandidates(place, fits, context);
  if (!candidates.ok) return candidates;
  const worker = startRegexWorker(expression.value, search.budgetMs, context.signal);
  try {
    const found = await searchFiles(candidates.value.files, worker, context);
    return found.ok ? done({ ...found.value, truncated: found.value.truncated || candidates.value.truncated }) : found;
  } finally {
    await worker.close();
  }
}

/** `(?i)` in front is what other engines call the flag `i`. */
function readExpression(text: string): Outcome<RegExp> {
  const ignoresCase = text.startsWith("(?i)");
  try {
    return done(new RegExp(ignoresCase ? text.slice(4) : text, ignoresCase ? "i" : ""));
  } catch (error) {
    if (error instanceof SyntaxError) return fail("BAD_REGEX", `${messageOf(error)}. Correct "regex".`);
    throw error;
  }
}

async function findCandidates(
  { root, shown }: { root: string; shown: string },
  fits: (relative: string) => boolean,
  context: ToolContext,
): Promise<Outcome<{ files: Candidate[]; truncated: boolean }>> {
  try {
    if (lstatSync(root).isFile()) return done({ files: [{ absolute: root, shown }], truncated: false });
  } catch (error) {
    return readFailure(error, shown);
  }
  const walk = await walkFolder(root, shown, true, MOST_ENTRIES, context);
  if (!walk.ok) return walk;
  const prefix = shown === "." || shown === "./" ? "" : shown.endsWith("/") ? shown : `${shown}/`;
  const files = walk.value.entries
    .filter((entry) => entry.kind === "file" && fits(entry.relative))
    .map((entry) => ({ absolute: entry.absolute, shown: prefix + entry.relative }));
  return done({ files, truncated: walk.value.truncated });
}

async function searchFiles(
  files: readonly Candidate[],
  worker: RegexWorker,
  context: ToolContext,
): Promise<Outcome<SearchFindings>> {
  const findings: SearchFindings = { matches: [], files_searched: 0, files_skipped: 0, truncated: false };
  let batch: SearchedText[] = [];
  let batchSize = 0;
  const flush = async (): Promise<Outcome<null>> => {
    // One more than is shown tells whether there are more.
    const found = await worker.match(batch, MOST_MATCHES + 1 - findings.matches.length);
    if (!found.ok) return found;
    findings.matches.push(...found.value.map(({ id, line, text }) => ({ path: files[id]!.shown, line, text })));
    batch = [];
    batchSize = 0;
    return done(null);
  };
  for (const [id, file] of files.entries()) {
    if (id % BREATH === BREATH - 1) await giveWay();
    if (context.signal?.aborted) return fail("ABORTED", "The search was stopped on request.");
    const text = isOpenTo(context, file.absolute) ? readText(file) : null;
    if (text === null) {
      findings.files_skipped++;
      continue;
    }
    findings.files_searched++;
    batch.push({ id, text });
    batchSize += text.length;
    if (batchSize < BATCH_BYTES) continue;
    const flushed = await flush();
    if (!flushed.ok) return flushed;
    if (findings.matches.length > MOST_MATCHES) break;
  }
  if (batch.length > 0) {
    const flushed = await flush();
    if (!flushed.ok) return flushed;
  }
  if (findings.matches.length <= MOST_MATCHES) return done(findings);
  return done({ ...findings, matches: findings.matches.slice(0, MOST_MATCHES), truncated: true });
}

function readText(file: Candidate): string | null {
  const state = readFileState(file.absolute, file.shown, LARGEST_FILE);
  if (!state.ok || state.value.kind === "absent") return null;
  const { bytes } = state.value;
  return bytes.subarray(0, 8_000).includes(0) ? null : decodeUtf8(bytes);
}
