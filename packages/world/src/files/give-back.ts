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
  if (moveIfVacant(aside, place)) return null;
  const name = `${[...basename(place)].slice(0, LONGEST).join("")}.saved-${randomBytes(4).toString("hex")}`;
  renameSync(aside, join(dirname(place), name));
  return name;
}

/** Only where nothing stands. What is moved is a file or a link, and stays where it was where something does. */
export function moveIfVacant(from: string, to: string): boolean {
  return onSystemError(
    ["EEXIST"],
    false,
    () => onSystemError(LINKLESS, null, () => linked(from, to)) ?? moved(from, to),
  );
}

function linked(from: string, to: string): true {
  linkSync(from, to);
  rmSync(from);
  return true;
}

function moved(from: string, to: string): boolean {
  if (lstatSync(to, { throwIfNoEntry: false })) return false;
  renameSync(from, to);
  return true;
}
