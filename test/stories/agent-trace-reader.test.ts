/** Agent Trace as whoever knows only its specification reads it: `git blame` names a commit and a line, a range holds it. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { whoOf } from "@intentgate/blame";
import { expect, it } from "vitest";
import { allowed, type Gate, workingGate, write } from "./gate-scene.ts";
import { run } from "./scene.ts";

interface Trace {
  vcs?: { type: string; revision: string };
  files: {
    path: string;
    conversations: { contributor: { type: string }; ranges: { start_line: number; end_line: number }[] }[];
  }[];
}

const file = "src/auth/login.ts";
const line = (word: string) => `export const ${word} = make(${word}Value);\n`;
const text = (...words: string[]) => words.map(line).join("");

function git(gate: Gate, ...words: string[]): string {
  const who = ["-c", "user.name=Story", "-c", "user.email=story@example.invalid", "-c", "core.hooksPath=/dev/null"];
  const done = spawnSync("git", [...who, ...words], { cwd: gate.repo, env: gate.env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

function commit(gate: Gate): void {
  git(gate, "add", "-A", "--", "src");
  git(gate, "commit", "-q", "-m", "work");
}

const edit = (gate: Gate, old: string, fresh: string) =>
  allowed(gate, "edit", { path: file, old_string: old, new_string: fresh });

/** The contributor of each line of a file of the commit that is checked out, as a stranger finds it. */
async function readBy(gate: Gate, path: string): Promise<string[]> {
  const { out } = await run(gate, ["trace", "export", "--format", "agent-trace"]);
  const traces = out
    .trimEnd()
    .split("\n")
    .map((one) => JSON.parse(one) as Trace);
  const found: string[] = [];
  let [revision, number, name] = ["", 0, ""];
  for (const said of git(gate, "blame", "--line-porcelain", "HEAD", "--", path).split("\n")) {
    const begun = /^([0-9a-f]{40}) (\d+) \d+/.exec(said);
    if (said.startsWith("\t")) found.push(contributorAt(traces, revision, name, number));
    else if (said.startsWith("filename ")) name = said.slice("filename ".length);
    else if (begun) [revision, number] = [begun[1] as string, Number(begun[2])];
  }
  return found;
}

function contributorAt(traces: readonly Trace[], revision: string, path: string, line: number): string {
  const types = traces
    .filter(({ vcs }) => vcs?.type === "git" && vcs.revision === revision)
    .flatMap(({ files }) => files)
    .filter((one) => one.path === path)
    .flatMap(({ conversations }) => conversations)
    .filter(({ ranges }) => ranges.some((one) => line >= one.start_line && line <= one.end_line))
    .map(({ contributor }) => contributor.type);
  return [...new Set(types)].join(" and ") || "nobody";
}

/** An agent's and a person's work in turns, without any hook of git. */
async function history(): Promise<Gate> {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one", "two", "three", "four")));
  await edit(gate, line("two"), text("two", "five"));
  commit(gate);
  gate.put(file, `// by hand, at the top\n${text("one", "two", "five", "mine", "three", "four")}`);
  commit(gate);
  await allowed(gate, "read_file", { path: file });
  await edit(gate, line("three"), text("three", "six", "seven"));
  await edit(gate, line("seven"), text("seven", "eight"));
  commit(gate);
  return gate;
}

const agents = (gate: Gate, path: string) => {
  const blamed = gate.workspace.blame().file(path);
  if (!blamed.ok) throw new Error(JSON.stringify(blamed.problems));
  return blamed.value.credits.map((credit) => (whoOf(credit) === "AI" ? "ai" : "no agent"));
};
const told = (read: readonly string[]) => read.map((one) => (one === "ai" ? "ai" : "no agent"));

it("every line of an agent is found at the commit that git names, and none of a person", async () => {
  const gate = await history();
  const read = await readBy(gate, file);
  expect(told(read)).toEqual(agents(gate, file));
  expect(read.filter((one) => one === "ai")).toHaveLength(8);
});

it("and still after a file was renamed, and a person's lines shifted all of them", async () => {
  const gate = await history();
  const renamed = "src/auth/session/enter.ts";
  mkdirSync(join(gate.repo, "src/auth/session"), { recursive: true });
  git(gate, "mv", file, renamed);
  commit(gate);
  const now = git(gate, "show", `HEAD:${renamed}`);
  gate.put(renamed, `${"// more by hand\n".repeat(5)}${now}`);
  commit(gate);
  const read = await readBy(gate, renamed);
  expect(told(read)).toEqual(agents(gate, renamed));
  expect(read.filter((one) => one === "ai")).toHaveLength(8);
});

it("what is not committed is at no revision", async () => {
  const gate = await history();
  await edit(gate, line("eight"), text("eight", "nine"));
  const read = await readBy(gate, file);
  expect(read.filter((one) => one === "ai")).toHaveLength(8);
});
