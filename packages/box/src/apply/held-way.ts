/**
 * The way from the root to the folder of a path, each folder on it held open through the one above. Files are reached
 * through the last one, so a link or another folder that is put in the place of any of them redirects nothing; and it is
 * looked at again for every path whether it still stands where its path says.
 */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { onSystemError } from "@intentgate/world";

export type HeldFolder = ReturnType<typeof holdFolder>;

export interface HeldWay {
  /** What is missing of the way is made where `mayMake`. */
  folderOf(path: string, mayMake: boolean): HeldFolder;
  close(): void;
}

/** Throws where another folder stands at the path of the root; `rootId` is null where any will do. */
export function holdWay(root: string, rootId: string | null): HeldWay {
  const top = holdFolder(root);
  const below: { name: string; folder: HeldFolder }[] = [];
  if (rootId !== null && identityOf(top.place(".")) !== rootId) {
    top.close();
    throw new MovedFolderError(`${root} is no longer the folder that it was`);
  }

  function letGo(from: number): void {
    for (const { folder } of below.splice(from).reverse()) folder.close();
  }

  return {
    folderOf(path, mayMake) {
      const names = path.split("/").slice(0, -1);
      const shared = below.findIndex(({ name }, at) => name !== names[at]);
      letGo(shared < 0 ? Math.min(below.length, names.length) : shared);
      for (const name of names.slice(below.length)) {
        const above = below.at(-1)?.folder ?? top;
        const at = above.place(name);
        if (mayMake) onSystemError(["EEXIST"], undefined, () => mkdirSync(at));
        const way = [...below.map((one) => one.name), name];
        below.push({ name, folder: holdFolder(join(root, ...way), at) });
      }
      const last = below.at(-1)?.folder ?? top;
      last.expectInPlace();
      return last;
    },
    close() {
      letGo(0);
      top.close();
    },
  };
}

export function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}:${ino}`;
}
