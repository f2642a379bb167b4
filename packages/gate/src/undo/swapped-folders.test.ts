/** Undo and putting back, while a program exchanges the folder for a link to another one all the time. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { changeEntry, type FormerEntry, removeEmpty } from "@intentgate/box";
import { type EntryReading, readEntry, stampAt } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { swappers, whileSwapping } from "../../../../test/support/swap-folders.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { observedOf } from "../observe/observer.ts";
import { putBackFiles } from "../observe/put-back-files.ts";
import { controlState, putBack } from "../trust/control-watch.ts";
import { undoFolders } from "./undo-folders.ts";

let root: string;
let outside: string;
let kept: string;
beforeEach(() => {
  const all = tempFolder("swapped");
  [root, outside, kept] = [join(all, "root"), join(all, "outside"), join(all, "kept")];
  // As in the folder itself, so that nothing but the way tells one from the other.
  for (const folder of [join(root, "d"), outside]) mkdirSync(join(folder, "empty/below"), { recursive: true });
  for (const name of ["f", ".envrc"]) writeFileSync(join(outside, name), "theirs", { mode: 0o640 });
  symlinkSync("../outside", join(root, "link"));
});

const at = (path: string) => join(root, path);
const was = (text: string | null): EntryReading => {
  const place = join(kept, "..", "was");
  rmSync(place, { force: true });
  if (text !== null) writeFileSync(place, text);
  return readEntry(place);
};
const old: FormerEntry = { kind: "file", bytes: Buffer.from("old"), mode: 0o600 };

function stands(): string {
  const all = readdirSync(outside, { recursive: true }).map(String).toSorted();
  const modes = all.map((path) => `${path} ${(lstatSync(join(outside, path)).mode & 0o7777).toString(8)}`);
  return [...modes, readFileSync(join(outside, "f"), "utf8"), readFileSync(join(outside, ".envrc"), "utf8")].join("; ");
}

/** What stands at a path is looked at first: that may be what the link leads to. */
function observed(path: string, then: EntryReading) {
  const { stamp, link, bytes } = then;
  return observedOf(root, { path, was: { stamp, link, bytes, sure: true }, now: readEntry(at(path)) }, false);
}

const ways: [string, () => void][] = [
  ["undo brings a file", () => changeEntry(at("d/f"), stampAt(at("d/f")), old)],
  ["undo brings a link", () => changeEntry(at("d/f"), stampAt(at("d/f")), { kind: "link", target: "x" })],
  ["undo brings a file in folders that are gone", () => changeEntry(at("d/new/er/f"), null, old)],
  ["undo takes a file away", () => changeEntry(at("d/f"), stampAt(at("d/f")), null)],
  ["undo takes empty folders away", () => removeEmpty(at("d/empty/below"), root)],
  [
    "undo brings folders, and takes them away",
    () => {
      const made = { path: "d/made", before: 0o755, after: null };
      const gone = {
        path: "d/empty/below",
        before: null,
        after: lstatSync(join(outside, "empty/below")).mode & 0o7777,
      };
      const moded = { path: "d/empty", before: 0o700, after: lstatSync(join(outside, "empty")).mode & 0o7777 };
      const folders = undoFolders(root, [[made, gone, moded]], () => true);
      folders.open();
      folders.change();
      folders.close();
    },
  ],
  ["a stray file is put back", () => putBackFiles([observed("d/f", was("old"))], kept, () => null)],
  ["a new stray file is put back", () => putBackFiles([observed("d/f", was(null))], kept, () => null)],
  [
    "a mode is put back",
    () => {
      const same = was("theirs");
      chmodSync(join(kept, "..", "was"), 0o600);
      putBackFiles([observed("d/f", { ...same, ...readEntry(join(kept, "..", "was")) })], kept, () => null);
    },
  ],
  [
    "a control file is put back",
    () => {
      const state = controlState(root);
      const file = { kind: "file" as const, mode: 0o600, bytes: Buffer.from("old").toString("base64") };
      putBack(root, { ...state, "d/.envrc": file }, kept, () => false);
    },
  ],
  ["a control file is taken away", () => putBack(root, withoutControl(controlState(root)), kept, () => false)],
];

function withoutControl<T>(state: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(state).filter(([path]) => !path.startsWith("d/")));
}

/** The system may say that what is looked at is gone by then. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
  }
}

describe.each(swappers)("while folder and link are exchanged %s", (_how, isPossible, start) => {
  it.skipIf(!isPossible).each(ways)("nothing comes to where the link leads: %s", async (_what, act) => {
    const before = stands();
    await whileSwapping(start({ folder: at("d"), link: at("link"), aside: at("aside") }), () => {
      for (let round = 0; round < 200; round += 1) {
        attempt(() => mkdirSync(at("d/empty/below"), { recursive: true }));
        attempt(act);
        expect(stands()).toBe(before);
      }
    });
  });
});
