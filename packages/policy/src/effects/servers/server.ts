/** What the catalogue knows of one MCP server: how people start it, and what each of its tools touches. */
import type { Effect } from "@intentgate/engine";
import type { Payload } from "../payload.ts";
import type { ServerPlaces } from "./server-places.ts";

export interface KnownServer {
  name: string;
  /** Packages, programs, modules and images that are this server; nothing that a server says of itself counts. */
  startedAs: readonly string[];
  /** A tool that is not here is one nobody knows. */
  tools: Readonly<Record<string, ServerTool>>;
}

export type ServerTool = (input: Payload, places: ServerPlaces) => ServerUse;

export type ServerUse =
  /** Exactly these; none: it changes nothing and shows no file. */
  | { kind: "effects"; list: Effect[] }
  /** It runs this program, in this folder; what that does is read as a shell command is. */
  | { kind: "command"; words: string[]; folder: string }
  /** What it touches cannot be told from this input. */
  | { kind: "unknown"; why: string };

export const nothing: ServerUse = { kind: "effects", list: [] };

export function effects(...list: Effect[]): ServerUse {
  return { kind: "effects", list };
}

export function unknown(why: string): ServerUse {
  return { kind: "unknown", why };
}

/** Sends something out of this machine, or makes another one do something. */
export function outside(target: string): ServerUse {
  return effects({ kind: "network", target });
}

/** Rows of tools that all do the same. */
export function all(names: string, tool: ServerTool): Record<string, ServerTool> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, tool]));
}
