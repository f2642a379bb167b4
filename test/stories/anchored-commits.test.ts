import { spawnSync } from "node:child_process";
import { anchorCommit, anchorRewrites, explainLine } from "@intentgate/blame";
import { expect, it } from "vitest";
import { allowed, type Gate, workingGate, write } from "./gate-scene.ts";
import { jsonOf, run } from "./scene.ts";

const file = "src/auth/login.ts";
const line = (word: string) => `export const ${word} = make(${word}Value);\n`;
const text = (...words: string[]) => words.map(line).join("");

function git(gate: Gate, ...words: string[]): string {
  const who = ["-c", "user.name=Story", "-c", "user.email=story@example.invalid", "-c", "core.hooksPath=/dev/null"];
  const done = spawnSync("git", [...who, ...words], { cwd: gate.repo, env: gate.env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout.trim();
}

/** What git's `post-commit` would do. */
function commit(gate: Gate, ...words: string[]): string {
  git(gate, "commit", "-q", "-m", "work", ...words);
  anchorCommit(gate.workspace.home, gate.workspace.blame());
  return git(gate, "rev-parse", "HEAD");
}

function commitsOf(gate: Gate, number: number, path = file): string[] {
  const found = explainLine(gate.workspace.home, gate.workspace.blame(), path, number);
  if (!found.ok || found.value.credit !== "record") throw new Error(JSON.stringify(found));
  return found.value.record.commits;
}

async function add(gate: Gate, ...words: string[]): Promise<void> {
  const input = { path: file, old_string: line(words[0] as string), new_string: text(...words) };
  await allowed(gate, "edit", input);
}

it("what was staged counts, not what the agent wrote into the file since", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one")));
  git(gate, "add", file);
  await add(gate, "one", "two");
  const first = commit(gate);
  expect(git(gate, "show", `${first}:${file}`)).toBe(line("one").trimEnd());
  expect([commitsOf(gate, 1), commitsOf(gate, 2)]).toEqual([[first], []]);
  const second = commit(gate, "-a");
  expect([commitsOf(gate, 1), commitsOf(gate, 2)]).toEqual([[first], [second]]);
});

it("two halves of one record are named with the commit that each came in by", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one", "two")));
  gate.put(file, text("one"));
  git(gate, "add", file);
  const first = commit(gate);
  gate.put(file, text("one", "two"));
  const second = commit(gate, "-a");
  expect([commitsOf(gate, 1), commitsOf(gate, 2)]).toEqual([[first], [second]]);
});

it("a commit that is no longer part of what is checked out is not named", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one")));
  git(gate, "add", file);
  const first = commit(gate);
  expect(commitsOf(gate, 1)).toEqual([first]);
  git(gate, "reset", "-q", "--soft", "HEAD~1");
  expect(commitsOf(gate, 1)).toEqual([]);
  const squashed = commit(gate, "-m", "squashed");
  expect(squashed).not.toBe(first);
  expect(commitsOf(gate, 1)).toEqual([squashed]);
});

it("a cherry-picked commit is named on the branch that it was picked to", async () => {
  const gate = await workingGate();
  git(gate, "branch", "other");
  await allowed(gate, ...write(file, text("one")));
  git(gate, "add", file);
  const first = commit(gate);
  git(gate, "checkout", "-q", "other");
  git(gate, "commit", "-q", "--allow-empty", "-m", "something else");
  git(gate, "cherry-pick", first);
  anchorCommit(gate.workspace.home, gate.workspace.blame());
  const picked = git(gate, "rev-parse", "HEAD");
  expect(picked).not.toBe(first);
  expect(commitsOf(gate, 1)).toEqual([picked]);
  git(gate, "checkout", "-q", "main");
  expect(commitsOf(gate, 1)).toEqual([first]);
});

it("an amended commit gives way to the new one, and a commit that moves a line does not take it", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one", "two", "three")));
  git(gate, "add", file);
  const first = commit(gate);
  const amended = commit(gate, "--amend", "--allow-empty");
  anchorRewrites(gate.workspace.home, `${first} ${amended}\n`);
  expect(commitsOf(gate, 1)).toEqual([amended]);
  gate.put(file, text("two", "three", "one"));
  commit(gate, "-a");
  expect(commitsOf(gate, 3)).toEqual([amended]);
  git(gate, "mv", file, "src/auth/moved.ts");
  commit(gate);
  expect(commitsOf(gate, 3, "src/auth/moved.ts")).toEqual([amended]);
});

it("a person's own line is nobody's record's, whatever its commit holds besides", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one")));
  gate.put(file, text("mine", "one"));
  git(gate, "add", file);
  const first = commit(gate);
  expect(commitsOf(gate, 2)).toEqual([first]);
  expect(explainLine(gate.workspace.home, gate.workspace.blame(), file, 1)).toMatchObject({
    value: { credit: "since" },
  });
});

it("an export names the commit that took a record in, and none before there is one", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one")));
  const revision = async () => {
    const ran = await run(gate, ["trace", "export", "--format", "agent-trace"]);
    return jsonOf<{ vcs?: { revision: string } }>(ran).vcs?.revision;
  };
  expect(await revision()).toBe(undefined);
  git(gate, "add", file);
  const first = commit(gate);
  expect(await revision()).toBe(first);
});
