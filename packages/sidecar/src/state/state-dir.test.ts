import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { stateDir, unusableState } from "./state-dir.ts";

describe.runIf(process.platform === "linux")("a state folder among the files of processes", () => {
  it.each(["/proc", "/proc/self", "/proc/1/deep/er", "/proc/self/fd", "/proc/self/task/../x"])(
    "is refused, as no folder can be made there: %s",
    (XDG_STATE_HOME) => {
      expect(unusableState(stateDir({ XDG_STATE_HOME }))).toMatchObject({
        code: "BAD_PATH",
        message: expect.stringContaining("no folder can be made there"),
        remedy: expect.stringContaining("XDG_STATE_HOME"),
      });
    },
  );

  it("is refused where a home folder leads there, and a link", () => {
    expect(unusableState(stateDir({ HOME: "/proc/self" }))).not.toBeNull();
    const link = join(tempFolder("state-dir"), "link");
    symlinkSync("/proc", link);
    expect(unusableState(stateDir({ XDG_STATE_HOME: link }))).not.toBeNull();
  });
});

it.each([
  ["is not there yet", (folder: string) => join(folder, "deep/er")],
  ["is there", (folder: string) => folder],
  ["only looks like one", (folder: string) => join(folder, "proc/self")],
  [
    "is a file, which is told when it is written to",
    (folder: string) => {
      writeFileSync(join(folder, "intentgate"), "");
      return folder;
    },
  ],
  ["is below a program's own root", (folder: string) => `/proc/self/root${folder}`],
])("any other may be used: one that %s", (_what, place) => {
  expect(unusableState(stateDir({ XDG_STATE_HOME: place(tempFolder("state-dir")) }))).toBeNull();
});
