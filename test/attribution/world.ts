/**
 * A repository and a model of it that knows of every line who wrote it. The model never looks at the ledger: whoever
 * changes a file tells it, and after git changed files it goes by the versions that git was given. Most lines carry a
 * token that occurs nowhere else; some stand in many files, and count where they stand.
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
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { type Planted, plantRoot } from "../planted-root.ts";
import { createRandom, type Random } from "./random.ts";
import { tokenOf } from "./texts.ts";

/** A call that wrote a line, or a person. */
export type Author = { call: string } | "person";

/** Any of the authors may have written it: where two wrote the same line in one file, git may keep either. */
export interface Line {
  text: string;
  authors: readonly Author[];
  /** Copied by a person from a line of these: moved, once it stands there no more. */
  copyOf?: readonly Author[];
}

/** What the model holds of all files at one time. */
export type Version = ReadonlyMap<string, readonly Line[]>;

export interface World {
  root: string;
  workspace: Workspace;
  random: Random;
  token(): number;
  files(): string[];
  lines(path: string): readonly Line[];
  /** By a person, into the file and the model. */
  write(path: string, lines: readonly Line[]): void;
  /** By an agent or git, into the model alone: the file has it already. */
  note(path: string, lines: readonly Line[]): void;
  git(...words: string[]): boolean;
  version(): Version;
  /** After git changed files: every line is one of those that these versions had. */
  follow(...versions: Version[]): void;
  /** Git has had this very content of the file. */
  isKept(path: string, lines: readonly Line[]): boolean;
  /** Contents that git is given now. */
  keep(): void;
  clear(): void;
}

const intents = ["INT-001", "INT-002"]
  .map(
    (id) => `  - id: ${id}
    name: Work ${id}
    status: IN_PROGRESS
    owned_scope: ["**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`,
  )
  .join("");

const environment = {
  PATH: process.env.PATH ?? "",
  INTENTGATE_NO_BOX: "1",
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

export const textOf = (lines: readonly Line[]) => lines.map(({ text }) => `${text}\n`).join("");

export async function openWorld(seed: number): Promise<World> {
  const place: Planted = plantRoot({ intents: `active_intents:\n${intents}` });
  cpSync(plantedGit(), join(place.root, ".git"), { recursive: true });
  const workspace = openWorkspace(place.root, { stateDir: place.stateDir });
  const model = new Map<string, readonly Line[]>();
  const kept = new Set<string>();
  const gone = new Map<string, Map<string, readonly Author[]>>();
  let last = 0;
  const textsIn = (path: string) => {
    const text = readFileSync(join(place.root, path), "utf8").split("\n");
    if (text.at(-1) === "") text.pop();
    return text;
  };
  const world: World = {
    root: place.root,
    workspace,
    random: createRandom(seed),
    token: () => ++last,
    files() {
      const all = readdirSync(join(place.root, "src"), { recursive: true, withFileTypes: true });
      return all
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(place.root.length + 1))
        .sort();
    },
    lines: (path) => model.get(path) ?? [],
    write(path, lines) {
      mkdirSync(dirname(join(place.root, path)), { recursive: true });
      writeFileSync(join(place.root, path), textOf(lines));
      const older = new Map([...(gone.get(path) ?? []), ...goneBetween(model.get(path) ?? [], lines)]);
      model.set(path, withTwins(lines.map((line) => withOlder(line, older))));
      gone.set(path, older);
    },
    note(path, lines) {
      gone.delete(path);
      model.set(path, withTwins(lines));
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
    version: () => new Map(model),
    follow(...versions) {
      mkdirSync(join(place.root, "src"), { recursive: true });
      const files = new Set(world.files());
      for (const path of model.keys()) if (!files.has(path)) model.delete(path);
      for (const path of files) {
        const texts = textsIn(path);
        const same = versions.find((one) => textOf(one.get(path) ?? []) === texts.map((text) => `${text}\n`).join(""));
        const known = same?.get(path);
        model.set(path, withTwins(known ?? texts.map((text) => lineAmong(text, path, versions))));
      }
    },
    isKept: (path, lines) => kept.has(`${path}\n${textOf(lines)}`),
    keep() {
      for (const [path, lines] of model) kept.add(`${path}\n${textOf(lines)}`);
    },
    clear: place.clear,
  };
  mkdirSync(join(place.root, "src"));
  for (const session of ["s1", "s2"]) {
    const input = { intent_id: session === "s1" ? "INT-001" : "INT-002" };
    const taken = await workspace.run({ tool: "select_active_intent", input, session: { id: session } });
    if (taken.decision !== "allow") throw new Error(`the intent could not be taken: ${JSON.stringify(taken)}`);
  }
  return world;
}

/** Lines of one file that say the same can be exchanged, and nobody could tell which is whose. */
function withTwins(lines: readonly Line[]): readonly Line[] {
  const byText = new Map<string, Set<Author>>();
  for (const { text, authors } of lines) {
    if (tokenOf(text) !== null) continue;
    const known = byText.get(text.trim()) ?? new Set();
    for (const author of authors) known.add(author);
    byText.set(text.trim(), known);
  }
  return lines.map((line) => {
    const all = byText.get(line.text.trim());
    return all === undefined || all.size <= line.authors.length ? line : { ...line, authors: [...all] };
  });
}

/** Lines without a token that a person took out, by what they say. */
function goneBetween(before: readonly Line[], after: readonly Line[]): Map<string, readonly Author[]> {
  const count = (lines: readonly Line[], text: string) => lines.filter((line) => line.text.trim() === text).length;
  const texts = new Set(before.filter(({ text }) => tokenOf(text) === null).map(({ text }) => text.trim()));
  const removed = [...texts].filter((text) => count(after, text) < count(before, text));
  return new Map(
    removed.map((text) => [text, before.filter((line) => line.text.trim() === text).flatMap(({ authors }) => authors)]),
  );
}

/** Taken out and typed again before anybody looked: nobody could tell that it was not left alone. */
function withOlder(line: Line, gone: ReadonlyMap<string, readonly Author[]>): Line {
  const older = gone.get(line.text.trim());
  return older ? { ...line, authors: [...new Set([...line.authors, ...older])] } : line;
}

/** In the file itself before elsewhere; whoever wrote the like in any of the versions may have written it. */
function lineAmong(text: string, path: string, versions: readonly Version[]): Line {
  const inFile = versions.flatMap((one) => (one.get(path) ?? []).filter((line) => line.text === text));
  const anywhere = versions.flatMap((one) => [...one.values()].flat().filter((line) => line.text === text));
  const found = inFile.length > 0 ? inFile : anywhere;
  const [first] = found;
  if (first === undefined) throw new Error(`no version has ${JSON.stringify(text)}`);
  return { ...first, authors: [...new Set(found.flatMap((line) => line.authors))] };
}

export function exists(world: World, path: string): boolean {
  return existsSync(join(world.root, path));
}
