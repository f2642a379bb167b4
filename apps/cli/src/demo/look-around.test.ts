import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { typedName } from "./look-around.ts";

const folder = tempFolder("typed");
const at = (...parts: string[]) => join(folder, ...parts);

function program(path: string): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o755);
  return path;
}

const ours = program(at("clone/bin/intentgate.cjs"));
const spaced = program(at("my clone/it's/intentgate.cjs"));
program(at("other/intentgate"));
for (const bin of ["global", "clone/node_modules/.bin"]) {
  mkdirSync(at(bin), { recursive: true });
  symlinkSync(ours, at(bin, "intentgate"));
}

it.each([
  ["installed for the person", [at("global")], "intentgate"],
  ["installed, and started by npm as well", [at("clone/node_modules/.bin"), at("global")], "intentgate"],
  ["started by npm alone", [at("clone/node_modules/.bin")], `node ${ours}`],
  ["started by npm alone, whose folder ends in a slash", [`${at("clone/node_modules/.bin")}/`], `node ${ours}`],
  ["another program of that name", [at("other")], `node ${ours}`],
  ["another one before it, which the terminal would take", [at("other"), at("global")], `node ${ours}`],
  ["nowhere", [at("empty")], `node ${ours}`],
  ["no search path at all", [], `node ${ours}`],
])("%s", (_, path, typed) => {
  expect(typedName(ours, path.join(delimiter))).toBe(typed);
});

it("quotes what a shell would take apart", () => {
  expect(typedName(spaced, "")).toBe(`node '${at("my clone/it")}'\\''s/intentgate.cjs'`);
});
