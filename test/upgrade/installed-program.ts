/** A repository with the packed program in it, of this version or of the one before, as a person installs it. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import type { Ran } from "../support/program/player.ts";
import { ended } from "../support/program/run-program.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** As `npm pack` made it of 0.1.0, the last version whose journals were of the first kind. */
const BEFORE = fileURLToPath(new URL("intentgate-0.1.0.tgz", import.meta.url));

export type Version = "before" | "now";

export interface Installed {
  project: string;
  sidecar: string;
  /** The state folder of the program. */
  state: string;
  install(version: Version): void;
  intentgate(...words: string[]): Promise<Ran>;
  /** What a host sends, by the command that stands in its settings. */
  hook(event: string, payload: object): Promise<Ran>;
  clear(): Promise<void>;
}

export function plantProject(): Installed {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-upgrade-"));
  const at = (name: string) => join(folder, name);
  for (const name of ["project", "home", "state", "tmp", "packed"]) mkdirSync(at(name));
  const project = at("project");
  const program = join(project, "node_modules/intentgate");
  const env = {
    PATH: process.env.PATH ?? "",
    INTENTGATE_NO_BOX: "1",
    HOME: at("home"),
    XDG_STATE_HOME: at("state"),
    TMPDIR: at("tmp"),
    INTENTGATE_HOSTS: "claude-code",
    NO_COLOR: "1",
    npm_config_cache: at("tmp"),
  };
  execFileSync("git", ["init", "-q"], { cwd: project, env });
  const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", at("packed")];
  const out = execFileSync("npm", words, { cwd: join(repository, "apps/cli"), env, encoding: "utf8" });
  const [{ filename }] = JSON.parse(out) as [{ filename: string }];
  const tarballs: Record<Version, string> = { before: BEFORE, now: join(at("packed"), filename) };

  const start = (file: string, args: string[], input = "") => {
    const child = spawn(file, args, { cwd: project, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    return ended(child);
  };
  const intentgate = (...args: string[]) => start(process.execPath, [join(program, "bin/intentgate.cjs"), ...args]);
  return {
    project,
    sidecar: join(project, ".orchestration"),
    state: join(at("state"), "intentgate"),
    install(version) {
      rmSync(program, { recursive: true, force: true });
      mkdirSync(program, { recursive: true });
      execFileSync("tar", ["xzf", tarballs[version], "-C", program, "--strip-components=1"]);
    },
    intentgate,
    hook(event, payload) {
      const { hooks } = JSON.parse(readFileSync(join(project, ".claude/settings.local.json"), "utf8"));
      const [{ command }] = hooks[event][0].hooks as [{ command: string }];
      return start("/bin/sh", ["-c", command], JSON.stringify({ cwd: project, hook_event_name: event, ...payload }));
    },
    async clear() {
      await intentgate("gate", "--stop");
      removeFolder(folder);
    },
  };
}

/** Puts the file there, as the host does once it may. */
export function writeIn(project: string, path: string, text: string): void {
  mkdirSync(join(project, path, ".."), { recursive: true });
  writeFileSync(join(project, path), text);
}
