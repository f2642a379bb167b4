/** Git's own list of what stays out of history on this machine. */
import { relative, sep } from "node:path";
import type { InstallFile } from "@intentgate/hosts";
import { findRepository } from "@intentgate/world";

/** With a block of lines between two comments, as in TOML, for these paths below the root; null without a repository. */
export function excludeFile(root: string, paths: readonly string[]): InstallFile | null {
  const repository = findRepository(root);
  if (repository === null) return null;
  const path = slashed(relative(root, `${repository.commonDir}/info/exclude`));
  const below = slashed(relative(repository.top, root));
  const lines = [...new Set(paths)].sort().map((one) => `/${below === "" ? "" : `${below}/`}${one}`);
  return { path, keepOut: false, content: { kind: "toml", lines: () => lines, taken: [] } };
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
