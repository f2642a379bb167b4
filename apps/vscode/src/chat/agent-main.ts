/**
 * The agent's own process. What runs here is recorded as an agent's doing, and what it starts does not speak for a
 * person: neither may be said of the extension host. Its environment holds no keys, so no command finds any there.
 */
import {
  createScriptedModel,
  createTask,
  createUnconfiguredModel,
  openAgentWorkspace,
  type ResolvedModel,
  resolveModel,
  type Task,
  type TaskEvent,
} from "@intentgate/agent";
import type { FromAgent, OpenTask, ToAgent } from "./agent-messages.ts";
import { tourPlan } from "./tour-plan.ts";

/** Quick enough to wait for, slow enough to follow. */
const PACE_MS = 15;

// It made the editor's executable a plain node; programs of the agent may be made with Electron too.
delete process.env.ELECTRON_RUN_AS_NODE;

let opened: Promise<Task | string> | null = null;

process.on("message", (message: ToAgent) => {
  hear(message).catch((error: unknown) => {
    fail(error instanceof Error ? error.message : String(error));
  });
});
// Without the editor nobody could answer or stop it.
process.on("disconnect", () => void end());

async function hear(message: ToAgent): Promise<void> {
  if (message.type === "open") opened = open(message);
  const ready = await opened;
  if (message.type === "close") return end();
  if (message.type !== "run") {
    if (message.type === "abort" && ready !== null && typeof ready === "object") ready.abort();
    return;
  }
  if (ready === null || typeof ready === "string") return fail(ready ?? "The agent was not started.");
  const { reason } = await ready.run(message.text);
  tell({ type: "over", reason });
}

async function open(wanted: OpenTask): Promise<Task | string> {
  const resolved = await modelOf(wanted);
  if (typeof resolved === "string") return resolved;
  // Nobody is asked here: the request goes to the inbox, which the editor's window watches.
  const workspace = openAgentWorkspace(wanted.root, { stateDir: wanted.stateDir, ask: null });
  const { name: modelName, model } = resolved;
  // All known keys, not only the one in use: none of them belongs into a panel or a transcript.
  const secrets = [...new Set([...resolved.secrets, ...Object.values(wanted.keys)])];
  const { intent, hideUntilIntent } = wanted;
  const task = createTask({ workspace, model, modelName, secrets, intent, hideUntilIntent });
  task.listen((event) => tell({ type: "event", event }));
  return task;
}

async function modelOf({ model, keys }: OpenTask): Promise<ResolvedModel | string> {
  if (model.kind === "none") return { name: "none", model: createUnconfiguredModel(model.offer), secrets: [] };
  if (model.kind === "tour") {
    const scripted = createScriptedModel(tourPlan(model.intent), { paceMs: PACE_MS });
    return { name: "scripted/tour", model: scripted, secrets: [] };
  }
  const resolved = await resolveModel({ ...model, env: { ...process.env, ...keys } });
  return resolved.ok ? resolved.value : resolved.problems.map((one) => `${one.message}. ${one.remedy}`).join(" ");
}

function tell(message: FromAgent): void {
  if (process.connected) process.send?.(message);
}

function fail(message: string): void {
  const event: TaskEvent = { type: "ended", reason: "failed", message };
  tell({ type: "event", event });
  tell({ type: "over", reason: "failed" });
}

async function end(): Promise<void> {
  const ready = await opened;
  if (ready !== null && typeof ready === "object") {
    await ready.close();
  }
  process.exit(0);
}
