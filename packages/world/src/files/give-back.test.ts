import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { giveBack } from "./give-back.ts";

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = tempFolder("give-back");
  writeFileSync(at("aside"), "saved first");
});

describe("what was taken away by mistake", () => {
  it("stands in its place again", () => {
    expect([giveBack(at("aside"), at("a.ts")), readdirSync(folder)]).toEqual([null, ["a.ts"]]);
    expect(readFileSync(at("a.ts"), "utf8")).toBe("saved first");
  });

  it("stands there again where it is a link, and what that leads to stays", () => {
    symlinkSync("aside", at("link"));
    expect(giveBack(at("link"), at("a.ts"))).toBe(null);
    expect([readlinkSync(at("a.ts")), readFileSync(at("aside"), "utf8")]).toEqual(["aside", "saved first"]);
  });

  it.each<[string, string, (path: string) => void]>([
    ["a file", "a.ts", (path) => writeFileSync(path, "saved again")],
    ["an empty file", "a.ts", (path) => writeFileSync(path, "")],
    ["a link", "a.ts", (path) => symlinkSync("/nowhere", path)],
    ["a folder", "a.ts", (path) => mkdirSync(path)],
    ["a file with the longest name", "n".repeat(255), (path) => writeFileSync(path, "saved again")],
    ["a file with a long name of other letters", "ü".repeat(127), (path) => writeFileSync(path, "saved again")],
  ])("lies beside what stands there by now, and neither is lost: %s", (_what, name, save) => {
    save(at(name));
    const before = JSON.stringify(lstatSync(at(name)));
    const beside = giveBack(at("aside"), at(name)) ?? "";
    expect(beside).toMatch(/\.saved-[0-9a-f]{8}$/);
    expect(readFileSync(at(beside), "utf8")).toBe("saved first");
    expect([JSON.stringify(lstatSync(at(name))), readdirSync(folder).length]).toEqual([before, 2]);
  });
});
