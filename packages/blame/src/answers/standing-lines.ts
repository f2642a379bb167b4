/** Where the lines of records stand in the commits that git names for them, as whoever asks git for a line finds them. */
import type { Standing } from "@intentgate/trace";
import { findRepository, headRevision, type Repository, readBlobs, runGit } from "@intentgate/world";
import { objectsOf, pathInGit } from "../git/git-objects.ts";
import { isCommit } from "../git/record-commits.ts";
import type { Blame } from "./blame.ts";
import { trackedFiles } from "./coverage.ts";

const LARGEST = 16_000_000;
const MOST_BYTES = 256_000_000;

/** By the number of a record; none for one of which nothing stands in the commit that is checked out. */
export function standingLines(root: string, blame: Blame): (number: number) => readonly Standing[] {
  const repository = findRepository(root);
  const head = headRevision(repository);
  const found = new Map<number, Map<string, Standing>>();
  if (repository === null || !isCommit(head)) return () => [];
  for (const path of trackedFiles(root) ?? []) {
    const bytes = bytesIn(repository, `${head}:${pathInGit(root, repository, path)}`);
    const credits = bytes === null ? null : blame.content(path, bytes);
    if (!credits?.some(({ credit }) => credit === "record")) continue;
    const places = placesOf(repository, head, pathInGit(root, repository, path));
    for (const [at, credit] of credits.entries()) {
      const place = places[at];
      if (credit.credit !== "record" || !place) continue;
      const file = blame.record(credit.number).files.findIndex((one) => one.relative_path === credit.written.path);
      const name = pathInRoot(root, repository, place.path);
      if (file < 0 || name === null) continue;
      const its = found.get(credit.number) ?? new Map<string, Standing>();
      found.set(credit.number, its);
      const standing = its.get(place.commit) ?? { commit: place.commit, lines: [] };
      its.set(place.commit, standing);
      standing.lines.push({ file, path: name, line: place.line });
    }
  }
  return (number) => [...(found.get(number)?.values() ?? [])];
}

function bytesIn(repository: Repository, name: string): Uint8Array | null {
  if (/[\n\0]/.test(name)) return null; // git is asked line by line
  const [blob] = objectsOf(repository, [name]);
  if (!blob || blob.size > LARGEST) return null;
  return readBlobs(repository, [blob.name], LARGEST).get(blob.name) ?? null;
}

interface Place {
  commit: string;
  path: string;
  line: number;
}

/** Of each line of a file of a commit: the commit that brought it, and where it stood there. */
function placesOf(repository: Repository, commit: string, path: string): Place[] {
  const answer = runGit(repository, {
    words: ["blame", "--line-porcelain", "--root", "--no-textconv", commit, "--", path],
    input: "",
    mostBytes: MOST_BYTES,
  });
  const places: Place[] = [];
  let place: Place = { commit: "", path: "", line: 0 };
  for (const text of answer.ok ? answer.output.toString("utf8").split("\n") : []) {
    const begun = /^([0-9a-f]{40,64}) (\d{1,12}) \d+(?: \d+)?$/.exec(text);
    if (text.startsWith("\t")) places.push(place);
    else if (begun) place = { commit: begun[1] as string, path: "", line: Number(begun[2]) };
    else if (text.startsWith("filename ")) place.path = text.slice("filename ".length);
  }
  return places;
}

/** Git quotes a name with odd characters, and such a one is left out. */
function pathInRoot(root: string, { top }: Repository, path: string): string | null {
  if (path === "" || path.startsWith('"')) return null;
  const before = root === top ? "" : `${root.slice(top.length + 1)}/`;
  return path.startsWith(before) ? path.slice(before.length) : null;
}
