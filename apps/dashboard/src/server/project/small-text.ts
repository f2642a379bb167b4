/** The text of a small file inside the root; null for anything else. */
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { isPlain } from "./project-tree.ts";

const LARGEST = 200_000;

export function smallText(root: string, path: string): string | null {
  if (!isPlain(path)) return null;
  const file = join(root, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > LARGEST) return null;
  const [folder, top] = [realpathSync(dirname(file)), realpathSync(root)];
  if (folder !== top && !folder.startsWith(`${top}${sep}`)) return null;
  const bytes = readFileSync(file);
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : null;
}
