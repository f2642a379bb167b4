import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { SET_UP } from "./set-up.ts";

/** Without layers: only the shell around the command, which was handed a descriptor of the root of all folders. */
function begin(before: string): { status: number | null; said: string } {
  const folder = tempFolder("set-up");
  const descriptor = openSync("/", "r");
  try {
    const command = ["sh", "-c", "ls /proc/self/fd/7/ > /dev/null 2>&1 && echo reached; echo began"];
    const ran = spawnSync(
      "bash",
      ["--norc", "-p", "-c", `${before}${SET_UP}`, "box", folder, "", "", "", "", "9999", ...command],
      {
        stdio: ["ignore", "pipe", "pipe", null, null, null, null, descriptor],
        encoding: "utf8",
      },
    );
    return { status: ran.status, said: ran.stdout };
  } finally {
    closeSync(descriptor);
  }
}

it.runIf(process.platform === "linux")("begins with no descriptor but the first three", () => {
  expect(begin("")).toEqual({ status: 0, said: "began\n" });
});

it.runIf(process.platform === "linux").each([
  ["cannot be closed", "eval() { :; }; "],
  ["is opened again", 'eval() { builtin eval "$@"; exec 9< /; }; '],
])("runs nothing where one %s", (_what, before) => {
  expect(begin(before)).toEqual({ status: 125, said: "" });
});
