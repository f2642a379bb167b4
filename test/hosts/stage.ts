/** A repository that `intentgate init` has put under the gate, a home of its own, and a real host started in it. */
import { spawn } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onSystemError } from "../../packages/world/src/errors/file-problem.ts";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { isAlmighty } from "../support/almighty.ts";
import type { Command, Ground, HostDriver, Talk } from "./driver.ts";

const app = fileURLToPath(new URL("../../apps/cli", import.meta.url));
const { bin } = JSON.parse(readFileSync(join(app, "package.json"), "utf8")) as { bin: { intentgate: string } };
/** Hosts run what a model says: never as somebody who may do everything. */
export const nobody: { uid?: number; gid?: number } = isAlmighty() ? { uid: 65534, gid: 65534 } : {};
/** Where to note what must end when time is over. */
const groups = process.env.INTENTGATE_TEST_GROUPS;
const LONGEST_MS = 180_000;

export interface Stage extends Ground {
  folder: string;
  env: Record<string, string>;
  /** The copy of the program that the settings name. */
  program: string;
}

export interface Ended {
  code: number | null;
  out: string;
  timedOut: boolean;
}

/** `changed`: what is done to the settings that `intentgate init` wrote, before a person trusts them. */
export async function makeStage(
  driver: HostDriver,
  installed: string,
  url: string,
  changed: (stage: Stage) => void = () => undefined,
  wanted: readonly string[] = ["--host", driver.name],
): Promise<Stage> {
  const stage = await makeGround(driver, installed, url, files);
  await intentgate(stage, ["init", "--yes", ...wanted]);
  put(stage, ".orchestration/active_intents.yaml", intents);
  changed(stage);
  await prepareHost(driver, stage);
  return stage;
}

/** A repository that has nothing of ours yet. */
export async function makeGround(
  driver: HostDriver,
  installed: string,
  url: string,
  files: Readonly<Record<string, string>>,
): Promise<Stage> {
  const base = driver.opensScratch && existsSync("/var/tmp") ? "/var/tmp" : tmpdir();
  const folder = mkdtempSync(join(realpathSync(base), `intentgate-${driver.name}-`));
  const stage: Stage = {
    folder,
    repo: join(folder, "repo"),
    home: join(folder, "home"),
    program: join(folder, "intentgate", bin.intentgate),
    installed,
    url,
    env: {
      PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
      INTENTGATE_NO_BOX: "1",
      HOME: join(folder, "home"),
      TMPDIR: join(folder, "tmp"),
      USER: "nobody",
      SHELL: "/bin/sh",
      LANG: "C.UTF-8",
      INTENTGATE_HOSTS: "none",
    },
  };
  for (const made of [stage.home, join(folder, "tmp")]) mkdirSync(made);
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(app, part), join(folder, "intentgate", part), { recursive: true });
  for (const [path, text] of Object.entries(files)) put(stage, path, text);
  give(folder);
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-q", "-m", "start"],
  ]) {
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
    await succeed(stage, { program: "git", args: [...identity, ...words] });
  }
  return stage;
}

/** What its person would do once in its own settings. */
export async function prepareHost(driver: HostDriver, stage: Stage): Promise<void> {
  await driver.prepare(stage, (command, talk) => {
    give(stage.folder);
    return succeed(stage, command, talk);
  });
  give(stage.folder);
}

const files = {
  "README.md": "# Shop\n",
  "docs/index.md": "# Documents\n",
  "src/auth/token.ts": 'export const token = 1;\nexport const age = 60;\nexport const name = "t";\n',
  "src/pay/card.ts": "export const card = 1;\n",
};

const intents = `active_intents:
  - id: INT-001
    name: Tokens
    status: IN_PROGRESS
    owned_scope: ["src/auth/**"]
  - id: INT-002
    name: Payments
    status: IN_PROGRESS
    owned_scope: ["src/pay/**"]
`;

export async function intentgate(stage: Stage, words: readonly string[]): Promise<string> {
  return succeed(stage, { program: process.execPath, args: [stage.program, ...words] });
}

/** The person's own settings, once the host has written there what it wants. */
export async function initUserLevel(driver: HostDriver, stage: Stage): Promise<void> {
  give(stage.folder);
  await intentgate(stage, ["init", "--yes", "--user", "--host", driver.name]);
  await driver.trust?.(stage, (command, talk) => succeed(stage, command, talk));
}

export async function succeed(stage: Stage, command: Command, talk?: Talk): Promise<string> {
  const { code, out } = await run(stage, command, talk);
  if (code !== 0) throw new Error(`${command.program} ${command.args.join(" ")} ended with ${code}: ${out}`);
  return out;
}

export function put(stage: Stage, path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(stage.repo, path)), { recursive: true });
  writeFileSync(join(stage.repo, path), text, { mode });
}

/** A person at a terminal trusts the event hooks that are declared. */
export async function trustEventHooks(stage: Stage): Promise<void> {
  give(stage.folder);
  const command = [process.execPath, stage.program, "hooks", "trust", "--all", "--yes"].join(" ");
  await succeed(stage, { program: "script", args: ["-qefc", command, "/dev/null"] });
}

export function run(stage: Stage, { program, args, env, folder = "" }: Command, talk?: Talk): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: join(stage.repo, folder),
      env: { ...stage.env, ...env },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
      ...nobody,
    });
    if (groups) appendFileSync(groups, `${child.pid}\n`);
    let out = "";
    let timedOut = false;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        out += text;
        if (talk && out.includes(talk.until)) child.stdin.end();
      });
    child.stdin.on("error", () => undefined); // whoever does not read it has ended
    if (talk) child.stdin.write(talk.say);
    else child.stdin.end();
    const late = setTimeout(() => {
      timedOut = true;
      endProcess(-(child.pid ?? 0));
    }, LONGEST_MS);
    child.on("error", reject);
    child.on("exit", () => endProcess(-(child.pid ?? 0)));
    child.on("close", (code) => {
      clearTimeout(late);
      resolve({ code, out, timedOut });
    });
  });
}

/** What was started from this stage and left its group: servers, a gate that stays. */
export function clear(stage: Stage): void {
  endAllOf(stage);
  removeFolder(stage.folder);
}

export function endAllOf(stage: Stage): void {
  for (const name of existsSync("/proc") ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    if (belongsTo(stage, name)) endProcess(Number(name));
  }
}

function belongsTo({ folder }: Stage, pid: string): boolean {
  return ["cmdline", "environ"].some((file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8").includes(folder);
    } catch (error) {
      if (error instanceof Error && "code" in error) return false; // ended meanwhile, or another user's
      throw error;
    }
  });
}

export function endProcess(pid: number): void {
  if (pid === 0) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

export function give(folder: string): void {
  const { uid, gid } = nobody;
  if (uid === undefined || gid === undefined) return;
  const all = [folder, ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))];
  // A gate that stays may be at work there: what is gone meanwhile is nobody's.
  for (const path of all)
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false)
      onSystemError(["ENOENT"], undefined, () => chownSync(path, uid, gid));
}
