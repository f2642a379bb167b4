/**
 * Reads `.intentignore`: `[INT-ID:]glob  exclude | require_approval | allow_destructive   # comment`, one rule a line.
 * Without a kind a line excludes; a glob with blanks in it needs its kind behind it. `\#` starts a glob with a hash.
 */

import { type Checked, nearMiss, type Problem, placesIn, type Span, shown } from "@intentgate/documents";
import { intentIdPattern } from "../intents/intent.ts";
import { globProblem } from "../paths/scope.ts";
import type { IgnoreKind, IgnoreRule } from "./ignore-rule.ts";

const kinds: readonly IgnoreKind[] = ["exclude", "require_approval", "allow_destructive"];
const MAX_LENGTH = 1_000_000;
const MAX_PROBLEMS = 100;

type Trouble = Span & { message: string; remedy: string };
type LineReading = { rule: Omit<IgnoreRule, "line"> } | { trouble: Trouble };

export function readIntentignore(text: string, file: string): Checked<IgnoreRule[]> {
  const places = placesIn(text, file, "BAD_IGNORE");
  if (text.length > MAX_LENGTH) {
    const message = "the file is larger than 1 MB";
    return { ok: false, problems: [places.problemIn({ start: 0, end: 1 }, message, "Use wider globs.")] };
  }
  const rules: IgnoreRule[] = [];
  const problems: Problem[] = [];
  let offset = 0;
  for (const [index, raw] of text.split("\n").entries()) {
    const reading = readLine(raw);
    if (reading && "rule" in reading) rules.push({ ...reading.rule, line: index + 1 });
    if (reading && "trouble" in reading && problems.length < MAX_PROBLEMS) {
      const { start, end, message, remedy } = reading.trouble;
      problems.push(places.problemIn({ start: offset + start, end: offset + end }, message, remedy));
    }
    offset += raw.length + 1;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: rules };
}

/** Null: a blank line or a comment. */
function readLine(raw: string): LineReading | null {
  const first = raw.search(/[^\s\uFEFF]/);
  if (first === -1 || raw[first] === "#") return null;
  const comment = raw.slice(first).search(/\s#/);
  const body = raw.slice(first, comment === -1 ? undefined : first + comment).trimEnd();
  const trouble = (at: number, length: number, message: string, remedy: string): LineReading => ({
    trouble: { start: first + at, end: first + at + length, message, remedy },
  });
  const lastBlank = Math.max(body.lastIndexOf(" "), body.lastIndexOf("\t"));
  const lastWord = body.slice(lastBlank + 1);
  const written = kinds.find((kind) => kind === lastWord);
  if (lastBlank === -1 && written)
    return trouble(0, body.length, "the line names a kind but no glob", "Write `glob  kind`.");
  if (lastBlank !== -1 && !written) {
    const meant = nearMiss(lastWord, kinds);
    const message = `unknown kind ${shown(lastWord)}${meant ? `: did you mean ${meant}?` : ""}`;
    return trouble(
      lastBlank + 1,
      lastWord.length,
      message,
      `Write one of ${kinds.join(", ")}; a glob with blanks needs one behind it.`,
    );
  }
  const target = lastBlank === -1 ? body : body.slice(0, lastBlank).trimEnd();
  const colon = target.indexOf(":");
  const intentId = colon === -1 ? null : target.slice(0, colon);
  if (intentId !== null && !intentIdPattern.test(intentId)) {
    return trouble(
      0,
      Math.max(1, colon),
      `${shown(intentId)} is not the id of an intent`,
      "Before `:` stands the id of an intent.",
    );
  }
  const spelled = target.slice(colon + 1);
  const glob = spelled.startsWith("\\#") ? spelled.slice(1) : spelled;
  const bad = glob.startsWith("!")
    ? "is negated; this file only narrows"
    : glob.trim() !== glob
      ? "starts with a blank"
      : globProblem(glob);
  if (bad)
    return trouble(colon + 1, spelled.length, `the glob ${shown(glob)} ${bad}`, "Correct the glob, e.g. `dist/**`.");
  return { rule: { intentId, glob, kind: written ?? "exclude" } };
}
