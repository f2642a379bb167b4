/** One tool call through the gate, run by the native tools. The door cannot say yes by accident. */
import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { decodeUtf8, hasInvisible, readJson, visibleText } from "@intentgate/documents";
import type { CallRequest } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import { type Args, exitCodes, flag, type Verb } from "../command/verb.ts";
import { readAll, readLines } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";

const INPUT_LIMIT = 10_000_000;

export const verb: Verb = {
  name: "call",
  usage: ["< call.json", "--dry-run < call.json", "--stream < calls.jsonl"],
  options: {
    "dry-run": flag("decide only: nothing runs and nobody is asked"),
    stream: flag("read one call a line, answer one line each"),
  },
  examples: {
    'echo \'{"tool":"select_active_intent","input":{"intent_id":"INT-001"},"session":"s1"}\' | intentgate call':
      "take an intent in session s1",
    'echo \'{"tool":"write_to_file","input":{"path":"src/a.ts","content":"x"},"session":"s1"}\' | intentgate call':
      "write a file under that intent, or be refused with the reason",
  },
  notes: [
    "Input: { tool, input, session, cwd?, model?, id?, parent? }. Output: { invocation_id, decision, code?, reason?, result?, error?, … }.",
    "Exit codes: 0 allowed and done, 1 the tool failed, 2 denied, 3 would ask (--dry-run), 64 bad input.",
  ],
  run,
};

interface Reply {
  code: number;
  body: Record<string, unknown>;
}

async function run(args: Args, io: Io): Promise<number> {
  const dry = args.flag("dry-run");
  const workspaces = new Map<string, Workspace>();
  const isStream = args.flag("stream");
  // One call alone is over before what it started; who made it is not known.
  const open = (folder: string) => workspaceHere(io, folder, isStream ? {} : { sessionHost: null });
  const answer = (bytes: Buffer | null) => answerOne(bytes, dry, open, io, workspaces);
  if (isStream) return stream(answer, io);
  const guard = answerOnExit();
  const reply = await answer(await readAll(io.input, INPUT_LIMIT));
  guard.answered();
  io.printJson(reply.body);
  return reply.code;
}

async function stream(answer: (bytes: Buffer | null) => Promise<Reply>, io: Io): Promise<number> {
  for await (const line of readLines(io.input, INPUT_LIMIT)) {
    if (line?.toString("latin1").trim() === "") continue;
    const guard = answerOnExit();
    const reply = await answer(line);
    guard.answered();
    process.stdout.write(`${visibleText(JSON.stringify(reply.body))}\n`);
  }
  return exitCodes.done;
}

/** A hook that ends the process must not look like a yes: what was not answered is answered with a no. */
function answerOnExit() {
  const refuse = () => {
    const remedy =
      "Look at the files before you repeat the call: it may have run. The next call records what it changed; `intentgate doctor` shows what is wrong.";
    process.stdout.write(`${JSON.stringify(stopped("the process ended before it could answer", remedy).body)}\n`);
    process.exitCode = exitCodes.denied;
  };
  process.on("exit", refuse);
  return { answered: () => void process.off("exit", refuse) };
}

async function answerOne(
  bytes: Buffer | null,
  dry: boolean,
  open: (folder: string) => Workspace,
  io: Io,
  workspaces: Map<string, Workspace>,
): Promise<Reply> {
  if (bytes === null) return badInput(`the input is larger than ${INPUT_LIMIT} bytes`, "Write the file in parts.");
  const read = readCall(bytes, io.cwd);
  if (!read.ok) return badInput(read.message);
  try {
    const request = read.request;
    const folder = request.cwd ?? io.cwd;
    const workspace = workspaces.get(folder) ?? open(folder);
    workspaces.set(folder, workspace);
    if (workspace.hosts.above(process.pid) !== null) return belowAgent();
    return dry ? await decideOnly(workspace, request) : await callNow(workspace, request);
  } catch (error) {
    return stopped(error instanceof Error ? error.message : String(error));
  }
}

async function callNow(workspace: Workspace, request: CallRequest): Promise<Reply> {
  const answer = await workspace.run(request);
  const { invocationId, decision, refusal, result, error, warnings, notices } = answer;
  const notes = {
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(notices.length > 0 ? { notices } : {}),
    ...(Object.keys(answer.contextPatch).length > 0 ? { context: answer.contextPatch } : {}),
  };
  if (decision === "deny") {
    const body = {
      invocation_id: invocationId,
      decision,
      code: refusal?.code,
      reason: refusal?.message,
      error: refusal,
      ...notes,
    };
    return { code: exitCodes.denied, body };
  }
  if (answer.failed) {
    const body = {
      invocation_id: invocationId,
      decision,
      result,
      error: { type: "tool_failed", message: error?.message },
      ...notes,
    };
    return { code: exitCodes.failed, body };
  }
  return { code: exitCodes.done, body: { invocation_id: invocationId, decision, result, ...notes } };
}

async function decideOnly(workspace: Workspace, request: CallRequest): Promise<Reply> {
  const answer = await workspace.decide({ ...request, runsHere: true });
  const body = { invocation_id: answer.invocationId, decision: answer.decision };
  if (answer.decision === "allow") return { code: exitCodes.done, body };
  if (answer.decision === "ask") return { code: exitCodes.wouldAsk, body: { ...body, questions: answer.questions } };
  const { code, message } = answer.refusal;
  return { code: exitCodes.denied, body: { ...body, code, reason: message, error: answer.refusal } };
}

const FORM = "Send one JSON object: { tool, input, session, cwd?, model?, id?, parent? }.";

/** Calls are made by hosts; a program that a call started could borrow another session's intent. */
function belowAgent(): Reply {
  const remedy = "Make the call through the host, or ask the person to run it in their own terminal.";
  const reason = "`intentgate call` was started by a program that an agent runs";
  const error = {
    type: "tool_error",
    code: "CONTROL_FILE",
    message: reason,
    meta: { file_path: "intentgate", remedy },
  };
  return { code: exitCodes.denied, body: { decision: "deny", code: "CONTROL_FILE", reason, error } };
}

function badInput(message: string, remedy = FORM): Reply {
  const error = { type: "tool_error", code: "BAD_INPUT", message, meta: { remedy } };
  return { code: exitCodes.badInput, body: { decision: "deny", code: "BAD_INPUT", reason: message, error } };
}

function stopped(message: string, remedy = "Nothing was changed by the gate. Run `intentgate doctor`."): Reply {
  const error = {
    type: "tool_error",
    code: "HOOK_ERROR",
    message: `The gate could not decide: ${message}`,
    meta: { hook_name: "call", error: message, remedy },
  };
  return { code: exitCodes.denied, body: { decision: "deny", code: "HOOK_ERROR", reason: error.message, error } };
}

type ReadCall = { ok: true; request: CallRequest } | { ok: false; message: string };

const LONGEST_ID = 512;

/** Decodes the input of `intentgate call`: strict on what we use, loose on the rest. */
function readCall(bytes: Uint8Array, cwd: string): ReadCall {
  const text = decodeUtf8(bytes);
  if (text === null) return bad("the input is not UTF-8 text");
  if (text.trim() === "") return bad("the input is empty");
  const json = readJson(text);
  if (!json.ok) return bad(`the input is not JSON (${json.why})`);
  const { value } = json;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return bad("the input must be one JSON object");
  const given = value as Record<string, unknown>;
  const { tool, input, session } = given;
  if (typeof tool !== "string" || tool === "") return bad('"tool" must be the name of a tool');
  if (typeof session !== "string" || session === "") return bad('"session" must be the id of the session');
  if (typeof input !== "object" || input === null || Array.isArray(input)) return bad('"input" must be an object');
  for (const name of ["cwd", "model", "id", "parent"]) {
    if (given[name] !== undefined && given[name] !== null && typeof given[name] !== "string")
      return bad(`"${name}" must be a string`);
  }
  const { model, id, parent } = given as Record<string, string | null | undefined>;
  for (const [name, word] of Object.entries({ tool, session, model, id, parent })) {
    if (word && (word.length > LONGEST_ID || hasInvisible(word)))
      return bad(`"${name}" is longer than ${LONGEST_ID} characters or has control or invisible characters`);
  }
  const folder = typeof given.cwd === "string" ? given.cwd : cwd;
  if (folder.includes("\0")) return bad('"cwd" must not contain a NUL byte');
  const absolute = isAbsolute(folder) ? folder : resolve(cwd, folder);
  if (!isFolder(absolute)) return bad(`"cwd" is not a folder: ${JSON.stringify(folder.slice(0, 200))}`);
  return {
    ok: true,
    request: {
      tool,
      input,
      cwd: absolute,
      callId: id ?? null,
      session: { id: session, host: "call", ...(model ? { model } : {}), ...(parent ? { parent } : {}) },
    },
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    // Below a file, too long, not for this user: whatever it is, it is no folder to work in.
    if (error instanceof Error && "errno" in error) return false;
    throw error;
  }
}

function bad(message: string): ReadCall {
  return { ok: false, message };
}
