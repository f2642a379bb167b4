import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hostNamed } from "@intentgate/hosts";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { findProgram } from "./find-program.ts";

function place(): { root: string; home: string; found(...path: string[]): unknown } {
  const folder = tempFolder("find");
  const [root, home] = [join(folder, "repo"), join(folder, "home")];
  for (const path of [root, home]) mkdirSync(path);
  const host = hostNamed("gemini-cli");
  if (!host) throw new Error("no host");
  return {
    root,
    home,
    found: (...path) => findProgram(host, root, { HOME: home, PATH: path.join(":") }),
  };
}

function program(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o755);
  return path;
}

const own = { program: null, why: expect.stringContaining("lies in this repository") };

it("starts what is on the path, or where installers put it", () => {
  const { home, found } = place();
  const installed = program(join(home, ".local/bin/gemini"));
  expect(found()).toEqual({ program: installed });
  const onPath = program(join(home, "bin/gemini"));
  expect(found(dirname(onPath))).toEqual({ program: onPath });
});

it("does not start the repository's own code, wherever it is named, and says so", () => {
  const { root, home, found } = place();
  const inside = program(join(root, "node_modules/.bin/gemini"));
  expect(found()).toEqual(own);
  expect(found(dirname(inside)), "on the path").toEqual(own);
  mkdirSync(join(home, ".local/bin"), { recursive: true });
  symlinkSync(inside, join(home, ".local/bin/gemini"));
  expect(found(), "behind a link").toEqual(own);
  expect(found(dirname(program(join(root, "..tools/gemini")))), "in a folder of a strange name").toEqual(own);
});

it("passes the repository's own code over for a program of the person's", () => {
  const { root, home, found } = place();
  const inside = program(join(root, "node_modules/.bin/gemini"));
  const theirs = program(join(home, "bin/gemini"));
  expect(found(dirname(inside), dirname(theirs))).toEqual({ program: theirs });
});

it("says so where there is none", () => {
  expect(place().found()).toEqual({ program: null, why: "no program gemini was found" });
});
