/** The reference agent as the command line starts it. */
import { existsSync, readFileSync } from "node:fs";
import { type Checked, type Problem, problem } from "@intentgate/documents";
import { sidecarMissing, stateDir } from "@intentgate/sidecar";
import type { TaskEnd, TaskEvent } from "./events/events.ts";
import { connectMcp } from "./mcp/connect.ts";
import { noMcpTools } from "./mcp/mcp-tools.ts";
import { readMcpConfig } from "./mcp/read-config.ts";
import { keyVariables, type ResolvedModel, resolveModel } from "./models/resolve-model.ts";
import { createScriptedModel, type PlannedTurn, steps } from "./models/scripted-model.ts";
import { type AskPerson, openAgentWorkspace } from "./task/agent-workspace.ts";
import { bindIntent } from "./task/bind-intent.ts";
import { createTask } from "./task/task.ts";
import { createLiveView, type Screen } from "./terminal/live-view.ts";

export { howToConfigure, isModelConfigured } from "./models/resolve-model.ts";
export { listTasks, showTask } from "./terminal/show-transcript.ts";

export interface RunOptions {
  root: string;
  prompt: string;
  model: string | null;
  baseUrl: string | null;
  intent: string | null;
  limits: { turns?: number; tokens?: number };
  /** The model sees tools that change things before it has an intent too; the gate refuses them all the same. */
  showAllTools: boolean;
  /** A file that names MCP servers. */
  mcpFile: string | null;
  /** Plays these turns instead of asking a model; `paceMs` between its pieces. */
  scripted: { name: string; turns: readonly PlannedTurn[]; paceMs: number; stateDir: string } | null;
  env: NodeJS.ProcessEnv;
  /** The command line program, for handlers that need the gate again. */
  program: string;
  ask: AskPerson | null;
  /** Null: every event as one line of JSON. */
  screen: Screen | null;
  print(line: string): void;
  complain(text: string): void;
  refuse(problems: readonly Problem[]): number;
  /** Calls back when the person wants to stop; returns the way to end that. */
  onStop(stop: () => void): () => void;
}

/** The exit code: 0 when the work is done, 2 where a hook refused the prompt, 130 when it was stopped, else 1. */
export async function run(options: RunOptions): Promise<number> {
  const chosen = await chooseModel(options);
  if (!chosen.ok) return options.refuse(chosen.problems);
  const { name, model } = chosen.value;
  const servers = readServers(options);
  if (!servers.ok) return options.refuse(servers.problems);
  const secrets = [...chosen.value.secrets, ...servers.value.secrets];
  // What the agent starts has no business with its keys.
  for (const variable of [...keyVariables, ...servers.value.variables]) delete options.env[variable];

  const opened = openAgentWorkspace(options.root, {
    ask: options.ask,
    stateDir: options.scripted?.stateDir ?? stateDir(options.env),
    program: options.program,
  });
  const { workspace } = opened;
  if (!existsSync(workspace.home.sidecar)) return options.refuse([sidecarMissing(workspace.home)]);
  const mcp =
    servers.value.servers.length > 0
      ? await connectMcp({ ...servers.value, root: workspace.home.root, complain: options.complain })
      : noMcpTools;
  const { limits } = options;
  const hideUntilIntent = !options.showAllTools;
  const task = createTask({ workspace: opened, model, modelName: name, limits, mcp, secrets, hideUntilIntent });
  const bound = await bindIntent(workspace, task.session, options.intent);
  if (!bound.ok) {
    await mcp.close();
    return options.refuse(bound.problems);
  }

  const view = options.screen ? createLiveView(options.screen) : null;
  task.listen((event: TaskEvent) => (view ? view.hear(event) : options.print(JSON.stringify(event))));
  const done = options.onStop(() => task.abort());
  try {
    const end = await task.run(options.prompt);
    await task.close();
    // The demo's transcript goes with its project.
    if (options.screen && !options.scripted)
      options.print(options.screen.color.dim(`  intentgate run --transcript ${task.id}`));
    return exitCode(end);
  } finally {
    done();
    await mcp.close();
  }
}

async function chooseModel(options: RunOptions): Promise<Checked<ResolvedModel>> {
  if (options.scripted) {
    const { name, turns, paceMs } = options.scripted;
    const model = createScriptedModel(steps(name, turns), { paceMs });
    return { ok: true, value: { name: `scripted/${name}`, model, secrets: [] } };
  }
  return resolveModel(options);
}

function readServers({ mcpFile, env }: RunOptions): ReturnType<typeof readMcpConfig> {
  if (mcpFile === null) return { ok: true, value: { servers: [], secrets: [], variables: [] } };
  if (!existsSync(mcpFile)) {
    const missing = problem("MISSING_FILE", "there is no such file of MCP servers", "Check --mcp.", { file: mcpFile });
    return { ok: false, problems: [missing] };
  }
  return readMcpConfig(readFileSync(mcpFile, "utf8"), mcpFile, env);
}

function exitCode({ reason }: TaskEnd): number {
  switch (reason) {
    case "done":
    case "completed":
      return 0;
    case "refused":
      return 2;
    case "aborted":
      return 130;
    default:
      return 1;
  }
}
