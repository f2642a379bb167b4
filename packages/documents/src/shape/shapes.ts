/** The forms that files people write are made of, with messages that finish the sentence "key …". */
import * as v from "valibot";
import { hasInvisible } from "../text/invisible.ts";

export const text = v.pipe(
  v.string("must be text"),
  v.check((value) => !hasInvisible(value), "must not contain control or invisible characters"),
  v.check((value) => value.trim() !== "", "must not be empty"),
);
export function oneOf<const T extends readonly string[]>(words: T) {
  return v.picklist(words, `must be one of ${words.join(", ")}`);
}

export function listOf<T extends v.GenericSchema>(item: T) {
  return v.array(item, "must be a list");
}

export function whole(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(from, message), v.maxValue(to, message));
}

export function mapOf<const T extends v.ObjectEntries>(entries: T) {
  return v.strictObject(entries, (issue) =>
    issue.expected?.startsWith('"') ? `lacks the key ${issue.expected}` : "must be a map of keys",
  );
}
