/** Starts the ACP proxy: the gate between an editor and its agent. */
import { resolve } from "node:path";
import { refuseUsage } from "../command/refuse.ts";
import type { Args, Verb } from "../command/verb.ts";
import { text } from "../command/verb.ts";
import { programUrl } from "../program/app-folder.ts";
import type { Io } from "../terminal/io.ts";

export const verb: Verb = {
  name: "acp",
  summary: "put an agent that speaks ACP behind the gate of its editor",
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

/** What the other program offers; it is loaded by its address, as nobody imports an app. */
interface McpProgram {
  serveAcp(options: {
    root: string;
    words: readonly string[];
    cwd: string;
    env: NodeJS.ProcessEnv;
    complain(text: string): void;
  }): Promise<number>;
}

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length === 0) return refuseUsage(io, "acp", "which agent? Name it after --");
  const program = (await import(programUrl("mcp").href)) as McpProgram;
  return program.serveAcp({
    root: resolve(io.cwd, args.text("root") ?? "."),
    words: args.words,
    cwd: io.cwd,
    env: io.env,
    complain: io.complain,
  });
}
