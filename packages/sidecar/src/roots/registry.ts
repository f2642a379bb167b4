/** Which roots are governed, kept outside every workspace so that removing a sidecar opens nothing. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { jsonFields, ProblemError, problem } from "@intentgate/documents";
import { onSystemError, readRegular, replaceFile, withFileLock } from "@intentgate/world";

export interface RootRegistry {
  list(): string[];
  add(root: string): Promise<void>;
  remove(root: string): Promise<void>;
}

export function createRootRegistry(state: string): RootRegistry {
  const file = join(state, "roots.json");

  function list(): string[] {
    const text = onSystemError(["ENOENT"], null, () => readRegular(file).toString("utf8"));
    if (text === null) return [];
    const roots = readRoots(text);
    if (roots) return roots;
    // An unreadable registry must not read as "nothing is governed".
    throw new ProblemError([
      problem(
        "CANNOT_READ",
        "the list of governed roots is damaged",
        `Delete ${file} and run \`intentgate init\` in each repository again.`,
        { file },
      ),
    ]);
  }

  async function change(edit: (roots: string[]) => string[]): Promise<void> {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    await withFileLock(`${file}.lock`, async () => {
      const roots = [...new Set(edit(list()))].sort();
      replaceFile(file, `${JSON.stringify({ version: 1, roots }, null, 2)}\n`, { mode: 0o600 });
    });
  }

  return {
    list,
    add: (root) => (list().includes(root) ? Promise.resolve() : change((roots) => [...roots, root])),
    remove: (root) => change((roots) => roots.filter((one) => one !== root)),
  };
}

function readRoots(text: string): string[] | null {
  const { version, roots } = jsonFields(text);
  return version === 1 && Array.isArray(roots) && roots.every((one) => typeof one === "string") ? roots : null;
}
