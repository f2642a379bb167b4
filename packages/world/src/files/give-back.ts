/** A file that was taken away under another name, compared there, and was not what it was taken for. */
import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";

const LINKLESS = ["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];
const LONGEST = 50;

/**
 * Null where it stands in its place again. Where somebody saved once more by then, both are theirs: it stays beside that,
 * under the name that is returned and that nobody sweeps away.
 */
export function giveBack(aside: string, place: string): string | null {
  const isBack = onSystemError(
    ["EEXIST"],
    false,
    () => onSystemError(LINKLESS, null, () => linked(aside, place)) ?? moved(aside, place),
  );
  if (isBack) return null;
  const name = `${[...basename(place)].slice(0, LONGEST).join("")}.saved-${randomBytes(4).toString("hex")}`;
  renameSync(aside, join(dirname(place), name));
  return name;
}

function linked(aside: string, place: string): true {
  linkSync(aside, place);
  rmSync(aside);
  return true;
}

function moved(aside: string, place: string): boolean {
  if (lstatSync(place, { throwIfNoEntry: false })) return false;
  renameSync(aside, place);
  return true;
}
