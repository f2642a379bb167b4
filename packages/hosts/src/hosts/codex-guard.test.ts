/** The guard before a command of Codex, in real shells and without rights. */

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { decoded, recording } from "../../../../test/support/hosts/recorded-payloads.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";

let folder = "";
beforeAll(() => {
  folder = tempFolder("guard");
  for (const name of ["judged", "judged/it's", "other"]) mkdirSync(join(folder, name));
  symlinkSync("judged", join(folder, "link"));
  chmodSync(folder, 0o755);
});

function run(shell: string, judged: string, at: string, command: string) {
  const event = decoded(recording("codex/PreToolUse-Bash"), { cwd: join(folder, judged), tool_input: { command } });
  if (event.kind !== "before_tool") throw new Error("no call");
  const script = String(event.pinned?.command);
  const rights = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  return spawnSync(shell, ["-c", script], {
    cwd: join(folder, at),
    encoding: "utf8",
    env: { PATH: process.env.PATH },
    ...rights,
  });
}

describe.each(["/bin/sh", "/bin/bash", "/bin/dash"].filter((shell) => existsSync(shell)))(
  "in %s a command",
  (shell) => {
    it.each([
      ["judged", "judged"],
      ["link", "judged"],
      ["judged", "link"],
      ["judged/it's", "judged/it's"],
    ])("judged for %s runs in %s", (judged, at) => {
      expect(run(shell, judged, at, "echo ran\n# a comment")).toMatchObject({ status: 0, stdout: "ran\n" });
      expect(run(shell, judged, at, "cat <<'X'\nran\nX")).toMatchObject({ status: 0, stdout: "ran\n" });
    });

    it.each([
      ["judged", "other"],
      ["judged", "."],
      ["judged", "judged/it's"],
      ["gone", "judged"],
    ])("judged for %s does not run in %s", (judged, at) => {
      const ended = run(shell, judged, at, "echo ran");
      expect(ended).toMatchObject({ status: 1, stdout: "" });
      expect(ended.stderr).toContain("begin it with cd");
    });
  },
);
