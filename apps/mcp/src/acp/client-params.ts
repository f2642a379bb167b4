/**
 * The shapes of what an agent has its editor do. Only the fields that the protocol names go on, each of one shape: what
 * two readers could take in two ways is neither decided on nor sent.
 */
import { isAbsolute } from "node:path";
import type { RpcParams } from "@intentgate/json-rpc";
import { isMap } from "./tool-call-parts.ts";

/** Null: no such request is known. */
export type ClientParams = { ok: true; params: RpcParams } | { ok: false; problem: string } | null;

/** What goes on for a value, or what it should have been. */
type Field = (value: unknown) => { value: unknown } | { wanted: string };

const text: Field = (value) => (typeof value === "string" ? { value } : { wanted: "a text" });
const count: Field = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? { value } : { wanted: "a number" };
/** By the protocol; editors would read another from folders that the gate does not know. */
const absolute: Field = (value) =>
  typeof value === "string" && isAbsolute(value) ? { value } : { wanted: "an absolute path" };
const texts: Field = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? { value } : { wanted: "a list of texts" };
const variables: Field = (value) => {
  const list = Array.isArray(value) ? value.map(variable) : [null];
  return list.includes(null) ? { wanted: "a list of names with values" } : { value: list };
};
const orNone =
  (field: Field): Field =>
  (value) =>
    value === undefined || value === null ? { value: undefined } : field(value);

const terminal = { sessionId: text, terminalId: text };

const known: Record<string, Record<string, Field>> = {
  "fs/read_text_file": { sessionId: text, path: absolute, line: orNone(count), limit: orNone(count) },
  "fs/write_text_file": { sessionId: text, path: absolute, content: text },
  "terminal/create": {
    sessionId: text,
    command: text,
    args: orNone(texts),
    env: orNone(variables),
    cwd: orNone(absolute),
    outputByteLimit: orNone(count),
  },
  "terminal/output": terminal,
  "terminal/wait_for_exit": terminal,
  "terminal/kill": terminal,
  "terminal/release": terminal,
};

export function readClientParams(method: string, params: RpcParams): ClientParams {
  const fields = Object.hasOwn(known, method) ? known[method] : undefined;
  if (!fields) return null;
  const read: RpcParams = {};
  for (const [name, field] of Object.entries(fields)) {
    const found = field(params[name]);
    if ("wanted" in found) return { ok: false, problem: `${name} is not ${found.wanted}` };
    if (found.value !== undefined) read[name] = found.value;
  }
  return { ok: true, params: read };
}

function variable(one: unknown): { name: string; value: string } | null {
  if (!isMap(one) || typeof one.name !== "string" || typeof one.value !== "string") return null;
  return { name: one.name, value: one.value };
}
