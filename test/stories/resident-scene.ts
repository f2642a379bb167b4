/** A scene whose events go through the launcher, with the gate that stays behind it or not. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { binary, makeScene, type Ran, run, type Scene, type SceneFiles } from "./scene.ts";

export interface ResidentScene extends Scene {
  state: string;
  launcher: string;
}

/** Put under the gate by `init`, for Claude Code. */
export async function residentScene(files: SceneFiles = {}): Promise<ResidentScene> {
  const scene = makeScene({ policy: "version: 1\n", ...files });
  const state = join(scene.env.XDG_STATE_HOME ?? "", "intentgate");
  const resident = { ...scene, state, launcher: join(state, "hook") };
  onTestFinished(async () => void (await run(scene, ["gate", "--stop"])));
  const ran = await run(scene, ["init", "--yes", "--host", "claude-code"]);
  if (ran.code !== 0) throw new Error(ran.err);
  return resident;
}

/** What stands in the place of the program that would answer cold: then a word of it shows who answered. */
export function withoutCold(scene: ResidentScene): void {
  const program = join(scene.state, "cold.mjs");
  writeFileSync(program, 'process.stdin.resume(); process.stdin.on("end", () => console.log("COLD"));\n');
  const text = readFileSync(scene.launcher, "utf8").replace(/^program=.*$/m, () => `program='${program}'`);
  writeFileSync(scene.launcher, text);
}

export interface Gate {
  pid: number;
  child: ChildProcess;
  ended: Promise<number | null>;
}

/** In the foreground, as a person starts it. */
export async function startGate(scene: Scene, words: readonly string[] = [], program = binary): Promise<Gate> {
  const child = spawn(process.execPath, [program, "gate", ...words], { cwd: "/", env: scene.env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((done) => child.on("exit", done));
  let said = "";
  await new Promise<void>((ready, reject) => {
    child.stderr?.on("data", (more: Buffer) => reject(new Error(String(more))));
    child.stdout?.on("data", (more: Buffer) => {
      said += more;
      if (said.includes("answers for")) ready();
    });
    void ended.then((code) => reject(new Error(`the gate ended with ${code}`)));
  });
  return { pid: child.pid ?? 0, child, ended };
}

export interface AskOptions {
  env?: Record<string, string>;
  root?: string;
  words?: readonly string[];
}

/** One event as a host sends it: its shell starts the command of the settings. */
export function ask(scene: ResidentScene, input: string, options: AskOptions = {}): Promise<Ran> {
  const { env = {}, root = scene.repo, words = ["claude-code"] } = options;
  const child = spawn("/bin/sh", [scene.launcher, "--root", root, ...words], {
    cwd: root,
    env: { ...scene.env, ...env },
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    out += more;
  });
  child.stderr.setEncoding("utf8").on("data", (more: string) => {
    err += more;
  });
  return new Promise((done) => child.on("close", (code) => done({ code, out, err })));
}

let calls = 0;

export function claude(repo: string, tool_name: string, tool_input: object, session_id = "ses-ann"): string {
  calls += 1;
  const common = { session_id, cwd: repo, permission_mode: "default", tool_use_id: `toolu_${calls}` };
  return JSON.stringify({ ...common, hook_event_name: "PreToolUse", tool_name, tool_input });
}

/** What a program that is no launcher gets to hear. */
export function talk(scene: ResidentScene, bytes: Buffer): Promise<string> {
  return new Promise((done) => {
    const socket = connect(join(scene.state, "gate", "socket"));
    let heard = "";
    socket.on("data", (more) => {
      heard += more;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => done(heard));
    socket.end(bytes);
  });
}
