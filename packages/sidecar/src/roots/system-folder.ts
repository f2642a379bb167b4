/** The folders below `.system` that the gate writes itself: made where they are missing, never reached through a link. */
import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ProblemError, problem } from "@intentgate/documents";
import { cannotWrite, codeOf, createExclusive } from "@intentgate/world";

/** The absolute folder. What is in it belongs to this machine and is kept out of git. */
export function systemFolder(root: string, name: "cache" | "implement"): string {
  const folder = join(root, ".system", name);
  expectFolder(join(root, ".system"), ".system");
  expectFolder(folder, `.system/${name}`);
  // Handlers make these folders too.
  const ignore = join(folder, ".gitignore");
  if (!lstatSync(ignore, { throwIfNoEntry: false })) createExclusive(ignore, "*\n", 0o644);
  return folder;
}

/** A link in its place would lead what the gate writes anywhere. */
export function expectFolder(path: string, shown: string): "made" | "found" {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return "found";
  if (found) {
    const what = found.isSymbolicLink() ? "a link" : "not a folder";
    throw new ProblemError([
      problem("BAD_PATH", `${shown} is ${what}`, "Put a folder in its place, then try again.", { file: shown }),
    ]);
  }
  try {
    mkdirSync(path, { mode: 0o755 });
    return "made";
  } catch (error) {
    // Another process was first: what it made is looked at like anything else.
    if (codeOf(error) === "EEXIST") return expectFolder(path, shown);
    throw cannotWrite(error, shown);
  }
}
