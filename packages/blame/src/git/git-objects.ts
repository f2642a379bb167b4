/** What git has, and under which names: it is asked for many at once. */
import { type Repository, runGit } from "@intentgate/world";

/** A path of the root as git names it. */
export function pathInGit(root: string, { top }: Repository, path: string): string {
  return root === top ? path : `${root.slice(top.length + 1)}/${path}`;
}

/** `commit` or `commit:path`, in the order asked; null for what is not there. */
export function objectsOf(repository: Repository, names: readonly string[]): ({ name: string; size: number } | null)[] {
  if (names.length === 0) return [];
  const input = names.map((name) => `${name}\n`).join("");
  const answer = runGit(repository, {
    words: ["cat-file", "--batch-check"],
    input,
    mostBytes: 1_000_000 + input.length * 2,
  });
  const lines = answer.ok ? answer.output.toString("utf8").split("\n") : [];
  return names.map((_, at) => {
    const [, name, size] = /^([0-9a-f]{40,64}) (?:blob|commit) (\d{1,12})$/.exec(lines[at] ?? "") ?? [];
    return name === undefined ? null : { name, size: Number(size) };
  });
}
