/** Decodes the input of `intentgate call`: strict on what we use, loose on the rest. */
import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { hasInvisible } from "@intentgate/documents";
import type { CallRequest } from "@intentgate/engine";
import { utf8Text } from "../terminal/input-bytes.ts";

export type ReadCall = { ok: true; request: CallRequest } | { ok: false; message: string };

const LONGEST_ID = 512;

export function readCall(bytes: Uint8Array, cwd: string): ReadCall {
  const text = utf8Text(bytes);
  if (text === null) return bad("the input is not UTF-8 text");
  if (text.trim() === "") return bad("the input is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return bad(`the input is not JSON (${error instanceof Error ? error.message : error})`);
  }
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
