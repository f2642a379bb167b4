/** Whether an implementation can be run here, and how: as a program by its words. */
import { accessSync, constants, realpathSync } from "node:fs";
import { join } from "node:path";
import { shown } from "@intentgate/documents";
import { codeOf, createHandlerEnvironment } from "@intentgate/world";
import type { Implementation } from "../abilities/ability.ts";
import type { JsonValue } from "../json-schema/json-schema.ts";
import type { Task } from "../tasks/task.ts";
import type { ContainedProgram, StartContained } from "./ability-calls.ts";
import { callMcpTool, jsonOrText } from "./mcp-client.ts";
import type { RootFiles } from "./root-files.ts";
import { type Program, runProgram } from "./run-program.ts";

/** `told`: what a box kept back. */
export type Produced = { ok: true; output: unknown; told: readonly string[] } | { ok: false; why: string };

/** A server is asked over its streams, and a credential has no business in a box. */
export function isContainable(implementation: Implementation): boolean {
  return implementation.kind === "script" && Object.keys(implementation.credentials).length === 0;
}

/** Null where it can be run; else why not, for `task create`. */
export function objectionTo(implementation: Implementation, files: RootFiles, env: NodeJS.ProcessEnv): string | null {
  if (implementation.kind === "api") return "abilities of the kind api cannot be run by this version";
  const lacking = credentialsFrom(implementation.credentials, env, files.root);
  if (!lacking.ok) return missingCredential(lacking.missing);
  if (implementation.kind === "mcp") {
    return implementation.command === null
      ? `no server is configured: \`impl.mcp.command\` says how ${shown(implementation.server)} is started`
      : null;
  }
  return scriptObjection(implementation.path, files);
}

function scriptObjection(path: string, files: RootFiles): string | null {
  const script = files.identity(path);
  if (script === null) {
    return files.exists(path)
      ? `${shown(path)} is no file`
      : `the script ${shown(path)} does not exist, or leads out of the root`;
  }
  try {
    accessSync(join(files.root, path), constants.X_OK);
    return null;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return `the script ${shown(path)} is not executable: chmod +x ${path}`;
  }
}

/** The words that are run, as the gate is shown them: a script by its path from the root. */
export function wordsOf({ implementation, args }: Pick<Task, "implementation" | "args">): string[] {
  if (implementation.kind === "script") return [`./${implementation.path}`, ...args];
  return implementation.kind === "mcp" ? [...(implementation.command ?? [])] : [];
}

/** Runs it to its end. Nothing that it was given as a credential is in what comes back. */
export async function produce(
  task: Task,
  files: RootFiles,
  { env, signal, start }: { env: NodeJS.ProcessEnv; signal?: AbortSignal; start?: StartContained },
): Promise<Produced> {
  const { implementation } = task;
  const objection = objectionTo(implementation, files, env);
  if (objection !== null || implementation.kind === "api") return { ok: false, why: objection ?? "" };
  const credentials = credentialsFrom(implementation.credentials, env, files.root);
  if (!credentials.ok) return { ok: false, why: missingCredential(credentials.missing) };
  const [first = "", ...args] = wordsOf(task);
  const program: Program = {
    file: implementation.kind === "script" ? realpathSync(join(files.root, implementation.path)) : first,
    args,
    cwd: files.root,
    environment: credentials.environment,
    timeoutMs: implementation.timeoutSec * 1_000,
    signal,
  };
  if (implementation.kind === "mcp") {
    const answer = await callMcpTool(program, implementation.tool, task.input);
    return answer.ok
      ? { ok: true, output: hidden(answer.output, credentials), told: [] }
      : failed(`the server ${implementation.server} ${answer.why}`, answer.stderr, credentials);
  }
  const boxed = await start?.([program.file, ...args], program.cwd, program.environment);
  if (boxed?.kind === "goes on") return { ok: false, why: `${implementation.path} cannot be held` };
  let end = await runProgram(boxed ? inBox(program, boxed) : program);
  const closeWith = (some: ContainedProgram) => some.end(end.kind === "ended" ? 0 : 1, end.stderr);
  let closing = boxed ? await closeWith(boxed) : undefined;
  while (closing !== undefined && "again" in closing) {
    const { again } = closing;
    end = await runProgram(inBox(program, again));
    closing = await closeWith(again);
  }
  if (end.kind === "failed") return failed(`${implementation.path} ${end.why}`, end.stderr, credentials);
  if (closing?.ok === false)
    return failed(`${implementation.path} was not contained: ${closing.why}`, end.stderr, credentials);
  return { ok: true, output: hidden(jsonOrText(end.stdout.trim()), credentials), told: closing?.told ?? [] };
}

function inBox(program: Program, { words: [file = "", ...args], environment }: ContainedProgram): Program {
  return { ...program, file, args, environment };
}

const LAST_WORDS = 600;

function failed(why: string, stderr: string, { hide }: Known): Produced {
  const said = stderr.trim().slice(-LAST_WORDS);
  return { ok: false, why: hide(said === "" ? why : `${why}: ${said}`) };
}

type Known = Extract<Credentials, { ok: true }>;

/** Texts, names and numbers one by one: in the JSON text a credential could be part of its form. */
function hidden(output: unknown, known: Known): JsonValue {
  if (typeof output === "string") return known.hide(output);
  if (typeof output === "number")
    return known.hide(String(output)) === String(output) ? output : known.hide(String(output));
  if (output === null || typeof output !== "object") return typeof output === "boolean" ? output : null;
  if (Array.isArray(output)) return output.map((one) => hidden(one, known));
  return Object.fromEntries(Object.entries(output).map(([name, one]) => [known.hide(name), hidden(one, known)]));
}

function missingCredential(name: string): string {
  return `the environment lacks ${name}, which the config names as a credential`;
}

/** What the program of an ability gets to see of the environment, and which of it must never be written down. */
type Credentials =
  | { ok: true; environment: Record<string, string>; hide(text: string): string }
  | { ok: false; missing: string };

const SHORTEST_HIDDEN = 4;

/** `references`: from a variable of the program to `env:NAME`. Everything else is as for a handler: what programs need. */
function credentialsFrom(
  references: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
  root: string,
): Credentials {
  const environment: Record<string, string> = { ...createHandlerEnvironment(env)(root) };
  const values: string[] = [];
  for (const [name, reference] of Object.entries(references)) {
    const from = reference.slice("env:".length);
    const value = env[from];
    if (value === undefined || value === "") return { ok: false, missing: from };
    environment[name] = value;
    values.push(value);
  }
  return { ok: true, environment, hide: hider(values) };
}

/** Longest first, so that no part of one is left beside another. Whatever is shorter would hide half of all words. */
function hider(values: readonly string[]): (text: string) => string {
  const inJson = values.map((value) => JSON.stringify(value).slice(1, -1));
  const hidden = [...new Set([...values, ...inJson])]
    .filter((value) => value.length >= SHORTEST_HIDDEN)
    .sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((rest, value) => rest.replaceAll(value, "(credential)"), text);
}
