/** Starts the MCP server, which is a program of its own beside this one. */

import { floorHere } from "@intentgate/sidecar";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { relayOutside } from "../floor/relay-outside.ts";
import { doorOf, mcpProgram, placeOf } from "../program/mcp-program.ts";
import type { Io } from "../terminal/io.ts";

export const verb: Verb = {
  name: "mcp",
  usage: ["[--root DIR]", "--own-session [--root DIR]", "--http [--port N] [--own-session] [--root DIR]"],
  options: {
    root: text("DIR", "the repository it serves; by default the one around the present folder"),
    hooked: flag("the host's hook decides and binds; this is the default"),
    "own-session": flag("for clients without hooks: one session for each connection"),
    http: flag("listen on 127.0.0.1 instead of standard input; prints address and token once"),
    port: text("N", "with --http; by default any that is free"),
  },
  examples: {
    "intentgate mcp": "serve the host that started it, whose hook Intentgate is",
    "intentgate mcp --own-session": "serve a client that has no hooks",
    "intentgate mcp --http --port 7411 --own-session": "serve clients that connect over HTTP",
  },
  notes: [
    "Standard output carries the protocol and nothing else; what is to be told goes to standard error.",
    "With --http a client sends `Authorization: Bearer TOKEN`; the token is new with every start.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "mcp", "mcp takes options only");
  if (args.flag("hooked") && args.flag("own-session"))
    return refuseUsage(io, "mcp", "--hooked and --own-session exclude each other");
  const door = doorOf(args, io);
  if (typeof door === "string") return refuseUsage(io, "mcp", door);
  const floor = floorHere(io.env);
  if (floor !== null) return serveFromOutside(floor, args, io);
  const identity = args.flag("own-session") ? "own-session" : "hooked";
  const code = await (await mcpProgram()).serve({ ...placeOf(args, io), ...door, identity });
  return code === 0 ? exitCodes.done : exitCodes.denied;
}

/** On a floor the server runs outside, where what it works on can be written. */
async function serveFromOutside(floor: string, args: Args, io: Io): Promise<number> {
  if (args.flag("own-session") || args.flag("http"))
    return refuseUsage(io, "mcp", "on a floor only plain `intentgate mcp` is served");
  return (await relayOutside(floor)) ? exitCodes.done : exitCodes.denied;
}
