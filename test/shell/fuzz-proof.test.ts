/** The patches by which the search is shown to find something still fit what they are taken out of. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("fuzz-proof/", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const patches = readdirSync(folder).sort();

describe("the patches that take a mending out", () => {
  it("are one for each class", () => {
    expect(patches.map((name) => name.slice(0, 2))).toEqual(
      "A1 A2 A3 A4 A5 A6 A7 A8 D1 D2 D3 D4 D5 E1 E2 E3 E4".split(" "),
    );
  });

  it.each(patches)("fit the sources: %s", (name) => {
    const { status, stderr } = spawnSync("git", ["apply", "--check", `${folder}${name}`], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });
});
