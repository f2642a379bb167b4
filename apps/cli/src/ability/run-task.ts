/** `intentgate ability task create | run` and `intentgate ability run`: through the gate, like any call. */
import { type Checked, decodeUtf8, problem, readJson } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import type { TaskAnswer, TaskRun } from "@intentgate/routing";
import { refuse } from "../command/refuse.ts";
import { oneWord, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { readAll } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { refuseAgents, workspaceHere } from "../workspace/workspace-here.ts";

/** A session of its own for who works at a terminal; it takes an intent like any other. */
const OWN_SESSION = "cli";

export const runPrepared: Subverb = {
  words: oneWord("a task's key"),
  options: ["session"],
  async run(args, io, [key = ""]) {
    const workspace = workspaceHere(io);
    return refuseAgents(workspace, io, "ability task run") ?? runKey(workspace, key, args, io);
  },
};

export const runDirectly: Subverb = {
  words: oneWord("an ability's id"),
  options: ["input", "reason", "session"],
  async run(args, io, [id = ""]) {
    const workspace = workspaceHere(io);
    const no = refuseAgents(workspace, io, "ability run");
    if (no !== null) return no;
    const made = await preparedTask(workspace, id, args, io);
    if (typeof made === "number") return made;
    return made.status === "available" ? runKey(workspace, made.task_key, args, io) : answered(made, io);
  },
};

async function runKey(workspace: Workspace, key: string, args: Args, io: Io): Promise<number> {
  const session = args.text("session") ?? OWN_SESSION;
  const done = await workspace.routing().tasks.run(key, { id: session, host: "cli" });
  if (!done.ok) return refuse(io, done.problems);
  if (io.json) io.printJson(asJson(done.value));
  else print(done.value, session, io);
  const { answer } = done.value;
  if (answer.decision === "deny") return exitCodes.denied;
  return answer.failed ? exitCodes.failed : exitCodes.done;
}

function asJson({ answer, task }: TaskRun) {
  const { invocationId, decision, refusal, notices, warnings } = answer;
  return {
    invocation_id: invocationId,
    decision,
    task_key: task.key,
    ability: task.abilityId,
    state: task.state,
    ...(refusal ? { code: refusal.code, error: refusal } : {}),
    ...(task.outcome.kind === "result" ? { result: task.outcome.result } : {}),
    ...(task.outcome.kind === "error" && decision === "allow" ? { error: { message: task.outcome.error } } : {}),
    tool_call_path: `.system/implement/${task.key}/tool_call.md`,
    ...(keptBack(answer).length > 0 ? { kept_back: keptBack(answer) } : {}),
    ...(notices.length > 0 ? { notices } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** What the box of its script kept back. */
function keptBack({ result }: TaskRun["answer"]): string[] {
  const told = (result as { kept_back?: unknown } | undefined)?.kept_back;
  return Array.isArray(told) ? told.map(String) : [];
}

function print({ answer, task }: TaskRun, session: string, io: Io): void {
  const { green, red, bold, dim } = io.color;
  for (const notice of answer.notices) io.complain(oneLine(notice.message, 500));
  for (const line of keptBack(answer)) io.complain(oneLine(line, 500));
  if (answer.refusal) {
    const { code, message, meta } = answer.refusal;
    io.complain(`${red(code)}  ${oneLine(message, 500)}`);
    io.complain(`      ${oneLine(String(meta.remedy ?? ""), 500)}`);
    if (code === "INTENT_REQUIRED")
      io.complain(`      Or bind it yourself: intentgate use INTENT --session ${session}`);
    return;
  }
  const page = dim(`.system/implement/${task.key}/tool_call.md`);
  if (task.outcome.kind === "result") {
    io.print(`${green("✔")} ${bold(task.abilityId)} is done  ${page}`);
    io.print(oneLine(JSON.stringify(task.outcome.result), 2_000));
  } else {
    io.complain(`${red("✘")} ${bold(task.abilityId)} failed  ${page}`);
    if (task.outcome.kind === "error") io.complain(oneLine(task.outcome.error, 1_000));
  }
}

/** `intentgate ability task create ID`: prepares a run, or says why there can be none. */
export const prepareTask: Subverb = {
  words: oneWord("an ability's id"),
  options: ["input", "reason"],
  async run(args, io, [id = ""]) {
    const workspace = workspaceHere(io);
    const no = refuseAgents(workspace, io, "ability task create");
    if (no !== null) return no;
    const made = await preparedTask(workspace, id, args, io);
    return typeof made === "number" ? made : answered(made, io);
  },
};

/** The exit code where the input cannot be read. */
async function preparedTask(workspace: Workspace, id: string, args: Args, io: Io): Promise<TaskAnswer | number> {
  const input = await readInput(args.text("input") ?? "{}", io);
  if (!input.ok) return refuse(io, input.problems);
  const reason = args.text("reason") ?? "";
  return workspace.routing().tasks.create({ ability: id, input: input.value, reason });
}

/** Always JSON: the answer is a form that others build upon. */
export function answered(answer: TaskAnswer, io: Io): number {
  io.printJson(answer);
  return answer.status === "available" ? exitCodes.done : exitCodes.failed;
}

const LIMIT = 64 * 1024;

/** `-` stands for what comes in through a pipe. */
export async function readInput(given: string, io: Io): Promise<Checked<unknown>> {
  const bytes = given === "-" ? await readAll(io.input, LIMIT) : Buffer.from(given, "utf8");
  const text = bytes === null ? null : decodeUtf8(bytes);
  if (text === null) return bad("the input is larger than 64 KiB, or not UTF-8 text");
  const json = readJson(text);
  return json.ok ? json : bad("the input is not JSON");
}

function bad(message: string): Checked<unknown> {
  const remedy = 'Write one JSON object: --input \'{"user_id":"u-1"}\', or --input - to read it from a pipe.';
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy)] };
}
