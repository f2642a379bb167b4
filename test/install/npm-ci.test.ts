import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { textOf } from "../project-files.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { copyManifests, npm } from "./manifests.ts";

const MOST_MS = 5 * 60_000;

let folder: string;
beforeEach(() => {
  folder = tempFolder("npm-ci");
  copyManifests(folder);
});

describe("npm ci, by the lock file alone", { timeout: MOST_MS + 30_000 }, () => {
  it("installs into an empty folder", async ({ skip }) => {
    const { code, out } = await npm(folder, ["ci", "--prefer-offline"], MOST_MS);
    skip(/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH/.test(out), "no registry can be reached");
    expect({ code, out }).toMatchObject({ code: 0 });
    for (const name of ["vitest", "typescript", "@biomejs/biome", "@intentgate/engine"]) {
      expect(existsSync(join(folder, "node_modules", name))).toBe(true);
    }
    expect(readFileSync(join(folder, "package-lock.json"), "utf8")).toBe(textOf("package-lock.json"));
  });

  it.each([
    ["darwin", "arm64", []],
    ["win32", "x64", []],
    ["linux", "x64", ["--libc=musl"]],
    ["linux", "arm64", ["--libc=glibc"]],
  ])("misses nothing on %s %s", async (os, cpu, more) => {
    const nothing = `--cache=${join(folder, "cache")}`;
    const words = ["ci", "--dry-run", "--offline", nothing, `--os=${os}`, `--cpu=${cpu}`, ...more];
    const { code, out } = await npm(folder, words, MOST_MS);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining(`add @rolldown/binding-${os}-${cpu}`),
    });
  });
});
