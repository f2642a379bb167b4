/** Starts the reference agent, which is a program of its own beside this one. */
import type { Problem } from "@intentgate/documents";
import { recordedHostsAt, stateDir } from "@intentgate/sidecar";
import { refuse, refuseUsage, refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { plantShop } from "../demo/plant-shop.ts";
import { shopPrompt } from "../demo/story.ts";
import { programFile, programUrl } from "../program/app-folder.ts";
import { type AgentProgram, screenOf } from "../run/agent-program.ts";
import { answerAsDemo, demoTurns } from "../run/demo-agent.ts";
import { createStop } from "../run/stop-signal.ts";
import { askYes } from "../terminal/ask-person.ts";
import { readAll } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { terminalApprover } from "../terminal/terminal-approver.ts";
import { refuseAgents } from "../workspace/workspace-here.ts";

const PACE_MS = 25;
const LONGEST_PROMPT = 1_000_000;

export const verb: Verb = {
  name: "run",
  usage: ['"PROMPT" [--model PROVIDER/NAME] [--intent ID]', "- < PROMPT", "--demo", "--transcript [TASK]"],
  options: {
    model: text("PROVIDER/NAME", "anthropic, openai, google, ollama or compatible"),
    "base-url": text("URL", "another address for the provider"),
    intent: text("ID", "bind the task to this intent yourself"),
    "max-turns": text("N", "answers of the model at most; 50 by default"),
    "max-tokens": text("N", "tokens at most; 1000000 by default"),
    mcp: text("FILE", "MCP servers whose tools the agent gets, behind the gate"),
    "show-all-tools": flag(
      "let the model see tools that change things before it has an intent; they are refused all the same",
    ),
    demo: flag("watch the agent with a scripted model in a temporary project; needs no key"),
    transcript: flag("list earlier tasks, or show one"),
  },
  examples: {
    'intentgate run "Move the sign-in to tokens"': "with the model whose key is in the environment",
    'intentgate run "Add a test" --model ollama/qwen3-coder': "with a model on this machine",
    'intentgate run "Add a test" --intent INT-001': "the task works under INT-001 from the start",
    "intentgate run --demo": "refusals, questions to you, an expansion and a completion",
  },
  notes: [
    "Keys come from the environment (ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY) and are written nowhere. INTENTGATE_MODEL names a model for good.",
    "Every change asks you first (approval mode strict) unless policy.yaml says otherwise. Without a terminal nobody is asked: the call is denied with the id of a request that you can approve.",
    "Ctrl-C stops the task and records what was done; a second one ends at once. Exit codes: 0 done, 1 failed or out of budget, 2 refused, 64 bad input, 130 stopped.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const no = refuseAgents({ hosts: recordedHostsAt(io.cwd, stateDir(io.env)) }, io, "run");
  if (no !== null) return no;
  const program = (await import(programUrl("agent").href)) as AgentProgram;
  if (args.flag("transcript")) return showTranscripts(program, args, io);
  const prompt = await promptOf(args, io);
  if (prompt === null) return refuseUsage(io, "run", "the prompt is too long");
  if (args.flag("demo")) {
    return prompt === "" ? playDemo(program, io) : refuseUsage(io, "run", "--demo has a prompt of its own");
  }
  if (prompt === "") return refuseUsage(io, "run", "say what is to be done");
  const limits = { turns: numberOf(args, "max-turns"), tokens: numberOf(args, "max-tokens") };
  for (const [name, value] of Object.entries(limits)) {
    if (value === null) return refuseUsage(io, "run", `--max-${name} takes a whole number above 0`);
  }
  const model = args.text("model") ?? null;
  if (!program.isModelConfigured({ model, env: io.env })) return withoutModel(program, io);
  return start(program, io, {
    root: io.cwd,
    prompt,
    model,
    baseUrl: args.text("base-url") ?? null,
    intent: args.text("intent") ?? null,
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
    showAllTools: args.flag("show-all-tools"),
    mcpFile: args.text("mcp") ?? null,
    scripted: null,
  });
}

/** The words, or standard input where they are one dash; null where that is too long. */
async function promptOf({ words }: Args, io: Io): Promise<string | null> {
  if (words.length !== 1 || words[0] !== "-") return words.join(" ").trim();
  return (await readAll(io.input, LONGEST_PROMPT))?.toString("utf8").trim() ?? null;
}

type Wanted = Pick<
  Parameters<AgentProgram["run"]>[0],
  "root" | "prompt" | "model" | "baseUrl" | "intent" | "limits" | "showAllTools" | "mcpFile" | "scripted"
>;

async function start(program: AgentProgram, io: Io, wanted: Wanted): Promise<number> {
  const stop = createStop(io);
  const asks = terminalApprover(recordedHostsAt(io.cwd, stateDir(io.env)), stop.pressed);
  const ask = wanted.scripted && asks === null ? answerAsDemo(io) : asks;
  return program.run({
    ...wanted,
    env: io.env,
    program: programFile(),
    ask,
    screen: io.json ? null : screenOf(io),
    print: io.print,
    complain: io.complain,
    refuse: (problems: readonly Problem[]) => refuse(io, problems),
    onStop: stop.onStop,
  });
}

async function playDemo(program: AgentProgram, io: Io): Promise<number> {
  const { folder, stateDir: state } = await plantShop();
  const scripted = { name: "demo", turns: demoTurns, paceMs: io.isTerminal ? PACE_MS : 0, stateDir: state };
  const wanted = {
    root: folder,
    prompt: shopPrompt,
    model: null,
    baseUrl: null,
    intent: null,
    limits: {},
    showAllTools: false,
    mcpFile: null,
    scripted,
  };
  const code = await start(program, io, wanted);
  if (!io.json) io.print(io.color.dim(`  The project stays until you remove it:\n  ${folder}`));
  return code;
}

/** Nobody has read the prompt, and nobody pretends to have. */
async function withoutModel(program: AgentProgram, io: Io): Promise<number> {
  const message = "No model is configured, so nobody has read your prompt and nothing was done";
  if (!io.isTerminal || io.json) {
    const remedy = `${program.howToConfigure.join(" ")} \`intentgate run --demo\` shows the agent with a scripted model.`;
    return refuseWith(io, "BAD_INPUT", message, remedy);
  }
  io.print(`${message}.`);
  for (const line of program.howToConfigure) io.print(`  ${line}`);
  if (!(await askYes("\nWatch the agent with a scripted model in a temporary project instead?"))) {
    return exitCodes.badInput;
  }
  return playDemo(program, io);
}

function showTranscripts(program: AgentProgram, args: Args, io: Io): number {
  const place = { root: io.cwd, stateDir: stateDir(io.env) };
  const [id, ...more] = args.words;
  if (more.length > 0) return refuseUsage(io, "run", "--transcript takes one task");
  if (id !== undefined) {
    const shown = program.showTask(place, id, io.json ? null : screenOf(io));
    if (!shown.ok) return refuse(io, shown.problems);
    if (io.json) for (const line of shown.value) io.print(line);
    return exitCodes.done;
  }
  const tasks = program.listTasks(place);
  if (io.json) io.printJson(tasks);
  else if (tasks.length === 0) io.print("No task has run here yet.");
  else {
    const room = Math.max(20, (process.stdout.columns || 80) - 1);
    for (const task of tasks) {
      io.print(`${task.id}  ${io.color.dim(task.at.slice(0, 16).replace("T", " "))}`);
      io.print(`  ${oneLine(task.prompt, room - 2)}`);
    }
  }
  return exitCodes.done;
}

/** Undefined where it was not given, null where it is no number. */
function numberOf(args: Args, name: string): number | null | undefined {
  const given = args.text(name);
  if (given === undefined) return undefined;
  const value = Number(given);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
