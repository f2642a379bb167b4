import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { readRegular } from "./read-regular.ts";

const home = tempFolder("regular");

it("reads a regular file, also through a link", () => {
  writeFileSync(join(home, "x"), "text");
  symlinkSync("x", join(home, "link"));
  expect(readRegular(join(home, "link")).toString()).toBe("text");
});

it.each([
  ["a pipe nobody writes to", "EFTYPE", (path: string) => void execFileSync("mkfifo", [path])],
  ["a link to a device that never ends", "EFTYPE", (path: string) => symlinkSync("/dev/zero", path)],
  ["a folder", "EISDIR", (path: string) => void mkdirSync(path)],
  ["nothing", "ENOENT", () => undefined],
])("does not read %s", (name, code, make) => {
  make(join(home, name));
  expect(() => readRegular(join(home, name))).toThrow(expect.objectContaining({ code, syscall: "open" }));
});
