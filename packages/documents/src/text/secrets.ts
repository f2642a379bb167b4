/**
 * Text that looks like a key or a password: found so that a person is asked before an agent writes one down, and masked
 * wherever it would be shown. What only stands in for one (`xxxx`, `example`, `${VAR}`) is none.
 */
import { clippedText } from "./visible-text.ts";

export interface FoundSecret {
  /** As a person calls it: "an AWS access key". */
  kind: string;
  value: string;
  /** It has no mark of its own: its name says so, and it looks like chance. */
  isGuess: boolean;
}

interface Format {
  kind: string;
  /** The first group is the secret, where there is one. None of them goes back over what it has read. */
  text: RegExp;
  /** It has no mark of its own, so what it holds must look like chance. */
  isGuess?: true;
}

const NAMES = "secret|token|password|passwd|pwd|api[_-]?key|access[_-]?key|private[_-]?key|credential";
const FORMATS: readonly Format[] = [
  {
    kind: "a private key",
    text: /-----BEGIN (?:[A-Z]{1,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----\s{0,4}([A-Za-z0-9+/=\s]{16,8000})/g,
  },
  { kind: "an AWS access key", text: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: "a GitHub token", text: /\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{50,255})/g },
  { kind: "a GitLab token", text: /\bglpat-[A-Za-z0-9_-]{20,255}/g },
  { kind: "a Slack token", text: /\bxox[abeprs]-[A-Za-z0-9-]{20,255}/g },
  {
    kind: "a Slack webhook",
    text: /\bhooks\.slack\.com\/services\/(T[A-Za-z0-9]{6,20}\/B[A-Za-z0-9]{6,20}\/[A-Za-z0-9]{16,40})/g,
  },
  { kind: "a Google key", text: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: "a Stripe key", text: /\b[rs]k_live_[A-Za-z0-9]{16,255}/g },
  { kind: "an npm token", text: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "a PyPI token", text: /\bpypi-AgE[A-Za-z0-9_-]{40,500}/g },
  { kind: "a SendGrid key", text: /\bSG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{30,60}/g },
  { kind: "a key of a model's provider", text: /\bsk-[A-Za-z0-9_-]{20,255}/g, isGuess: true },
  {
    kind: "a signed token (JWT)",
    text: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{16,1000}/g,
  },
  { kind: "a password in an address", text: /:\/\/[^\s/:@"'`]{1,100}:([^\s/@"'`]{8,200})@/g, isGuess: true },
  {
    kind: "a password or a token",
    text: new RegExp(
      `(?:${NAMES})[A-Za-z0-9_-]{0,32}["'\`]?\\]?\\s{0,8}(?:=>|:=|=|:)\\s{0,8}["'\`]([^"'\`\\s]{12,512})["'\`]`,
      "gi",
    ),
    isGuess: true,
  },
  {
    kind: "a password or a token",
    text: new RegExp(
      `^[ \\t+]{0,8}(?:export[ \\t])?[A-Z0-9_]{0,40}(?:${NAMES})[A-Z0-9_]{0,32}[ \\t]{0,4}[=:][ \\t]{0,4}([^"'\`\\s]{12,512})[ \\t]{0,80}$`,
      "gim",
    ),
    isGuess: true,
  },
  {
    kind: "a password or a token",
    text: new RegExp(
      `(?:^|[\\s;&|])[A-Z0-9_]{0,40}(?:${NAMES.replaceAll("[_-]", "_").toUpperCase()})[A-Z0-9_]{0,32}=([^"'\`\\s]{12,512})(?=[ \\t])`,
      "g",
    ),
    isGuess: true,
  },
  {
    kind: "a password or a token",
    text: new RegExp(`[ \\t]--(?:${NAMES})(?:=|[ \\t]{1,4})([^"'\`\\s-][^"'\`\\s]{11,511})`, "gi"),
    isGuess: true,
  },
  { kind: "a token", text: /\bBearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,512})/g, isGuess: true },
];

/** Something of this is in every text that a format finds something in: nearly all texts have none of it. */
const TRACE = new RegExp(
  `-----BEGIN |A[KS]IA|gh[pousr]_|github_pat_|glpat-|xox|hooks\\.slack|AIza|k_live_|npm_|pypi-|SG\\.|sk-|eyJ|://|Bearer|${NAMES}`,
  "i",
);

const STAND_INS =
  /example|sample|placeholder|dummy|fake|changeme|change_me|replace|redacted|your[_-]|my[_-]?secret|not[_-]?a|xxxx|\*{4}|\.{3}|0{6}|1234567|abcdef|<|>|\$\{|\$\(|\{\{|%\(|process\.env|^\$[A-Z_]/i;
/** Of content, not of people: `token_hash: "sha256:…"`; a path; an address. */
const OTHER_THINGS = /^(?:sha\d{1,3}[-:]|hmac-|https?:|\/|\.{1,2}\/|[\w.-]+\()/i;
const LEAST_BITS = 3.3;

/** Each value once. */
export function secretsIn(text: string): FoundSecret[] {
  const found = new Map<string, FoundSecret>();
  for (const { kind, value, isGuess } of placesOf(text)) found.set(value, found.get(value) ?? { kind, value, isGuess });
  return [...found.values()];
}

/** The first signs of each stay, so that a person knows which one is meant; so does the length of the text. */
export function maskSecrets(text: string): string {
  const places = placesOf(text);
  if (places.length === 0) return text;
  const signs = text.split("");
  const mask = (index: number) => {
    if (/\S/.test(signs[index] ?? "")) signs[index] = "*";
  };
  const masked = places.filter((place) => !hidesCode(place));
  const values = new Set(masked.map(({ value }) => value));
  // Each is looked for in all of the text.
  if (values.size > MOST_VALUES) return text.replace(/\S/g, "*");
  for (const { at } of masked) for (const index of at.slice(SHOWN)) mask(index);
  // Elsewhere too, where nothing says what it is.
  for (const value of values)
    for (let from = text.indexOf(value); from >= 0; from = text.indexOf(value, from + value.length))
      for (let index = from + SHOWN; index < from + value.length; index++) mask(index);
  return signs.join("");
}

const SHOWN = 4;
const MOST_VALUES = 300;

/** What only looks like chance may be a command: the person who is asked about it must see it. */
const hidesCode = ({ isGuess, value }: FoundSecret) => isGuess && /[;|&(){}<>$]/.test(value);

/** In everything that it holds. */
export function maskAll<T>(value: T): T {
  if (typeof value === "string") return maskSecrets(value) as T;
  if (Array.isArray(value)) return value.map(maskAll) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [maskSecrets(key), maskAll(one)])) as T;
}

/** Farther in nothing is shown of what is clipped. */
const FARTHEST = 50_000;

/** On one line, and clipped: masked first, as a line end that is spelled out, or a cut, would hide a key from the mask. */
export function maskedText(text: string, most: number): string {
  const near = Math.max(FARTHEST, 2 * most);
  return clippedText(maskSecrets(text.slice(0, near)) + text.slice(near), most);
}

export function maskedSecret({ kind, value }: FoundSecret): string {
  return `${kind} (${value.slice(0, SHOWN)}…)`;
}

/** `at`: where each sign of the value stands in the text. */
interface Place extends FoundSecret {
  at: readonly number[];
}

function placesOf(text: string): Place[] {
  const joined = joinedText(text);
  // A text without joints has its own trace; one with them may have it only when its pieces are put together.
  if (!TRACE.test(text) && (joined === null || !TRACE.test(joined.text))) return [];
  const direct = search(text, (from, length) => Array.from({ length }, (_, offset) => from + offset));
  if (joined === null) return direct;
  return [...direct, ...search(joined.text, (from, length) => joined.at.slice(from, from + length))];
}

function search(text: string, at: (from: number, length: number) => readonly number[]): Place[] {
  return FORMATS.flatMap(({ kind, text: format, isGuess = false }) =>
    [...text.matchAll(format)].flatMap((match): Place[] => {
      const value = match[1] ?? match[0];
      if (STAND_INS.test(value) || new Set(value).size < 6 || (isGuess && !looksRandom(value))) return [];
      return [{ kind, value, isGuess, at: at(match.index + match[0].lastIndexOf(value), value.length) }];
    }),
  );
}

function looksRandom(value: string): boolean {
  if (OTHER_THINGS.test(value) || value.replace(/\D/g, "").length < 2 || !/[A-Za-z]/.test(value)) return false;
  const counts = new Map<string, number>();
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits >= (value.length < 20 ? LEAST_BITS - 0.3 : LEAST_BITS);
}

const QUOTES = `"'\``;
const BETWEEN = " \t\r\n+.\\";
const LONGEST_JOINT = 200;

/** With the pieces of texts that a program puts together (`"AKIA" + "…"`, a line that goes on) in one; null where there are none. */
function joinedText(text: string): { text: string; at: number[] } | null {
  const at: number[] = [];
  const signs: string[] = [];
  for (let index = 0; index < text.length; index++) {
    const end = jointEnd(text, index);
    if (end > index) index = end - 1;
    else {
      signs.push(text[index] ?? "");
      at.push(index);
    }
  }
  return signs.length === text.length ? null : { text: signs.join(""), at };
}

/** Behind the joint that begins here; here, where none does. */
function jointEnd(text: string, start: number): number {
  const sign = text[start] ?? "";
  const isQuote = QUOTES.includes(sign);
  const goesOn = sign === "\\" && /^\\\r?\n/.test(text.slice(start, start + 3));
  if (!isQuote && !goesOn) return start;
  let index = start + 1;
  const last = Math.min(text.length, start + LONGEST_JOINT);
  while (index < last && BETWEEN.includes(text[index] ?? "")) index++;
  if (goesOn) return index;
  return index > start + 1 && QUOTES.includes(text[index] ?? "") && index < last ? index + 1 : start;
}
