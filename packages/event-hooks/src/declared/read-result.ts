/** From what a handler printed to a result: one JSON object, known fields, nothing that hides on a screen. */

import { jsonObject, nearMiss, plainLine } from "@intentgate/documents";
import * as v from "valibot";
import { emptyResult, fields, type HookResult } from "./hook-result.ts";

export type ReadResult =
  /** `malformed`: known fields with a value that is none, left out; and what may have been meant to stop something. */
  { ok: true; result: HookResult; warnings: string[]; malformed: string[] } | { ok: false; why: string };

/** Who misspells one of these wanted to stop something. */
const STOPPING = ["error", "confirm"];

export function readResult(printed: string): ReadResult {
  const text = printed.replace(/^\uFEFF/, "");
  // A handler with nothing to say may say nothing.
  if (text.trim() === "") return { ok: true, result: emptyResult, warnings: [], malformed: [] };
  const value = jsonObject(text);
  if (value === null) return { ok: false, why: "what it printed is not one JSON object" };
  const read = resultOf(value);
  const twice = repeatedKey(text);
  return twice === null ? read : { ...read, malformed: [...read.malformed, `${plainLine(twice, 60)} is named twice`] };
}

function resultOf(value: Record<string, unknown>): ReadResult & { ok: true } {
  const result: Record<string, unknown> = { ...emptyResult };
  const warnings: string[] = [];
  const malformed: string[] = [];
  for (const [key, given] of Object.entries(value)) {
    const schema = Object.hasOwn(fields, key) ? fields[key as keyof HookResult] : undefined;
    if (!schema) {
      const stops = nearMiss(key.trim(), STOPPING);
      const meant = stops ?? nearMiss(key, Object.keys(fields));
      const told = `unknown field ${plainLine(key, 60)}${meant ? `, ${meant} may be meant` : ""}`;
      (stops === null ? warnings : malformed).push(told);
      continue;
    }
    const read = v.safeParse(schema, given ?? emptyResult[key as keyof HookResult]);
    if (read.success) result[key] = read.output;
    else malformed.push(`${key}: ${plainLine(read.issues[0].message, 200)}`);
  }
  return { ok: true, result: result as unknown as HookResult, warnings, malformed };
}

/** The first key that an object of sound JSON names twice: a parser keeps the last one, and a reader may have meant the first. */
function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(null);
    else if (character === "}" || character === "]") open.pop();
    if (character !== '"') continue;
    const end = endOfString(text, at);
    const keys = open.at(-1);
    if (keys && isFollowedByColon(text, end)) {
      const key = JSON.parse(text.slice(at, end)) as string;
      if (keys.has(key)) return key;
      keys.add(key);
    }
    at = end - 1;
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at + 1;
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (" \t\r\n".includes(text.charAt(at)) && at < text.length) at++;
  return text.charAt(at) === ":";
}
