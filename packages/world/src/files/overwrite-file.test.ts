import { linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { overwriteFile } from "./overwrite-file.ts";

let [folder, file] = ["", ""];
beforeEach(() => {
  folder = tempFolder("overwrite");
  file = join(folder, "a");
});

it("writes over a file of the same size, which stays the file it was", () => {
  writeFileSync(file, "old", { mode: 0o600 });
  const { ino } = statSync(file);
  expect(overwriteFile(file, Buffer.from("new"))).toBe(true);
  expect([readFileSync(file, "utf8"), statSync(file).ino]).toEqual(["new", ino]);
});

it.each<[string, () => void]>([
  ["no file", () => undefined],
  ["a shorter file", () => writeFileSync(file, "ol")],
  ["a longer file", () => writeFileSync(file, "olde")],
  ["a folder", () => mkdirSync(file)],
  [
    "a link",
    () => {
      writeFileSync(join(folder, "other"), "old");
      symlinkSync("other", file);
    },
  ],
  [
    "a second name of another file",
    () => {
      writeFileSync(join(folder, "other"), "old");
      linkSync(join(folder, "other"), file);
    },
  ],
])("writes nothing where there is %s", (_what, prepare) => {
  prepare();
  expect(overwriteFile(file, Buffer.from("new"))).toBe(false);
  if (statSync(join(folder, "other"), { throwIfNoEntry: false })) {
    expect(readFileSync(join(folder, "other"), "utf8")).toBe("old");
  }
});
