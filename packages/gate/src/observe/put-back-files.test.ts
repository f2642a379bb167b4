import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readEntry } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { Observed } from "./observed.ts";
import { observedOf } from "./observer.ts";
import { putBackFiles } from "./put-back-files.ts";
import type { ThenThere } from "./root-changes.ts";

let folder: string;
let root: string;
beforeEach(() => {
  folder = tempFolder("back");
  root = join(folder, "root");
  mkdirSync(root);
  writeFileSync(at("a.ts"), "before\n");
});

const at = (path: string) => join(root, path);
const quarantine = () => join(folder, "quarantine");
const nobody = () => null;

/** A change of `a.ts` as it is seen afterwards. */
function seen(change: () => void, more: Partial<ThenThere> = {}, path = "a.ts"): Observed {
  const { stamp, link, bytes } = readEntry(at(path));
  change();
  return observedOf(root, { path, was: { stamp, link, bytes, sure: true, ...more }, now: readEntry(at(path)) }, false);
}
const written = () => writeFileSync(at("a.ts"), "after\n");

describe("putting a file back", () => {
  it("brings its bytes and keeps the others apart", () => {
    expect(putBackFiles([seen(written)], quarantine(), nobody)).toEqual({ back: ["a.ts"], left: [] });
    expect(readFileSync(at("a.ts"), "utf8")).toBe("before\n");
    expect(readFileSync(join(quarantine(), "a.ts"), "utf8")).toBe("after\n");
    expect(readdirSync(root)).toEqual(["a.ts"]);
  });

  it.each<[string, () => void, string | null]>([
    ["was written again", () => writeFileSync(at("a.ts"), "a person's\n"), "a person's\n"],
    ["was written again with as many bytes", () => writeFileSync(at("a.ts"), "afte2\n"), "afte2\n"],
    [
      "was replaced",
      () => {
        rmSync(at("a.ts"));
        writeFileSync(at("a.ts"), "after\n");
      },
      "after\n",
    ],
    ["was removed", () => rmSync(at("a.ts")), null],
  ])("leaves one alone that %s since it was looked at", async (_what, meanwhile, text) => {
    const stray = seen(written);
    await new Promise((resolve) => setTimeout(resolve, 20)); // another tick of the file system's clock
    meanwhile();
    const { back, left } = putBackFiles([stray], quarantine(), nobody);
    expect([back, left.map(({ why }) => why)]).toEqual([[], ["it changed again meanwhile"]]);
    if (text === null) expect(readdirSync(root)).toEqual([]);
    else expect(readFileSync(at("a.ts"), "utf8")).toBe(text);
  });

  it("leaves a removed file alone that somebody made again", () => {
    const stray = seen(() => rmSync(at("a.ts")));
    writeFileSync(at("a.ts"), "a person's\n");
    expect(putBackFiles([stray], quarantine(), nobody).back).toEqual([]);
    expect(readFileSync(at("a.ts"), "utf8")).toBe("a person's\n");
  });

  it.each<[string, Partial<ThenThere>]>([
    ["not sure", { sure: false }],
    ["unknown", { bytes: { state: "unknown" } }],
  ])("does nothing where the bytes from before are %s", (_what, more) => {
    const { left } = putBackFiles([seen(written, more)], quarantine(), nobody);
    expect(left).toEqual([{ path: "a.ts", why: "its bytes from before are not known" }]);
    expect(readFileSync(at("a.ts"), "utf8")).toBe("after\n");
  });

  it("does nothing where somebody else may have written it", () => {
    const { left } = putBackFiles([seen(written)], quarantine(), () => "it is somebody's");
    expect(left).toEqual([{ path: "a.ts", why: "it is somebody's" }]);
    expect(readFileSync(at("a.ts"), "utf8")).toBe("after\n");
  });

  it("does nothing where what is displaced cannot be kept", () => {
    writeFileSync(quarantine(), "in the way");
    const { left } = putBackFiles([seen(written)], quarantine(), nobody);
    expect(left).toMatchObject([{ path: "a.ts", why: expect.stringContaining("could not be written") }]);
    expect(readFileSync(at("a.ts"), "utf8")).toBe("after\n");
  });

  it.each([".a.ts.swp", ".#a.ts", ".~lock.a.ts#"])("does nothing where %s says that an editor has it open", (mark) => {
    writeFileSync(at(mark), "");
    expect(putBackFiles([seen(written)], quarantine(), nobody).back).toEqual([]);
  });
});
