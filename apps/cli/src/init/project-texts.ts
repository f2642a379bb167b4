/** The files of a project that tell which commands it has. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const LARGEST = 1_000_000;

export function projectTexts(root: string) {
  const read = (...names: string[]) => names.map((name) => textOf(join(root, name))).find((text) => text !== undefined);
  return {
    packageJson: read("package.json"),
    makefile: read("GNUmakefile", "makefile", "Makefile"),
    pyproject: read("pyproject.toml"),
  };
}

/** Undefined where there is none, or none that a person would have written. */
function textOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= LARGEST ? readFileSync(file, "utf8") : undefined;
}
