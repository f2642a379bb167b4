/**
 * A governed repository with event hooks. Handlers run for real, so everything here is run by a user who owns nothing
 * but this repository.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lchownSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import {
  atTerminal,
  binary,
  jsonOf,
  makeScene,
  put,
  type Ran,
  type RunOptions,
  run,
  type Scene,
  type SceneFiles,
} from "./scene.ts";

const NOBODY = 65534;

export interface HookScene extends Scene {
  /** Writes a file of the repository as its owner. */
  put(path: string, content: string, mode?: number): void;
  /** A hook file and its script, both as given; the script may be left out. */
  declare(id: string, yaml: string, script?: string): void;
  text(path: string): string;
  has(path: string): boolean;
  /** `intentgate hooks …`. */
  hooks(words: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Tells an event for real; what came of it. */
  emit(event: string, context?: object, env?: Record<string, string>): Promise<ToldEvent>;
  /** A person trusts these hooks, or all of them. */
  trust(...ids: string[]): Promise<string>;
  /** What `.system/logs/hooks.log` says, oldest first. */
  log(): Record<string, unknown>[];
}

export interface ToldEvent {
  exit: number | null;
  runs: { hook: string; outcome: string; message: string | null }[];
  logs: Hooked<{ level: string; message: string }>[];
  messages_to_user: Hooked<{ text: string }>[];
  suggested_abilities: Hooked<{ id: string; reason: string; confidence: number | null }>[];
  suggested_documents: Hooked<{ path: string; reason: string; stage: string | null }>[];
  new_intent: Hooked<Record<string, unknown>> | null;
  follow_up_actions: Hooked<{ kind: string; payload: Record<string, unknown> }>[];
  update_matcher_suggestions: Hooked<Record<string, unknown>>[];
  tags: string[];
  refusal: { hook: string; kind: string; reason: string; remedy: string } | null;
  warnings: Hooked<{ text: string }>[];
  suggestions: { abilities: { id: string }[]; documents: { path: string; reason: string }[]; text: string } | null;
}

type Hooked<T> = T & { hook: string };

export function makeHookScene(files: SceneFiles = {}, atEnd?: Scene["atEnd"]): HookScene {
  const scene = makeScene({ policy: "version: 1\n", ...files }, atEnd);
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : undefined;
  const folder = dirname(scene.repo);
  mkdirSync(join(folder, "tmp"));
  mkdirSync(join(folder, "state/intentgate/hosts"), { recursive: true });
  if (isRoot) own(folder);
  const here: Scene = {
    ...scene,
    env: { ...scene.env, TMPDIR: join(folder, "tmp"), INTENTGATE_HOSTS: "none" },
    ...(user ? { user } : {}),
  };

  const write: HookScene["put"] = (path, content, mode = 0o644) => {
    put(scene.repo, path, content);
    chmodSync(join(scene.repo, path), mode);
    for (let at = path; at !== "." && isRoot; at = dirname(at)) chownSync(join(scene.repo, at), NOBODY, NOBODY);
  };
  const hooks: HookScene["hooks"] = (words, options) => run(here, ["hooks", ...words], options);

  return {
    ...here,
    put: write,
    declare(id, yaml, script) {
      write(`.system/hooks/${id}.yaml`, yaml);
      if (script !== undefined) write(`scripts/hooks/${id}.sh`, script, 0o755);
    },
    text: (path) => readFileSync(join(scene.repo, path), "utf8"),
    has: (path) => existsSync(join(scene.repo, path)),
    hooks,
    async emit(event, context = {}, env = {}) {
      const ran = await hooks(["run", event, "--json"], { input: JSON.stringify(context), env });
      return { exit: ran.code, ...jsonOf<Omit<ToldEvent, "exit">>(ran) };
    },
    async trust(...ids) {
      const terminal = atTerminal(here, ["hooks", "trust", ...(ids.length > 0 ? ids : ["--all"]), "--yes"]);
      const { code, out } = await terminal.done;
      expect(code, out).toBe(0);
      return out;
    },
    log() {
      const lines = readFileSync(join(scene.repo, ".system/logs/hooks.log"), "utf8").trimEnd().split("\n");
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

/** As `init --hooks` leaves it. */
export async function withExamples(files: SceneFiles = {}): Promise<HookScene> {
  const scene = makeHookScene(files);
  const ran = await run(scene, ["init", "--yes", "--hooks"]);
  expect(ran.code, ran.out + ran.err).toBe(0);
  return scene;
}

/** A hook file with everything that most stories do not care about. */
export function hookFile(
  id: string,
  event: string,
  more: { blocking?: boolean; timeoutMs?: number; rest?: string } = {},
): string {
  const { blocking = false, timeoutMs = 10_000, rest = "" } = more;
  return `id: ${id}
event_type: ${event}
blocking: ${blocking}
handler:
  kind: script
  command: ./scripts/hooks/${id}.sh
  timeout_ms: ${timeoutMs}
${rest}`;
}

/** A handler that keeps what it was told and prints what it was given. */
export function answering(answer: object | string, keep = "told.json"): string {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return `#!/bin/sh\ncat > ${keep}\ncat <<'ANSWER'\n${text}\nANSWER\n`;
}

/** What the program is called in the environment of scripts that a person starts. */
export const program = { INTENTGATE_BIN: binary };

/** Runs a program of the repository as its owner. */
export function runScript(
  scene: HookScene,
  words: readonly string[],
  input = "",
  env: Record<string, string> = {},
): Ran {
  const [file = "", ...rest] = words;
  const done = spawnSync(file, rest, {
    cwd: scene.repo,
    env: { ...scene.env, ...env },
    input,
    encoding: "utf8",
    ...scene.user,
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

function own(folder: string): void {
  chownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), NOBODY, NOBODY);
  }
}
