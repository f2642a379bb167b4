/** What a command works on where no layers can be laid: copies of folders, put in the places of these. */

/** All paths are relative to the root. */
export interface Copies {
  /** Folders that are put together anew, the outer first: parts of them are copied, parts are as they are. */
  joined: readonly string[];
  /** What is copied, by the folder that it lies in; "" is the root. */
  copied: readonly { folder: string; names: readonly string[] }[];
  /** What is as it is, and read-only: what the scope cannot cover, and code of others. */
  bound: readonly { path: string; kind: "folder" | "file" }[];
  /** Folders between the root and what is bound: with one of them that could be moved away. */
  fixed: readonly string[];
  /** Below what is bound, and written all the same: caches in code of others. */
  over: readonly string[];
  /** Sockets and pipes in what is bound that another program may listen on. */
  masked: readonly string[];
}

export function layCopiesWords(root: string, upper: string, copies: Copies): string[] {
  const at = (path: string) => `${root}/${path}`;
  const own = (path: string): [string, string[]] => [path, ["--bind", `${upper}/${path}`, at(path)]];
  const places: [path: string, words: string[]][] = [
    ...copies.fixed.map(own),
    ...copies.bound.map(({ path }): [string, string[]] => [path, ["--ro-bind", at(path), at(path)]]),
    ...copies.over.map(own),
    ...copies.masked.map((path): [string, string[]] => [path, ["--ro-bind", "/dev/null", at(path)]]),
  ];
  // The outer of two nested places first, so that the inner one lies on it.
  const sorted = places.toSorted(([one], [other]) => depth(one) - depth(other));
  return ["--bind", upper, root, ...sorted.flatMap(([, words]) => words)];
}

function depth(path: string): number {
  return path.split("/").length;
}
