/** A governed repository with the gate opened in this very process: what most stories play on. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AskApproval, CallAnswer, DenyCode, Refusal, Session } from "@intentgate/engine";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@intentgate/gate";
import type { DecisionRow, OpenApproval, PersonsAnswer } from "@intentgate/sidecar";
import type { TraceRecord } from "@intentgate/trace";
import { expect } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { DELETIONS_ASK, put, type Scene, type SceneFiles } from "./scene.ts";

export interface Caller {
  session?: string;
  parent?: string;
  cwd?: string;
  askApproval?: AskApproval;
}

export interface Gate extends Scene {
  workspace: Workspace;
  stateDir: string;
  call(tool: string, input: unknown, caller?: Caller | string): Promise<CallAnswer>;
  take(intent?: string, caller?: Caller | string): Promise<CallAnswer>;
  text(path: string): string;
  put(path: string, content: string): void;
  /** The ledger's records, oldest first. */
  ledger(): TraceRecord[];
  rows(answer: CallAnswer): DecisionRow[];
  /** Every file of the repository that a tool call could reach, as it stands on disk. */
  bytes(): Record<string, string>;
  /** Another process would see it like this: nothing remembered. */
  reopened(options?: WorkspaceOptions): Gate;
}

export const intents = `# what we work on
active_intents:
  - id: INT-001
    name: JWT Authentication Migration # since spring
    status: IN_PROGRESS
    owned_scope:
      - src/auth/**
    constraints:
      - Keep basic auth working
    acceptance_criteria:
      - All tests in tests/auth pass
    related_files: []
    recent_history: []
  - id: INT-002
    name: Payments clean-up
    status: PENDING
    owned_scope: ["src/pay/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

export const files: Record<string, string> = {
  "src/auth/middleware.ts": "export function middleware() {\n  return 1;\n}\n",
  "src/auth/token.ts": "export const token = 1;\n",
  "src/pay/bill.ts": "export const bill = 1;\n",
  "README.md": "# Sample\n",
};

export function openGate(given: SceneFiles = {}, options: WorkspaceOptions = {}): Gate {
  const scene = plantedScene({ intents, ...given, files: { ...files, ...given.files } });
  return gateIn(scene, scene.repo, options);
}

let planted: { folder: string; git: string } | undefined;

/** A scene whose git folder is copied from one that git made: stories are many, and git is slow to start. */
function plantedScene({ files = {}, intents, policy }: SceneFiles): Scene {
  planted ??= plantGit();
  const folder = tempFolder("story");
  const repo = join(folder, "repo");
  cpSync(planted.git, join(repo, ".git"), { recursive: true });
  mkdirSync(join(folder, "home"));
  const sidecar = {
    ...(typeof intents === "string" ? { ".orchestration/active_intents.yaml": intents } : {}),
    ...(policy === undefined ? {} : { ".orchestration/policy.yaml": policy }),
  };
  for (const [path, content] of Object.entries({ ...files, ...sidecar })) put(repo, path, content);
  const governed = Object.keys(sidecar).length > 0;
  if (governed) put(folder, "state/intentgate/roots.json", JSON.stringify({ version: 1, roots: [repo] }));
  const env = {
    PATH: process.env.PATH ?? "",
    INTENTGATE_NO_BOX: "1",
    HOME: join(folder, "home"),
    XDG_STATE_HOME: join(folder, "state"),
    USER: "ann",
    NO_COLOR: "1",
  };
  return { repo, env };
}

function plantGit(): { folder: string; git: string } {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-story-git-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const who = ["-c", "user.name=Story", "-c", "user.email=story@example.invalid", "-c", "init.defaultBranch=main"];
  for (const words of [
    ["init", "-q"],
    ["commit", "-q", "--allow-empty", "-m", "start"],
  ]) {
    const done = spawnSync("git", [...who, ...words], { cwd: folder, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  }
  return { folder, git: join(folder, ".git") };
}

export function gateIn(scene: Scene, folders: string | readonly string[], options: WorkspaceOptions = {}): Gate {
  const stateDir = join(scene.env.XDG_STATE_HOME ?? "", "intentgate");
  const workspace = openWorkspace(folders, { stateDir, userHome: scene.env.HOME, ...options });
  const call: Gate["call"] = (tool, input, caller = {}) => {
    const { session = "s1", parent, cwd, askApproval } = typeof caller === "string" ? { session: caller } : caller;
    const who: Session = { id: session, host: "story", model: "model-x", ...(parent ? { parent } : {}) };
    return workspace.run({ tool, input, session: who, ...(cwd ? { cwd } : {}), askApproval });
  };
  return {
    ...scene,
    workspace,
    stateDir,
    call,
    take: (intent = "INT-001", caller = {}) => call("select_active_intent", { intent_id: intent }, caller),
    text: (path) => readFileSync(join(scene.repo, path), "utf8"),
    put: (path, content) => put(scene.repo, path, content),
    ledger: () => workspace.home.store.ledger.newest(1_000),
    rows: (answer) => workspace.home.store.decisions.of(answer.invocationId),
    bytes: () => bytesBelow(scene.repo),
    reopened: (more = options) => gateIn(scene, folders, more),
  };
}

/** A gate whose session s1 works under INT-001. */
export async function workingGate(given: SceneFiles = {}, options: WorkspaceOptions = {}): Promise<Gate> {
  const gate = openGate(given, options);
  const taken = await gate.take();
  expect(taken.decision).toBe("allow");
  return gate;
}

/** Where every deletion asks: what these stories are about is the question. */
export function askingGate(given: SceneFiles = {}, options: WorkspaceOptions = {}): Promise<Gate> {
  return workingGate({ ...given, policy: `${given.policy ?? ""}${DELETIONS_ASK}` }, options);
}

/** Makes the call, and holds it to the shape of a refusal and to having changed nothing. */
export async function refused(
  gate: Gate,
  code: DenyCode,
  tool: string,
  input: unknown,
  caller: Caller | string = {},
): Promise<Refusal> {
  const before = gate.bytes();
  const records = gate.ledger().length;
  const answer = await gate.call(tool, input, caller);
  expect(answer.refusal ?? answer, `${tool} ${JSON.stringify(input)}`).toMatchObject({ type: "tool_error", code });
  expect(answer.decision).toBe("deny");
  expect(answer.result).toBeUndefined();
  const refusal = answer.refusal as Refusal;
  expect(refusal.meta.invocation_id).toBe(answer.invocationId);
  expect(refusal.meta.tool_name).toBe(tool);
  expect(refusal.meta.remedy).not.toBe("");
  expect(gate.bytes()).toEqual(before);
  expect(gate.ledger()).toHaveLength(records);
  expect(gate.rows(answer).at(-1)).toMatchObject({ phase: "done", decision: "denied", code });
  return refusal;
}

/** Makes the call and holds it to having passed and worked. */
export async function allowed(
  gate: Gate,
  tool: string,
  input: unknown,
  caller: Caller | string = {},
): Promise<CallAnswer> {
  const answer = await gate.call(tool, input, caller);
  expect(answer.refusal, `${tool} ${JSON.stringify(input)}`).toBeUndefined();
  expect(answer).toMatchObject({ decision: "allow", failed: false });
  return answer;
}

export function write(path: string, content = "export const written = 1;\n", more: object = {}) {
  return ["write_to_file", { path, content, ...more }] as const;
}

/** A person in front of the inbox, who answers every question the same way and remembers what was shown. */
export function person(gate: Gate, answer: Saying | ((entry: OpenApproval) => Saying | Promise<Saying>)) {
  const { approvals } = gate.workspace.home.store;
  const watcher = approvals.watch();
  const asked: OpenApproval[] = [];
  let isHere = true;
  const answering = (async () => {
    while (isHere) {
      for (const entry of approvals.list()) {
        if (asked.some((one) => one.id === entry.id)) continue;
        asked.push(entry);
        const said = typeof answer === "function" ? await answer(entry) : answer;
        if (said !== "silence") approvals.answer(entry.id, spoken(said));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    asked,
    async leaves() {
      isHere = false;
      watcher.stop();
      await answering;
    },
  };
}

export type Saying = "once" | "standing" | "command" | "declare" | "silence" | { reject: string };

export function spoken(said: Exclude<Saying, "silence">): PersonsAnswer {
  const who = { by: "ann", at: new Date().toISOString() };
  return typeof said === "string" ? { answer: said, ...who } : { answer: "reject", reason: said.reject, ...who };
}

/** As `person`, for one step of a story. */
export async function withPerson<T>(
  gate: Gate,
  answer: Parameters<typeof person>[1],
  step: () => Promise<T>,
): Promise<{ value: T; asked: OpenApproval[] }> {
  const ann = person(gate, answer);
  try {
    return { value: await step(), asked: ann.asked };
  } finally {
    await ann.leaves();
  }
}

const authored = ["active_intents.yaml", "policy.yaml", ".gitignore"];
/** What the machine writes whatever is decided: lessons, journals, git's objects. */
const machines = /^(AGENT\.md|\.git\/(objects|logs|index)|\.orchestration\/)/;

function bytesBelow(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    const isMachines = machines.test(path) && !authored.includes(path.replace(".orchestration/", ""));
    if (entry.isFile() && !isMachines) found[path] = readFileSync(join(root, path)).toString("latin1");
    if (entry.isSymbolicLink()) found[path] = "link";
  }
  return found;
}

export function patch(...lines: string[]): { patch: string } {
  return { patch: ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n") };
}

export function exists(gate: Gate, path: string): boolean {
  return existsSync(join(gate.repo, path));
}

export function folder(gate: Gate, path: string): string {
  const made = join(gate.repo, path);
  mkdirSync(made, { recursive: true });
  return made;
}
