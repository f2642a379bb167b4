/**
 * What launcher and gate say to each other. Built so that a POSIX shell can write and check it: the request is fields
 * that each end with a NUL, then the payload to the end; the reply names the nonce before, between and after its parts,
 * so that half of it, an older one or a stranger's is no reply.
 */
import type { Reply } from "@intentgate/hosts";

/** Changes whenever either side would not understand the other's former self. */
export const PROTOCOL = 1;

/** Beside the socket of a gate that answers a floor: the MCP server outside. */
export const MCP_SOCKET = "mcp";

/** Sent while an answer takes its time: a launcher that hears nothing for a few seconds helps itself. */
export const HEARTBEAT = "+";
export const HEARTBEAT_MS = 1_000;

export interface GateRequest {
  /** Of the program that wrote the launcher. */
  version: string;
  nonce: string;
  /** The launcher's process. */
  pid: number;
  cwd: string;
  args: readonly string[];
  /** `NAME=value`, sorted; null where the launcher could not list them. */
  env: readonly string[] | null;
  payload: Buffer;
}

const MOST_FIELDS = 20_000;

/** Null for whatever is not exactly a request. */
export function readRequest(bytes: Buffer): GateRequest | null {
  let at = 0;
  const field = (): string | null => {
    const end = bytes.indexOf(0, at);
    if (end < 0) return null;
    const text = bytes.toString("utf8", at, end);
    at = end + 1;
    return text;
  };
  const list = (size: number): string[] | null => {
    const items: string[] = [];
    for (let left = size; left > 0; left--) {
      const item = field();
      if (item === null) return null;
      items.push(item);
    }
    return items;
  };
  if (field() !== "intentgate" || field() !== String(PROTOCOL)) return null;
  const [version, nonce, pid, cwd, argCount, envCount] = [field(), field(), field(), field(), field(), field()];
  if (version === null || nonce === null || !isNonce(nonce) || cwd === null) return null;
  const [ofPid, ofArgs, ofEnv] = [countIn(pid), countIn(argCount), envCount === "-" ? 0 : countIn(envCount)];
  if (ofPid === null || ofArgs === null || ofEnv === null || ofArgs + ofEnv > MOST_FIELDS) return null;
  const [args, env] = [list(ofArgs), list(ofEnv)];
  if (args === null || env === null) return null;
  return { version, nonce, pid: ofPid, cwd, args, env: envCount === "-" ? null : env, payload: bytes.subarray(at) };
}

export function replyText(nonce: string, { exitCode, stdout, stderr }: Reply): string {
  return `intentgate ${PROTOCOL} ${nonce} ${exitCode}\n${stdout}\n${nonce}\n${stderr}\n${nonce}\n`;
}

/** Not answered here: the launcher is to start a process for this event. */
export function passText(nonce: string): string {
  return `intentgate ${PROTOCOL} ${nonce} pass\n`;
}

function isNonce(text: string): boolean {
  return /^[0-9a-f-]{16,64}$/.test(text);
}

function countIn(text: string | null): number | null {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}
