import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { callerOf } from "./caller-of.ts";

const NOBODY = 65534;

interface Pose {
  program: string;
  words: readonly string[];
  argv0?: string;
  uid?: number;
}

/** A launcher that waits, and a process that runs it or makes believe it does. */
async function believed(pose: (launcher: string, folder: string) => Pose): Promise<boolean> {
  const folder = tempFolder("caller");
  chmodSync(folder, 0o755);
  const launcher = join(folder, "hook");
  writeFileSync(launcher, "#!/bin/sh\necho ready\nwhile read -r more; do :; done\n", { mode: 0o755 });
  const { program, words, argv0, uid } = pose(launcher, folder);
  const who = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"], ...(argv0 ? { argv0 } : {}), ...who });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.write("echo ready\n");
  await new Promise((ready) => child.stdout.once("data", ready));
  const caller = callerOf(child.pid ?? 0, launcher);
  child.kill("SIGKILL");
  return caller !== null;
}

const waits = "echo ready; while :; do sleep 1; done";

it.runIf(process.platform === "linux").each<[string, boolean, (launcher: string, folder: string) => Pose]>([
  ["the system started as a script", true, (launcher) => ({ program: "/bin/sh", words: [launcher, "codex"] })],
  ["only reads the launcher", false, (launcher) => ({ program: "tail", words: ["-f", launcher] })],
  ["reads it under a shell's name", false, (launcher) => ({ program: "tail", words: [launcher, "-f"], argv0: "sh" })],
  ["is a shell with other commands", false, (launcher) => ({ program: "/bin/sh", words: ["-c", waits, launcher] })],
  ["is a shell that reads its input", false, (launcher) => ({ program: "/bin/sh", words: ["-s", launcher] })],
  [
    "runs another script with it as a word",
    false,
    (launcher, folder) => {
      writeFileSync(join(folder, "other"), waits);
      return { program: "/bin/sh", words: [join(folder, "other"), launcher] };
    },
  ],
  [
    "runs it under another name",
    false,
    (launcher, folder) => {
      symlinkSync(launcher, join(folder, "link"));
      return { program: "/bin/sh", words: [join(folder, "link")] };
    },
  ],
  [
    "runs it in a shell of its own make",
    false,
    (launcher, folder) => {
      copyFileSync(realpathSync("/bin/sh"), join(folder, "sh"));
      return { program: join(folder, "sh"), words: [launcher] };
    },
  ],
])("a process that %s is believed: %s", async (_what, isBelieved, pose) => {
  expect(await believed(pose)).toBe(isBelieved);
});

it.runIf(process.platform === "linux" && process.getuid?.() === 0)("a process of another user is not", async () => {
  expect(await believed((launcher) => ({ program: "/bin/sh", words: [launcher], uid: NOBODY }))).toBe(false);
});

it("nor is one that has ended", () => expect(callerOf(2 ** 22 + 1, "/bin/sh")).toBeNull());
