import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { replaceFile } from "./atomic-write.ts";
import { removeLeftovers, temporaryBeside } from "./leftovers.ts";

describe("a temporary file beside one of", () => {
  it.each([
    ["a short name", "a"],
    ["255 bytes", "n".repeat(255)],
    ["255 bytes in characters of three", "漢".repeat(85)],
    ["254 bytes in characters of four", `${"😀".repeat(63)}xy`],
  ])("%s has a name that the file system takes, and is found again when its writer was killed", (_what, name) => {
    const folder = tempFolder("leftovers");
    const path = join(folder, name);
    writeFileSync(path, "old");
    replaceFile(path, "new");
    expect(readFileSync(path, "utf8")).toBe("new");
    const left = join(folder, basename(temporaryBeside(path)).replace(`.${process.pid}-`, ".4194305-"));
    writeFileSync(left, "half");
    removeLeftovers(path);
    expect(readdirSync(folder)).toEqual([name]);
  });
});
