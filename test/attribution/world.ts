/**
 * A repository in which every line carries a token that occurs nowhere else, and a model that knows of each token who
 * wrote it. The model never looks at the ledger: it is told by whoever makes a token, and reads only the files.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openWorkspace, type Workspace } from "@intentgate/workspace";
import { type Planted, plantRoot } from "../planted-root.ts";

/** A call that wrote a token, or a person. */
export type Author = { call: string } | "person";

export interface World {
  root: string;
  workspace: Workspace;
  random: Random;
  authors: Map<number, Author>;
  /** A fresh token; whoever asks for it is its author, an agent once its call is known. */
  token(): number;
  credit(tokens: readonly number[], author: Author): void;
  files(): string[];
  lines(path: string): string[];
  write(path: string, lines: readonly string[]): void;
  git(...words: string[]): boolean;
  clear(): void;
}

export interface Random {
  /** A whole number below `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

const intents = ["INT-001", "INT-002"]
  .map(
    (id) => `  - id: ${id}
    name: Work ${id}
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`,
  )
  .join("");

const environment = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.invalid",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.invalid",
  GIT_EDITOR: "true",
};

let planted: string | undefined;

function plantedGit(): string {
  if (planted !== undefined) return planted;
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-tokens-git-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: folder, env: environment });
  writeFileSync(join(folder, ".git/info/exclude"), ".orchestration/\nAGENT.md\n");
  for (const name of readdirSync(join(folder, ".git/hooks"))) rmSync(join(folder, ".git/hooks", name));
  planted = join(folder, ".git");
  return planted;
}

export async function openWorld(seed: number): Promise<World> {
  const place: Planted = plantRoot({ intents: `active_intents:\n${intents}` });
  cpSync(plantedGit(), join(place.root, ".git"), { recursive: true });
  const workspace = openWorkspace(place.root, { stateDir: place.stateDir });
  const authors = new Map<number, Author>();
  let last = 0;
  const world: World = {
    root: place.root,
    workspace,
    random: createRandom(seed),
    authors,
    token: () => ++last,
    credit(tokens, author) {
      for (const token of tokens) authors.set(token, author);
    },
    files() {
      const all = readdirSync(join(place.root, "src"), { recursive: true, withFileTypes: true });
      return all
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(place.root.length + 1))
        .sort();
    },
    lines(path) {
      const text = readFileSync(join(place.root, path), "utf8").split("\n");
      if (text.at(-1) === "") text.pop();
      return text;
    },
    write(path, lines) {
      mkdirSync(dirname(join(place.root, path)), { recursive: true });
      writeFileSync(join(place.root, path), lines.map((line) => `${line}\n`).join(""));
    },
    git(...words) {
      try {
        execFileSync("git", ["-c", "gc.auto=0", ...words], { cwd: place.root, env: environment, stdio: "ignore" });
        return true;
      } catch (error) {
        if (typeof (error as { status?: unknown }).status === "number") return false;
        throw error;
      }
    },
    clear: place.clear,
  };
  mkdirSync(join(place.root, "src"));
  for (const session of ["s1", "s2"]) {
    const input = { intent_id: session === "s1" ? "INT-001" : "INT-002" };
    const taken = await workspace.callTool({ tool: "select_active_intent", input, session: { id: session } });
    if (taken.decision !== "allow") throw new Error(`the intent could not be taken: ${JSON.stringify(taken)}`);
  }
  return world;
}

/** Small and repeatable; its numbers need not be good, only the same for the same seed. */
function createRandom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    chance: (share) => next() < share,
  };
}

/** The line that a token is written in. */
export function lineOf(token: number): string {
  return `const t${token}a = make(t${token}b, "t${token} c", t${token}d);`;
}

/** The newest token decides: whoever changes a line puts one in. Null for a line that carries none. */
export function tokenOf(line: string): number | null {
  const tokens = [...line.matchAll(/\bt(\d+)/g)].map((match) => Number(match[1]));
  return tokens.length === 0 ? null : Math.max(...tokens);
}

export function exists(world: World, path: string): boolean {
  return existsSync(join(world.root, path));
}
