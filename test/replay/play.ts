/** Plays a history again: each commit is an agent's or a person's by a seeded coin, and an agent's goes through the gate. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { createRootRegistry } from "@intentgate/sidecar";
import { contentHash } from "@intentgate/trace";
import { createRandom } from "../attribution/random.ts";
import { editsTo } from "./edits.ts";
import type { Change, Commit, Version } from "./history.ts";

export interface Stage {
  root: string;
  workspace: Workspace;
  /** How each file of an agent came there, counted. */
  ways: Map<string, number>;
  clear(): void;
}

const INTENTS = `active_intents:
  - id: INT-001
    name: "Everything"
    status: IN_PROGRESS
    owned_scope: ["**"]
    constraints: []
    acceptance_criteria: []
`;
const session = { id: "replay", model: "replayed" };
const environment = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

export async function setStage(): Promise<Stage> {
  process.env.INTENTGATE_NO_BOX = "1";
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "intentgate-replay-")));
  const root = join(folder, "root");
  mkdirSync(join(root, ".orchestration"), { recursive: true });
  writeFileSync(join(root, ".orchestration/active_intents.yaml"), INTENTS);
  execFileSync("git", ["init", "-q", "-b", "main", root], { env: environment });
  writeFileSync(join(root, ".git/info/exclude"), ".orchestration/\nAGENT.md\n");
  await createRootRegistry(join(folder, "state")).add(root);
  const workspace = openWorkspace(root, { stateDir: join(folder, "state") });
  const input = { intent_id: "INT-001" };
  const taken = await workspace.run({ tool: "select_active_intent", input, session });
  if (taken.decision !== "allow") throw new Error(`the intent could not be taken: ${JSON.stringify(taken.refusal)}`);
  return { root, workspace, ways: new Map(), clear: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The first commit is a person's: it stood there before. `at` is called after those whose numbers are points. */
export async function play(
  stage: Stage,
  repository: string,
  commits: readonly Commit[],
  { seed, points, at }: { seed: number; points: ReadonlySet<number>; at(number: number): void },
): Promise<void> {
  const random = createRandom(seed);
  const { root } = stage;
  for (const [number, { changes }] of commits.entries()) {
    const isAgents = number > 0 && random.chance(0.5);
    const left: Change[] = [];
    for (const change of changes) {
      if (!isAgents) byPerson(root, change);
      else if (!(await byAgent(stage, repository, change, random.below(4)))) left.push(change);
    }
    commit(root, isAgents ? "agent" : "person");
    // What the gate did not take from an agent is a person's after all.
    for (const change of left) byPerson(root, change);
    if (left.length > 0) commit(root, "person");
    if (points.has(number)) at(number);
  }
}

function commit(root: string, who: "agent" | "person"): void {
  const name = { GIT_AUTHOR_NAME: who, GIT_AUTHOR_EMAIL: who, GIT_COMMITTER_NAME: who, GIT_COMMITTER_EMAIL: who };
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "gc.auto=0", "-c", "core.autocrlf=false", ...words], {
      ...{ cwd: root, env: { ...environment, ...name }, stdio: ["ignore", "ignore", "pipe"] },
    });
  git("add", "-A", "-f", "--", ":!.orchestration", ":!AGENT.md");
  git("commit", "-q", "--allow-empty", "--no-verify", "-m", who);
}

function byPerson(root: string, change: Change): void {
  if (change.kind === "renamed" && existsSync(join(root, change.from))) {
    mkdirSync(dirname(join(root, change.path)), { recursive: true });
    renameSync(join(root, change.from), join(root, change.path));
  }
  if (change.kind === "removed") rmSync(join(root, change.path), { recursive: true, force: true });
  else write(root, change.path, change.to);
}

function write(root: string, path: string, { bytes, isProgram }: Version): void {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file).equals(bytes)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  if (isProgram) chmodSync(file, 0o755);
}

/** False where the gate did not take it; nothing of it stands then, or a person ends what was begun. */
async function byAgent(stage: Stage, repository: string, change: Change, way: number): Promise<boolean> {
  const { root, workspace, ways } = stage;
  const count = (name: string) => ways.set(name, (ways.get(name) ?? 0) + 1);
  const call = async (tool: string, input: object) => {
    const answer = await workspace.run({ tool, input, session, askApproval: async () => true });
    const passed = answer.decision === "allow" && !answer.failed;
    count(passed ? tool : `${tool}: ${answer.refusal?.code ?? "failed"}`);
    return passed;
  };
  if (change.kind === "removed") return call("delete_file", { path: change.path });
  const { path, to } = change;
  if (change.kind === "renamed") {
    if (!(await moved(stage, change.from, path))) return false;
    count("git mv");
  }
  const file = join(root, path);
  const before = existsSync(file) ? readFileSync(file) : null;
  if (before?.equals(to.bytes)) return true;
  if (!Buffer.from(to.bytes.toString("utf8")).equals(to.bytes)) return false; // no text: agents write none
  // As agents do: people changed it since.
  if (before !== null) await workspace.run({ tool: "read_file", input: { path }, session });
  const observed = before === null ? {} : { observed_content_hash: contentHash(before) };
  const edits = before === null || way === 0 ? null : editsTo(repository, before, to);
  if (edits === null) return call("write_to_file", { path, content: to.bytes.toString("utf8"), ...observed });
  if (way === 1) {
    for (const edit of edits)
      if (!(await call("edit", { file_path: path, old_string: edit.old, new_string: edit.new }))) return false;
    return true;
  }
  if (way === 2) return call("apply_diff", { path, diff: edits.map(blockOf).join("\n"), ...observed });
  const sections = edits.map((edit) => `@@\n${lined(edit.old, "-")}${lined(edit.new, "+")}`).join("");
  return call("apply_patch", { patch: `*** Begin Patch\n*** Update File: ${path}\n${sections}*** End Patch\n` });
}

/** Through the gate as a host that runs the command itself. */
async function moved({ root, workspace }: Stage, from: string, to: string): Promise<boolean> {
  if (existsSync(join(root, to)) || /[^\w./-]/u.test(from + to)) return false;
  mkdirSync(dirname(join(root, to)), { recursive: true });
  const told = {
    ...{ toolName: "execute_command", payload: { command: `git mv ${from} ${to}` }, session, cwd: root },
    callId: `mv-${from}-${to}-${Date.now()}`,
  };
  const { allowExecution } = await workspace.before(told, async () => true);
  if (!allowExecution) return false;
  execFileSync("git", ["mv", from, to], { cwd: root, env: environment });
  await workspace.after(told, true);
  return true;
}

const blockOf = (edit: { old: string; new: string; line: number }) =>
  `<<<<<<< SEARCH\n:start_line:${edit.line}\n-------\n${escaped(edit.old)}=======\n${escaped(edit.new)}>>>>>>> REPLACE`;

const escaped = (text: string) => text.replace(/^(?=\\*(?:<{7}|={7}|>{7}|-{7}|:start_line:|:end_line:))/gmu, "\\");

const lined = (text: string, mark: string) => text.replace(/([^\n]*)\n/gu, `${mark}$1\n`);
