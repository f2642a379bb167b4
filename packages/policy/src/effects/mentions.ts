/** Texts in the payload of a tool nobody knows that name files: for the question, and to find control files among them. */
import { readJson } from "@intentgate/documents";
import type { TouchedPath } from "@intentgate/engine";
import type { Resolver } from "./resolve-path.ts";

const MAX_TEXTS = 5_000;
const MAX_PATH_LENGTH = 4096;

export type Mentions = { ok: true; mentions: TouchedPath[] } | { ok: false; problem: string };

/** Keys count like values: a map from path to content is common. */
export function mentionedPaths(payload: unknown, resolver: Resolver, home: string | null): Mentions {
  const texts = new Set<string>();
  const open: unknown[] = [payload];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") {
      const inner = jsonIn(next);
      if (isWorthReading(inner)) open.push(inner);
      else texts.add(next);
    } else if (typeof next === "object" && next !== null) {
      for (const [key, value] of Object.entries(next)) {
        if (!Array.isArray(next)) texts.add(key);
        if (isWorthReading(value)) open.push(value);
      }
    }
    if (texts.size > MAX_TEXTS) return { ok: false, problem: `the input holds more than ${MAX_TEXTS} texts` };
  }
  return { ok: true, mentions: resolved(texts, resolver, home) };
}

function isWorthReading(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

export function resolved(texts: Iterable<string>, resolver: Resolver, home: string | null): TouchedPath[] {
  const found = new Map<string, TouchedPath>();
  for (const text of texts) {
    const spelled = spelling(text, home);
    const isPath = spelled.includes("/") || resolver.isControlName(spelled) || resolver.exists(spelled);
    const at = isPath ? resolver.touched(spelled, true) : null;
    if (at && !found.has(at.absolute)) found.set(at.absolute, { path: text, absolute: at.absolute });
  }
  return [...found.values()];
}

/** The text as a path: a file URL, the home folder, backslashes as a server on another system reads them. */
function spelling(text: string, home: string | null): string {
  if (text.length > MAX_PATH_LENGTH) return "";
  if (text.toLowerCase().startsWith("file://")) return decoded(text.slice("file://".length).replace(/^localhost/i, ""));
  const slashed = text.replaceAll("\\", "/");
  return home !== null && (slashed === "~" || slashed.startsWith("~/")) ? `${home}${slashed.slice(1)}` : slashed;
}

/** Wrappers hand on the input of another tool as text. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return null;
  const json = readJson(text);
  return json.ok ? json.value : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A stray percent sign: the text stands for itself.
    if (error instanceof URIError) return text;
    throw error;
  }
}
