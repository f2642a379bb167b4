/** Which tracked files name another one: as an import does, or by its path. A look, not a proof; bounded in time and size. */
import type { Repository } from "./git-facts.ts";
import { runGit } from "./run-git.ts";

const LONGEST_MS = 1_000;
const MOST_BYTES = 256_000;
const MOST_FILES = 50;
/** Names that stand everywhere for something else. */
const SHORTEST_STEM = 3;
const anyones: ReadonlySet<string> = new Set(["index", "main", "mod", "__init__", "README"]);

export interface NamingFiles {
  files: number;
  /** The look ended there. */
  isLeast: boolean;
}

/** `path` is relative to the top of the repository. Null where it cannot be told: no fitting name, or git took too long. */
export function filesNaming(repository: Repository, path: string): NamingFiles | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stem = name.replace(/(?<=.)\.[^.]*$/, "");
  if (stem.length < SHORTEST_STEM || anyones.has(stem) || /[\0\r\n]/.test(path)) return null;
  const found = [path, `/${name}`, `"${name}`, `'${name}`, `/${stem}"`, `/${stem}'`].flatMap((text) => ["-e", text]);
  const answer = runGit(repository, {
    words: ["grep", "-lzIF", "--no-recurse-submodules", "--full-name", ...found, "--", ":(top)"],
    input: "",
    mostBytes: MOST_BYTES,
    longestMs: LONGEST_MS,
  });
  if (!answer.ok) return null;
  const others = answer.output
    .toString("utf8")
    .split("\0")
    .filter((one) => one !== "" && one !== path);
  return { files: Math.min(others.length, MOST_FILES), isLeast: others.length > MOST_FILES };
}
