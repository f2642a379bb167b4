/** From a host's tool to the words of our own tool table; what cannot be said in them stays unknown, which is mutating. */
import { field, isPayload, type Payload } from "../payload/read-payload.ts";

export interface ToolReading {
  tool: string;
  payload: Payload;
}

/** Null: the input is not of the form known, so nothing is known about the call. */
export type ToolReader = (input: Payload) => ToolReading | null;

/** The host's own tools. A tool that is not in it, or whose row is `unknownEffect`, is one nobody knows. */
export type ToolTable = Readonly<Record<string, ToolReader>>;

/**
 * Of a call that changes nothing outside of the conversation: there is nothing to judge in it and nothing to record.
 * Known by what it is, not by its name: no payload can name it.
 */
export const nothing: ToolReading = { tool: "no_effect", payload: {} };

/** Todo lists, questions to the person, plan mode, looking things up. */
export const noEffect: ToolReader = () => nothing;

/** Written down so that nobody takes it for forgotten: it has effects that its input does not tell. */
export const unknownEffect: ToolReader = () => null;

/**
 * Starts a subagent, whose calls are gated one by one; so these fields are harmless. Any other may do more before its
 * first call: make a worktree, take another folder, load a profile.
 */
export function startsAgent(...harmless: readonly string[]): ToolReader {
  return (input) => (Object.keys(input).every((key) => harmless.includes(key)) ? nothing : null);
}

/**
 * Shows the model the text of a skill, and runs nothing of it: what the text advises is a call of its own. Other hosts
 * run commands out of the text itself. Any other field may be for that.
 */
export function showsSkill(name: string, ...harmless: readonly string[]): ToolReader {
  return (input) => {
    const isKnown = Object.keys(input).every((key) => key === name || harmless.includes(key));
    return isKnown && textAt(input, name) !== null ? nothing : null;
  };
}

/** No name of ours can hide behind it: `opencode.read_file` is not `read_file`. */
export function unknownTool(host: string, name: string, input: unknown): ToolReading {
  return { tool: `${host}.${name}`, payload: isPayload(input) ? input : { input } };
}

export function readTool(host: string, table: ToolTable, name: string, input: unknown): ToolReading {
  const reader = Object.hasOwn(table, name) ? table[name] : undefined;
  const reading = reader && isPayload(input) ? reader(input) : null;
  return reading ?? unknownTool(host, name, input);
}

/** Fields that our own writing tools have, wherever the model learnt to give them. */
const ownFields = ["observed_content_hash", "request_scope_expansion"];

function withOwnFields(input: Payload, payload: Payload): Payload {
  const given = ownFields.flatMap((key) => (Object.hasOwn(input, key) ? [[key, input[key]]] : []));
  return { ...payload, ...Object.fromEntries(given) };
}

function textAt(input: Payload, key: string): string | null {
  const value = field(input, key);
  return typeof value === "string" ? value : null;
}

/**
 * Null for a path of which hosts make another one: blanks around it, a home folder, an address, escapes.
 * What they make of it is not for us to guess.
 */
function pathAt(input: Payload, key: string): string | null {
  const path = textAt(input, key);
  if (path === null || path === "" || path !== path.trim() || /^~|^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(path))
    return null;
  const isEscaped = path.includes("\\") && !/^[A-Za-z]:[\\/]|^\\\\/.test(path);
  return isEscaped ? null : path;
}

/** The content of one file; whatever else the input says may mean that only a part is shown. */
export function reads(pathKey: string): ToolReader {
  return (input) => {
    const path = pathAt(input, pathKey);
    if (path === null) return null;
    const { [pathKey]: _, ...rest } = input;
    const part = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== "path" && key !== "file_path"));
    return { tool: "read_file", payload: { ...part, path } };
  };
}

/** Names, sizes or matching lines below a folder, the working folder where none is given. */
export function looks(tool: "list_files" | "search_files" | "stat", pathKey: string): ToolReader {
  return (input) => {
    const path = (field(input, pathKey) ?? null) === null ? "." : pathAt(input, pathKey);
    return path === null ? null : { tool, payload: { path } };
  };
}

export function writes(pathKey: string, contentKey: string): ToolReader {
  return (input) => {
    const path = pathAt(input, pathKey);
    const content = textAt(input, contentKey);
    if (path === null || content === null) return null;
    return { tool: "write_to_file", payload: withOwnFields(input, { path, content }) };
  };
}

export function edits(keys: { path: string; from: string; to: string; all: string }): ToolReader {
  return (input) => {
    const file_path = pathAt(input, keys.path);
    const old_string = textAt(input, keys.from);
    const new_string = textAt(input, keys.to);
    if (file_path === null || old_string === null || new_string === null) return null;
    const replace_all = field(input, keys.all) === true;
    return { tool: "edit", payload: withOwnFields(input, { file_path, old_string, new_string, replace_all }) };
  };
}

/** An edit that leaves the rest of the file as it is, in a form that only the host can apply. */
export function changesPart(pathKey: string): ToolReader {
  return (input) => {
    const path = pathAt(input, pathKey);
    return path === null ? null : { tool: "apply_diff", payload: withOwnFields(input, { ...input, path }) };
  };
}

export function patches(textKey: string): ToolReader {
  return (input) => {
    const patch = textAt(input, textKey);
    return patch === null ? null : patchReading(patch, input);
  };
}

export function patchReading(patch: string, input: Payload = {}): ToolReading {
  return { tool: "apply_patch", payload: withOwnFields(input, { patch }) };
}

/** A command for a POSIX shell that is there for the next one too: what is defined in it stays. */
export function runsInKeptShell(commandKey: string, folderKey: string | null = null): ToolReader {
  const reader = runs(commandKey, folderKey);
  return (input) => {
    const reading = reader(input);
    return reading && { ...reading, payload: { ...reading.payload, keeps_shell: true } };
  };
}

/** The same, where the host may go on beside it: the call is over when the command has begun. */
export function maybeBehind(reader: ToolReader, isBehind: (input: Payload) => boolean): ToolReader {
  return (input) => {
    const reading = reader(input);
    return reading && isBehind(input) ? { ...reading, payload: { ...reading.payload, background: true } } : reading;
  };
}

/** A command for a POSIX shell. */
export function runs(commandKey: string, folderKey: string | null = null): ToolReader {
  return (input) => {
    const command = textAt(input, commandKey);
    if (command === null) return null;
    const given = folderKey === null ? undefined : field(input, folderKey);
    if (folderKey === null || given === undefined || given === null || given === "") {
      return { tool: "execute_command", payload: withOwnFields(input, { command }) };
    }
    const cwd = pathAt(input, folderKey);
    // Some shells' folders may be spelled with a variable.
    if (cwd === null || /[$%]/.test(cwd)) return null;
    return { tool: "execute_command", payload: withOwnFields(input, { command, cwd }) };
  };
}
