/** The building blocks of our file schemas; their messages complete a sentence that starts with the key. */
import * as v from "valibot";
import { hasInvisible } from "../plain-line.ts";

export const remark = v.pipe(
  v.string("must be text"),
  v.maxLength(2_000, "must not be longer than 2000 characters"),
  v.check((value) => !hasInvisible(value.replace(/\n/g, " ")), "must not contain control or invisible characters"),
);

export const line = v.pipe(
  remark,
  v.check((value) => value.trim() !== "", "must not be empty"),
);

/** As in `db.write.user_row` or `billing_regression`. */
export const identifier = v.pipe(
  v.string("must be text"),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, "must be 1 to 128 letters, digits, `.`, `_` or `-`"),
);

export const relativePath = v.pipe(
  line,
  v.check(isRelativePath, "must be a path inside this folder: relative, with `/`, without `..`"),
);

function isRelativePath(value: string): boolean {
  const parts = value.replace(/^\.\//, "").split("/");
  return (
    !/[\\\u0000-\u001f]/.test(value) &&
    !/^[A-Za-z]:/.test(value) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

export function oneOf<const T extends readonly string[]>(words: T) {
  return v.picklist(words, `must be one of ${words.join(", ")}`);
}

export function listOf<T extends v.GenericSchema>(item: T, limit = 200) {
  return v.pipe(v.array(item, "must be a list"), v.maxLength(limit, `must not have more than ${limit} entries`));
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

/** Joins the path of a file that names another one: `./a` in `x/y.yaml` is meant from the root, not from `x`. */
export function plainPath(path: string): string {
  return path.replace(/^\.\//, "");
}
