/** The example hooks that are shipped with this program: hook files, scripts, and what keeps their output out of git. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { appFolder } from "../program/app-folder.ts";
import type { NewFile } from "../workspace/write-new-files.ts";

/** Packages cannot carry an ignore file, so it is not part of the tree. */
const ignore: NewFile = {
  path: ".system/.gitignore",
  text: "# What hooks and abilities write stays on this machine.\nlogs/\ncache/\nimplement/\n",
  mode: 0o644,
};

export function exampleHooks(): NewFile[] {
  const folder = join(appFolder(), "example-hooks");
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = found.map((entry): NewFile => {
    const absolute = join(entry.parentPath, entry.name);
    const path = relative(folder, absolute).split(sep).join("/");
    return { path, text: readFileSync(absolute, "utf8"), mode: path.endsWith(".sh") ? 0o755 : 0o644 };
  });
  return [ignore, ...files].sort((one, other) => (one.path < other.path ? -1 : 1));
}
