/** The input fields that several tools share. */
import { hasControl, readJson, withoutControl } from "@intentgate/documents";
import { mostGlobsAsked } from "@intentgate/engine";
import * as v from "valibot";

const MOST_TEXT = 8 * 1024 * 1024;
const LONGEST_PATH = 4096;

/** With the `u` flag only halves of a pair match: they cannot be written as UTF-8 and would become U+FFFD. */
const loneSurrogate = /[\ud800-\udfff]/u;

export function pathProblem(path: string): string | null {
  if (path === "") return "must not be empty";
  if (path.length > LONGEST_PATH) return `must be at most ${LONGEST_PATH} characters long`;
  // They hide it from the person who reads the question.
  if (hasControl(path)) return "must not contain NUL or other control characters";
  return loneSurrogate.test(path) ? "must be valid Unicode" : null;
}

export function path(description: string) {
  return v.pipe(
    v.string(),
    v.minLength(1, "must not be empty"),
    v.maxLength(LONGEST_PATH, `must be at most ${LONGEST_PATH} characters long`),
    v.regex(withoutControl, "must not contain NUL or other control characters"),
    v.check((value) => !loneSurrogate.test(value), "must be valid Unicode"),
    v.description(description),
  );
}

/** Any text that may end up in a file. */
export function text(description: string) {
  return v.pipe(
    v.string(),
    v.maxLength(MOST_TEXT, `must be at most ${MOST_TEXT} characters long`),
    v.check((value) => !loneSurrogate.test(value), "must be valid Unicode (it contains half of a surrogate pair)"),
    v.description(description),
  );
}

/** Words for people and the ledger: never empty, never long. */
export function words(most: number, description: string) {
  return v.pipe(
    v.string(),
    v.nonEmpty("must not be empty"),
    v.maxLength(most, `must be at most ${most} characters long`),
    v.description(description),
  );
}

export function wordList(most: number, description: string) {
  return v.pipe(
    v.array(v.pipe(v.string(), v.nonEmpty("must not be empty"), v.maxLength(2_000, "must be at most 2000 characters"))),
    v.maxLength(most, `must have at most ${most} entries`),
    v.description(description),
  );
}

export function whole(least: number, most: number, description: string) {
  return v.pipe(
    v.number(),
    v.integer("must be a whole number"),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
    v.description(description),
  );
}

export const LAST_LINE = 1_000_000_000;

export const scopeExpansion = v.object({
  additional_globs: v.pipe(
    wordList(mostGlobsAsked, "Globs to add to the intent's owned_scope, relative to the root."),
    v.minLength(1, "must name at least one glob"),
  ),
  reason: words(2_000, "Why the intent needs them; a person reads this."),
});

/** Optional in every writing tool: what the model saw, and a request to widen the scope in the same question. */
export const writingFields = {
  observed_content_hash: v.nullish(
    v.pipe(
      v.union([v.string(), v.record(v.string(), v.string())]),
      v.description("The content_hash last seen for the file; for several files a map from path to hash."),
    ),
  ),
  request_scope_expansion: v.nullish(
    v.pipe(
      v.union([
        scopeExpansion,
        v.pipe(
          v.string(),
          v.check(isExpansionText, "must be an object, or its JSON text, with additional_globs and reason"),
        ),
      ]),
      v.description("Asks a person to widen the active intent's scope for this call."),
    ),
  ),
};

function isExpansionText(value: string): boolean {
  const json = readJson(value);
  return json.ok && v.is(scopeExpansion, json.value);
}
