import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { swappers, whileSwapping } from "../../../../test/support/swap-folders.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { MovedFolderError } from "./held-folder.ts";
import { holdFolders } from "./held-folders.ts";
import type { PlannedFile } from "./planned-file.ts";
import { type ExpectBase, replaceFiles } from "./replace-files.ts";

let root: string;
let decided: string;
let other: string;
const link = () => join(root, "auth/link");
const aside = () => join(root, "auth/aside");

beforeEach(() => {
  root = tempFolder("held");
  decided = join(root, "auth/d");
  other = join(root, "other");
  mkdirSync(decided, { recursive: true });
  mkdirSync(other);
  symlinkSync("../other", link());
});

const text = (content: string | null) => (content === null ? null : Buffer.from(content));
function planned(path: string, before: string | null, after: string | null, movedFrom: string | null = null) {
  const shownFrom = movedFrom;
  const file: PlannedFile = {
    path,
    before: text(before),
    after: text(after),
    movedFrom,
    shown: path,
    shownFrom,
    attributes: null,
  };
  return file;
}
const anyBase: ExpectBase = () => undefined;
const staged = () =>
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((path) => path.includes(".intentgate-"));

/** The folder is exchanged for a link to another one at the last moment that a program could hit. */
function swap(): void {
  renameSync(decided, aside());
  renameSync(link(), decided);
}

describe("a folder exchanged for a link while its files are changed", () => {
  const plans: [string, string | null, () => PlannedFile][] = [
    ["a new file", null, () => planned(join(decided, "f.ts"), null, "new")],
    ["a changed file", "old", () => planned(join(decided, "f.ts"), "old", "new")],
    ["a removed file", "old", () => planned(join(decided, "f.ts"), "old", null)],
    ["a moved file", "old", () => planned(join(decided, "g.ts"), "old", "new", join(decided, "f.ts"))],
    ["a file in a new folder", null, () => planned(join(decided, "a/b/f.ts"), null, "new")],
  ];

  it.each(plans)("takes %s nowhere else, and the call fails with nothing changed", (_what, before, plan) => {
    if (before !== null) writeFileSync(join(decided, "f.ts"), before);
    writeFileSync(join(other, "f.ts"), "old");
    const outcome = replaceFiles([plan()], swap);
    expect(outcome).toMatchObject({ ok: false, failure: { code: "IS_LINK" } });
    expect(!outcome.ok && outcome.failure.message).toContain("Nothing was changed");
    expect(readdirSync(other)).toEqual(["f.ts"]);
    expect(readFileSync(join(other, "f.ts"), "utf8")).toBe("old");
    expect(readdirSync(aside())).toEqual(before === null ? [] : ["f.ts"]);
    if (before !== null) expect(readFileSync(join(aside(), "f.ts"), "utf8")).toBe(before);
    expect(staged()).toEqual([]);
  });

  it("does not let files that were finished before be left behind", () => {
    let calls = 0;
    const files = ["one.ts", "two.ts"].map((name) => planned(join(decided, name), null, "new"));
    const outcome = replaceFiles(files, () => {
      calls += 1;
      if (calls === 2) swap();
    });
    expect(outcome.ok).toBe(false);
    expect([readdirSync(other), readdirSync(aside()), staged()]).toEqual([[], [], []]);
  });

  it.each([
    ["the folder itself", "auth/d"],
    ["a folder above it", "auth"],
  ])("is refused where %s was a link before the first step", (_what, place) => {
    const path = join(decided, "f.ts");
    renameSync(join(root, place), join(root, "gone"));
    symlinkSync(place === "auth" ? "gone" : "../other", join(root, place));
    expect(replaceFiles([planned(path, null, "new")], anyBase)).toMatchObject({
      ok: false,
      failure: { code: "IS_LINK" },
    });
    expect([readdirSync(other), staged()]).toEqual([[], []]);
  });
});

describe("held folders", () => {
  it("say when they are no longer at their place, and are reached all the same", () => {
    const folders = holdFolders();
    const folder = folders.made(join(decided, "a/b"));
    folder.expectInPlace();
    renameSync(decided, aside());
    expect(() => folder.expectInPlace()).toThrow(MovedFolderError);
    writeFileSync(folder.place("f.ts"), "x");
    expect(existsSync(join(aside(), "a/b/f.ts"))).toBe(process.platform === "linux");
    rmSync(folder.place("f.ts"));
    folders.unmake();
    expect(readdirSync(aside())).toEqual([]);
    folders.close();
  });

  it("leave no descriptor open, whatever became of the call", () => {
    const open = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0);
    const before = open();
    replaceFiles([planned(join(decided, "a/f.ts"), null, "new")], anyBase);
    replaceFiles([planned(join(decided, "a/f.ts"), "other", "new")], anyBase);
    replaceFiles([planned(join(link(), "f.ts"), null, "new")], anyBase);
    const refuse: ExpectBase = () => {
      throw new Error("stale");
    };
    expect(replaceFiles([planned(join(decided, "a/f.ts"), "new", null)], refuse).ok).toBe(false);
    expect(open()).toBe(before);
  });
});

describe.each(swappers)("a program that exchanges folder and link all the time, %s", (_how, isPossible, start) => {
  it.skipIf(!isPossible)(
    "gets no file into the other folder, and no staged file is left",
    async () => {
      writeFileSync(join(other, "f.ts"), "old");
      await whileSwapping(start({ folder: decided, link: link(), aside: aside() }), () => {
        const seen = { done: 0, failed: 0 };
        const path = join(decided, "f.ts");
        const moved = join(decided, "g.ts");
        const rounds: PlannedFile[] = [
          planned(path, null, "old"),
          planned(path, "old", "new"),
          planned(moved, "new", "new", path),
          planned(moved, "new", null),
          planned(path, "old", null),
          planned(path, "new", null),
        ];
        for (let round = 0; round < 600 || (seen.done === 0 && round < 60_000); round += 1) {
          const outcome = replaceFiles([rounds[round % rounds.length] as PlannedFile], anyBase);
          seen[outcome.ok ? "done" : "failed"] += 1;
          if (readdirSync(other).join() !== "f.ts") expect.fail(`${readdirSync(other)} stand in the other folder`);
          if (readFileSync(join(other, "f.ts"), "utf8") !== "old") expect.fail("the other file was changed");
        }
        expect(Math.min(seen.done, seen.failed)).toBeGreaterThan(0);
      });
      expect(staged()).toEqual([]);
    },
    60_000,
  );
});
