import type { Effect } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import type { TreeEntry } from "./box.ts";
import { missedByEffects, missedByWrites } from "./claims.ts";
import { groundOf } from "./ground.ts";
import type { Change } from "./tree-shot.ts";

const folder = (path: string): TreeEntry => ({ path, kind: "folder", target: null });
const file = (path: string): TreeEntry => ({ path, kind: "file", target: null });
const link = (path: string, target: string): TreeEntry => ({ path, kind: "link", target });
const ground = groundOf("/area", [
  ...[".", "work", "work/src", "out", "home", "tmp"].map(folder),
  ...["work/a.txt", "work/src/b.ts", "work/[id].txt", "out/o"].map(file),
  link("work/l", "a.txt"),
  link("work/up", "../out"),
]);

function change(text: string): Change {
  const [how = "", path = "", kind = "file"] = text.split(" ");
  return { how: how as Change["how"], path, kind: kind as Change["kind"] };
}

describe("the paths of a reading", () => {
  it.each([
    ["the path itself", ["a.txt"], "changed work/a.txt"],
    ["what lies in it", ["src"], "gone work/src/b.ts"],
    ["what a link leads to", ["l"], "changed work/a.txt"],
    ["what lies behind a link", ["up/n"], "made out/n"],
    ["what a pattern stands for", ["src/*.ts"], "gone work/src/b.ts"],
    ["a new name of a pattern", ["up/x*"], "made out/xaa"],
    ["a name that looks like a pattern", ["[id].txt"], "changed work/[id].txt"],
    ["anything below a folder", ["src/**"], "made work/src/d/x"],
    ["the folder itself", ["src/**"], "gone work/src folder"],
    ["a folder on the way to a new file", ["d/e/x"], "made work/d folder"],
    ["metadata", [".git/**"], "changed work/.git/index"],
    ["the home folder", ["~/x"], "made home/x"],
    ["a temporary file", ["/tmp/x.*"], "made tmp/x.abc"],
    ["an absolute path", ["/area/out/o"], "changed out/o"],
    ["a path above", ["../out/o"], "changed out/o"],
    ["anything at all", ["?"], "gone out/o"],
  ])("cover %s", (_what, writes, text) => {
    expect(missedByWrites(ground, writes, [change(text)])).toEqual([]);
  });

  it.each([
    ["another path", ["b.txt"], "changed work/a.txt"],
    ["a name that begins alike", ["src"], "made work/src2"],
    ["a folder above", ["src/b.ts"], "gone work/src folder"],
    ["a folder above that changed", ["src/n"], "changed work/src folder"],
    ["a file made on the way", ["d/e"], "made work/d file"],
    ["a name that a pattern does not stand for", ["*.txt"], "made work/src/n.txt"],
    ["metadata below a file of that name", ["x.git"], "changed work/.git/index"],
    ["a path beside a folder", ["src/**"], "changed work/a.txt"],
    ["the same name in another folder", ["o"], "changed out/o"],
    ["anything where nothing was said", [], "made work/n"],
  ])("do not cover %s", (_what, writes, text) => {
    expect(missedByWrites(ground, writes, [change(text)])).toEqual([change(text)]);
  });
});

describe("the effects that the gate decides about", () => {
  const at = (absolute: string) => ({ path: absolute, absolute });
  it.each<[string, Effect[], string, boolean]>([
    ["a write", [{ kind: "write", manner: "derived", ...at("/area/work/a.txt") }], "changed work/a.txt", true],
    [
      "a write below the path",
      [{ kind: "write", manner: "derived", ...at("/area/work/src") }],
      "made work/src/n",
      false,
    ],
    [
      "a write through a link",
      [{ kind: "write", manner: "derived", ...at("/area/work/l") }],
      "changed work/a.txt",
      false,
    ],
    ["what lies below", [{ kind: "write_below", ...at("/area/work/src") }], "made work/src/n", true],
    ["a folder itself", [{ kind: "write_below", ...at("/area/work/src") }], "gone work/src folder", true],
    [
      "a file in the place of the folder",
      [{ kind: "write_below", ...at("/area/work/src") }],
      "changed work/src",
      false,
    ],
    ["what lies beside", [{ kind: "write_below", ...at("/area/work/src") }], "made work/n", false],
    ["both ends of a move", [{ kind: "move", from: at("/area/out/o"), to: at("/area/work/n") }], "gone out/o", true],
    ["a read", [{ kind: "read", shows: "content", ...at("/area/work/a.txt") }], "changed work/a.txt", false],
  ])("speak for %s as far as they say", (_what, effects, text, covered) => {
    expect(missedByEffects(ground, effects, [change(text)])).toEqual(covered ? [] : [change(text)]);
  });
});
