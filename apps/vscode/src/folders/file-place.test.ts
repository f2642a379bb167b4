import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { filePlace } from "./file-place.ts";

const folder = tempFolder("place");
const [outer, inner, other] = [join(folder, "outer"), join(folder, "outer/inner"), join(folder, "outer-not")];
mkdirSync(join(inner, "src"), { recursive: true });
mkdirSync(other);
writeFileSync(join(inner, "src/a.ts"), "");
symlinkSync(outer, join(folder, "link"));
symlinkSync(other, join(outer, "away"));
symlinkSync(join(other, "b.ts"), join(outer, "alias.ts"));
const at = (...parts: string[]) => join(folder, ...parts);

it.each([
  ["a file of the outer root", at("outer/x.ts"), { root: outer, path: "x.ts" }],
  ["a file of a root inside a root: the inner one", at("outer/inner/src/a.ts"), { root: inner, path: "src/a.ts" }],
  ["a file reached through a link to the root", at("link/x.ts"), { root: outer, path: "x.ts" }],
  ["a file of the inner root through the link", at("link/inner/src/a.ts"), { root: inner, path: "src/a.ts" }],
  ["a link that is a file of the root", at("outer/alias.ts"), { root: outer, path: "alias.ts" }],
  ["a file in a folder that is gone", at("outer/gone/x.ts"), { root: outer, path: "gone/x.ts" }],
  ["a file behind a link that leads out", at("outer/away/b.ts"), null],
  ["a file of a folder whose name only begins alike", at("outer-not/b.ts"), null],
  ["a file elsewhere", "/etc/passwd", null],
])("finds %s", (_, file, place) => {
  expect(filePlace(file, [outer, inner])).toEqual(place);
  expect(filePlace(file, [inner, outer])).toEqual(place);
});
