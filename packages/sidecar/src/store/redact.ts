/** Makes anything fit to be kept: secrets out by rule, long text by its length and hash, depth and breadth limited. */
import { maskSecrets } from "@intentgate/documents";
import { contentHash } from "@intentgate/trace";

const MAX_CHARACTERS = 256;
const MAX_DEPTH = 12;
const MAX_VALUES = 2_000;
const REDACTED = "[redacted]";
const LONGEST_SECRET = 600;

const SECRET_KEY = /secret|token|password|passwd|api[_-]?key|authorization|credential|private[_-]?key/i;

/** Only ever run over text that was cut: MAX_CHARACTERS, or a few thousand where a caller needs more. */
const SECRET_TEXT: readonly RegExp[] = [
  /-----BEGIN [\s\S]*/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{16,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\bxox[a-z]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g,
  /\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<=:\/\/)[^\s/:@]+:[^\s/@]+(?=@)/g,
];
const NAMES = "secret|token|password|passwd|api[_-]?key|authorization";
const VALUE = `("[^"]*"|'[^']*'|[^\\s"']+)`;
/** `API_KEY=…`, `"token": "…"` and `--password …`, as they stand in commands and settings. */
const SECRET_ASSIGNMENTS: readonly RegExp[] = [
  new RegExp(`((?:${NAMES})[A-Za-z0-9_-]{0,32}["']?\\s*[=:]\\s*)${VALUE}`, "gi"),
  new RegExp(`(--?[A-Za-z0-9_-]{0,32}(?:${NAMES})[A-Za-z0-9_-]{0,32}\\s+)${VALUE}`, "gi"),
];

/**
 * Something of this is in every text that one of those above finds something in. Nearly all texts have none of it, and
 * then one search has to be made ready instead of thirteen.
 */
const TRACE_OF_SECRET =
  /-----BEGIN |A[KS]IA|gh[pousr]_|github_pat_|glpat-|sk-|xox|AIza|eyJ|Bearer|Basic|:\/\/|secret|token|password|passwd|api[_-]?key|authorization/i;

export function redact(value: unknown): unknown {
  const budget = { left: MAX_VALUES };
  return clean(value, MAX_DEPTH, budget);
}

/** For the fields that must stay text. */
export function redactText(text: string, longest = MAX_CHARACTERS): string {
  // Cut behind the longest key that may begin in it: half of one is not known for what it is.
  const clean = withoutSecrets(text.slice(0, longest + LONGEST_SECRET));
  return text.length > longest ? `${clean.slice(0, longest)}…` : clean;
}

function clean(value: unknown, depth: number, budget: { left: number }): unknown {
  if (budget.left-- <= 0) return "[cut: too many values]";
  if (typeof value === "string") return cleanText(value);
  if (typeof value === "bigint") return String(value);
  if (value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value !== "object") return undefined;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return { length: value.length, hash: contentHash(value) };
  if (depth <= 0) return "[cut: too deep]";
  if (Array.isArray(value)) return value.slice(0, budget.left + 1).map((item) => clean(item, depth - 1, budget));
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    if (budget.left <= 0) break;
    const inside = (value as Record<string, unknown>)[key];
    const kept =
      SECRET_KEY.test(key.slice(0, 1024)) && !isPlainFact(inside) ? REDACTED : clean(inside, depth - 1, budget);
    entries.push([redactText(key), kept]);
  }
  return Object.fromEntries(entries);
}

/** A switch or nothing at all gives no secret away. */
function isPlainFact(value: unknown): boolean {
  return value === null || typeof value === "boolean";
}

function cleanText(text: string): unknown {
  return text.length > MAX_CHARACTERS ? { length: text.length, hash: contentHash(text) } : withoutSecrets(text);
}

function withoutSecrets(text: string): string {
  if (!TRACE_OF_SECRET.test(text)) return maskSecrets(text);
  let clean = text;
  for (const secret of SECRET_TEXT) clean = clean.replace(secret, REDACTED);
  for (const assignment of SECRET_ASSIGNMENTS) clean = clean.replace(assignment, `$1${REDACTED}`);
  return maskSecrets(clean);
}
