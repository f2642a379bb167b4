/** Starts a whole agent on a floor: nothing that it runs can change what steers the gate. */
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { probeFloor } from "@intentgate/box";
import { pastedWord, visibleText } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { type Host, hosts } from "@intentgate/hosts";
import { refuseUsage, refuseWith } from "../command/refuse.ts";
import { type Args, flag, tell, type Verb } from "../command/verb.ts";
import { startOnFloor } from "../floor/start-on-floor.ts";
import { hostPrograms } from "../hosts/host-program.ts";
import { launcherAsks } from "../launcher/launcher.ts";
import { isProgram, programOnPath } from "../program/program-on-path.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere, refuseAgents } from "../workspace/workspace-here.ts";

const known = hosts.flatMap(({ install }) => install.programs);

export const verb: Verb = {
  name: "start",
  usage: ["AGENT [ARGUMENT…]", "-- PROGRAM [ARGUMENT…]", "--aliases"],
  options: { aliases: flag("print aliases that start your agents this way; nothing is installed") },
  passesOn: true,
  examples: {
    "intentgate start claude": "Claude Code, on a floor",
    "intentgate start codex exec 'add a test'": "all that follows the agent's name is for the agent",
    "intentgate start -- ./my-agent": "any other program",
  },
  notes: [
    `Agents by name: ${known.join(", ")}.`,
    "Files that steer the gate, your agents, git or your shell are read-only for the agent and for everything that it starts, whatever its hooks do; the gate's own folder is not there, and the gate answers from outside. The rest of your files, the network and the terminal are as usual.",
    "Services that run programs for you (the session bus, containers, tmux, the display) cannot be reached, and `sudo` does not work.",
    "A file of that kind that was not there is taken away as soon as it comes; the message says where it lies.",
    "Floors are laid on Linux, with bubblewrap. Where that is not possible nothing is started. The exit code is the agent's; 125 says that it was not started.",
  ],
  run,
};

const NOT_RUN = 125;

async function run(args: Args, io: Io): Promise<number> {
  const [first, ...rest] = args.words;
  if (args.flag("aliases")) return tellAliases(io);
  if (first === undefined) return refuseUsage(io, "start", "start takes an agent, or a program after --");
  const workspace = governedHere(io);
  const no = refuseAgents(workspace, io, "start");
  if (no !== null) return no;
  const found = programOf(first, io);
  if (found === null) {
    refuseWith(
      io,
      "NOT_FOUND",
      `there is no program of ${visibleText(first)} here`,
      "Install it, or name another after `--`.",
    );
    return NOT_RUN;
  }
  const answer = probeFloor();
  if (!answer.can) return refuseUncontained(io, answer.why, answer.remedy);
  if (existsSync(`${workspace.stateDir}/hook`) && !launcherAsks(workspace.stateDir))
    io.complain("intentgate: perl is not there, so each event of the agent takes longer.");
  const code = await startOnFloor({
    ...{ command: [found.program, ...rest], host: found.host, ...placeOf(workspace, io) },
    ...{ env: io.env, isTerminal: io.isTerminal, complain: io.complain },
  });
  if (code === null)
    return refuseUncontained(io, "no floor could be laid below this folder", "Look at the lines above.");
  return code;
}

function refuseUncontained(io: Io, why: string, remedy: string): number {
  refuseWith(io, "NOT_CONTAINED", `Nothing was started: ${why}`, remedy);
  return NOT_RUN;
}

function placeOf({ home, stateDir }: Workspace, io: Io) {
  return {
    root: home.root,
    home: realpathSync(io.env.HOME ?? homedir()),
    cwd: realpathSync(io.cwd),
    stateDir,
    sidecars: [home.sidecar],
  };
}

function programOf(word: string, io: Io): { program: string; host: string | null } | null {
  const host = hosts.find(({ name, install }) => name === word || install.programs.includes(word));
  if (host === undefined) return isHere(word, io) ? { program: word, host: null } : null;
  const [program] = programsOf(host, io);
  return program === undefined ? null : { program, host: host.name };
}

function isHere(word: string, io: Io): boolean {
  return word.includes("/") ? isProgram(resolve(io.cwd, word)) : programOnPath(word, io.env.PATH ?? "") !== null;
}

function programsOf(host: Host, io: Io): string[] {
  return hostPrograms(host, io.env.HOME ?? homedir(), io.env);
}

/** For a shell's start-up file, which a person writes. */
function tellAliases(io: Io): number {
  const there = hosts
    .filter((host) => programsOf(host, io).length > 0)
    .flatMap(({ install }) => install.programs[0] ?? []);
  const lines = there.map((name) => `alias ${name}=${pastedWord(`intentgate start ${name}`)}`);
  return tell(io, { aliases: lines }, lines.length > 0 ? lines : ["No agent was found here."]);
}
