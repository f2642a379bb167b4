/** Starts the ACP proxy: the gate between an editor and its agent. */
import { refuseUsage } from "../command/refuse.ts";
import type { Args, Verb } from "../command/verb.ts";
import { text } from "../command/verb.ts";
import { mcpProgram, placeOf } from "../program/mcp-program.ts";
import type { Io } from "../terminal/io.ts";

export const verb: Verb = {
  name: "acp",
  usage: ["[--root DIR] -- AGENT [ARGS…]"],
  options: {
    root: text("DIR", "the repository that is governed; by default the one around the present folder"),
  },
  examples: {
    "intentgate acp -- gemini --acp": "Gemini CLI, whose own hooks do not run in this mode",
    "intentgate acp -- npx -y @agentclientprotocol/claude-agent-acp": "Claude Code in Zed or JetBrains",
  },
  notes: ["Standard output carries the protocol and nothing else; what the agent writes to standard error passes."],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length === 0) return refuseUsage(io, "acp", "which agent? Name it after --");
  return (await mcpProgram()).serveAcp({ ...placeOf(args, io), words: args.words });
}
