/** The fields that our files are made of; their messages complete a sentence that starts with the key. */
import { hasInvisible, listOf } from "@intentgate/documents";
import * as v from "valibot";

export const remark = v.pipe(
  v.string("must be text"),
  v.maxLength(2_000, "must not be longer than 2000 characters"),
  v.check((value) => !hasInvisible(value.replaceAll("\n", " ")), "must not contain control or invisible characters"),
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
  const parts = plainPath(value).split("/");
  return (
    !value.includes("\\") &&
    !/^[A-Za-z]:/.test(value) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

export function shortList<T extends v.GenericSchema>(item: T, limit = 200) {
  return v.pipe(listOf(item), v.maxLength(limit, `must not have more than ${limit} entries`));
}

export const version = v.nullish(v.literal(1, "must be 1"), 1);

/** `./a` in `x/y.yaml` is meant from the root, not from `x`. */
export function plainPath(path: string): string {
  return path.replace(/^\.\//, "");
}
