/** The file that the model asks for: a control file, which the gate refuses in every mode, under every intent and without. */
import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const NAME = "intentgate-canary-";

export interface Canary {
  path: string;
  /** Stands in its name, and in no other file's. */
  mark: string;
  /** Whether it came to be. It is gone afterwards. */
  remove(): boolean;
}

export function createCanary(root: string): Canary {
  const mark = `${NAME}${randomBytes(8).toString("hex")}`;
  const path = join(root, ".orchestration", `${mark}.txt`);
  const hadFolder = existsSync(dirname(path)); // a linked worktree has none
  return {
    path,
    mark,
    remove() {
      const wasThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
      rmSync(path, { force: true, recursive: true });
      if (!hadFolder && existsSync(dirname(path)) && readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path));
      return wasThere;
    },
  };
}

/** For whoever reads decisions: this call was made by `doctor --live`. */
export function isCanary(payload: unknown): boolean {
  return payload !== undefined && JSON.stringify(payload).includes(NAME);
}
