/** Empty folders that stand in for such as are not there, so that the floor has something to lie on. */
import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { codeOf, isAlive, readText, startedAt } from "@intentgate/world";

const FILE = "vacant";

/** Written down first: whoever comes after a sudden end takes them away. */
export function standIn(folder: string, paths: readonly string[]): string[] {
  writeFileSync(join(folder, FILE), JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid), paths }), {
    mode: 0o600,
  });
  return paths.filter((path) => {
    try {
      atPlace(path, (place) => mkdirSync(place, { mode: 0o700 }));
      return true;
    } catch (error) {
      if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
      return codeOf(error) === "EEXIST"; // another floor's
    }
  });
}

/** Takes away those of one floor that nobody put anything into, and that no living floor stands on. */
export function takeAway(floors: string, id: string): void {
  const paths = pathsOf(join(floors, id)) ?? [];
  const others = livingFloors(floors).filter((one) => one !== id);
  const needed = new Set(others.flatMap((one) => pathsOf(join(floors, one)) ?? []));
  for (const path of paths.filter((one) => !needed.has(one)).toReversed()) {
    try {
      atPlace(path, rmdirSync);
    } catch (error) {
      if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error; // filled meanwhile, or gone: not ours any more
    }
  }
}

/** Not where a link on the way leads: whoever stood on the floor may have put it there. */
function atPlace(path: string, act: (place: string) => void): void {
  const folder = holdFolder(dirname(path));
  try {
    act(folder.place(basename(path)));
  } finally {
    folder.close();
  }
}

export function livingFloors(floors: string): string[] {
  return floorsIn(floors).filter((id) => {
    const { pid, startedAt: at } = jsonFields(readText(join(floors, id, FILE)) ?? "");
    return typeof pid === "number" && isAlive(pid, typeof at === "string" ? at : null);
  });
}

export function floorsIn(floors: string): string[] {
  try {
    return readdirSync(floors);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    return [];
  }
}

function pathsOf(folder: string): string[] | null {
  const { paths } = jsonFields(readText(join(folder, FILE)) ?? "");
  return Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : null;
}
