/** What the tests of the agent stand on: a governed root of its own, a scripted model server, and a person who answers. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { toAnswer } from "@intentgate/gate";
import { type Fault, type Scripts, startScriptedModel } from "@intentgate/scripted-model";
import type { OpenApproval, PersonsAnswer } from "@intentgate/sidecar";
import { onTestFinished } from "vitest";
import type { TaskEnd, TaskEvent } from "../../../apps/agent/src/events/events.ts";
import { resolveModel } from "../../../apps/agent/src/models/resolve-model.ts";
import { type AskPerson, openAgentWorkspace } from "../../../apps/agent/src/task/agent-workspace.ts";
import { createTask, type Task, type TaskOptions } from "../../../apps/agent/src/task/task.ts";
import { tempFolder } from "../temp-folder.ts";

const twoIntents = `active_intents:
  - id: INT-001
    name: JWT Authentication Migration
    status: PENDING
    owned_scope: ["src/auth/**"]
    constraints: ["Must maintain backward compatibility with Basic Auth"]
    acceptance_criteria: ["Unit tests in tests/auth/ pass"]
    related_files: ["src/auth/middleware.ts"]
    recent_history: []
  - id: INT-002
    name: Payments clean-up
    status: IN_PROGRESS
    owned_scope: ["src/payments/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

export interface PlantOptions {
  files?: Record<string, string>;
  intents?: string;
  policy?: string;
}

export interface Planted {
  root: string;
  stateDir: string;
  read(path: string): string;
  put(path: string, text: string): void;
  open(ask?: AskPerson | null): ReturnType<typeof openAgentWorkspace>;
}

export function plant({ files = {}, intents = twoIntents, policy }: PlantOptions = {}): Planted {
  const folder = tempFolder("agent");
  const root = join(folder, "root");
  const stateDir = join(folder, "state", "intentgate");
  for (const made of [root, stateDir, join(folder, "home")]) mkdirSync(made, { recursive: true });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put(".orchestration/active_intents.yaml", intents);
  if (policy !== undefined) put(".orchestration/policy.yaml", policy);
  const all = { "src/auth/token.ts": "export const token = 1;\n", "src/payments/pay.ts": "export {};\n", ...files };
  for (const [path, text] of Object.entries(all)) put(path, text);
  writeFileSync(join(stateDir, "roots.json"), JSON.stringify({ version: 1, roots: [root] }));
  return {
    root,
    stateDir,
    put,
    read: (path) => readFileSync(join(root, path), "utf8"),
    open: (ask = null) => openAgentWorkspace(root, { ask, stateDir, userHome: join(folder, "home") }),
  };
}

/** A person who says the same to everything, and remembers what they were asked. */
export function person(answer: PersonsAnswer["answer"], reason = ""): { ask: AskPerson; asked: OpenApproval[] } {
  const asked: OpenApproval[] = [];
  return {
    asked,
    async ask(approval) {
      asked.push(approval);
      return toAnswer(answer, "ann", new Date().toISOString(), reason);
    },
  };
}

export type Wire = "anthropic" | "openai" | "google";
export const KEY = "sk-test-0123456789abcdefghij";
const keyNames = { anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY", google: "GEMINI_API_KEY" };

export async function serve(scripts: Scripts, options: { chunkBytes?: number; faults?: readonly Fault[] } = {}) {
  const server = await startScriptedModel({ scripts, ...options });
  onTestFinished(() => server.close());
  return server;
}

export async function modelAt(url: string, wire: Wire) {
  const baseUrl = `${url}/${wire === "google" ? "v1beta" : "v1"}`;
  const resolved = await resolveModel({ model: `${wire}/scripted`, baseUrl, env: { [keyNames[wire]]: KEY } });
  if (!resolved.ok) throw new Error(resolved.problems.map((one) => one.message).join());
  return resolved.value;
}

export interface Played {
  task: Task;
  end: TaskEnd;
  events: TaskEvent[];
  of<Type extends TaskEvent["type"]>(type: Type): Extract<TaskEvent, { type: Type }>[];
}

/** Runs one prompt to its end and gathers what was told. */
export async function play(options: TaskOptions, prompt: string, during?: (task: Task) => void): Promise<Played> {
  const task = createTask({ wait: async () => undefined, ...options });
  const events: TaskEvent[] = [];
  task.listen((event) => events.push(event));
  during?.(task);
  const end = await task.run(prompt);
  await task.close();
  return { task, end, events, of: (type) => events.filter((one) => one.type === type) as never };
}

/** `tool code` for what was refused, `tool ok|failed` for what was run, in order. */
export function outcomes(events: readonly TaskEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "tool_blocked") return [`${event.tool} ${event.refusal.code}`];
    return event.type === "tool_result" ? [`${event.tool} ${event.failed ? "failed" : "ok"}`] : [];
  });
}
