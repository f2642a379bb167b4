/** What a shell command touches: the whole way from its text to a risk and the paths. */
import type { Risk } from "@intentgate/engine";
import type { Program } from "../programs/program.ts";
import { findProgram } from "../programs/program-list.ts";
import { runTraps } from "./builtins-run.ts";
import { parseCommand } from "./parse-command.ts";
import { runWords } from "./run-words.ts";
import { startState } from "./shell-state.ts";
import { walkCommand, walkList, walkScript } from "./walk.ts";
import { changesSomething, type Explained, type PlacedEffect, type Stages, TooMuch, Walker } from "./walker.ts";

export interface ShellResult {
  risk: Risk;
  effects: PlacedEffect[];
  reads: string[];
  writes: string[];
  /** One sentence for each thing that is not understood. */
  why: string[];
  /** Folders that must exist for the paths to be right: a `cd` that fails leaves the rest elsewhere. */
  assumes: string[];
  tree: Explained;
}

export interface ShellOptions {
  /** Where the command starts; null: not known, so that a relative target is not known either. */
  cwd: string | null;
  find?: (name: string) => Program | undefined;
}

const stages: Stages = {
  script: walkScript,
  words: runWords,
  body: (walker, body, state, streams) =>
    body.type === "CompoundList" ? walkList(walker, body, state, streams) : walkCommand(walker, body, state, streams),
};

export function classifyShell(command: string, options: ShellOptions): ShellResult {
  const walker = new Walker(command, options.find ?? findProgram, stages);
  const parsed = parseCommand(command);
  if ("problem" in parsed) walker.unknown(parsed.problem);
  else {
    try {
      walker.script(parsed.script, startState(options.cwd === null ? null : ""), {
        stdin: { kind: "none" },
        stdoutTaken: false,
      });
      runTraps(walker);
    } catch (error) {
      if (!(error instanceof TooMuch) && !(error instanceof RangeError)) throw error;
      walker.effects.push({ does: "unknown", why: error.message, part: command.slice(0, 200) });
    }
  }
  return resultOf(walker);
}

function resultOf(walker: Walker): ShellResult {
  const effects = unique(walker.effects);
  const isUnknown = effects.some(({ does }) => does === "unknown");
  const writes = effects.flatMap(writtenPaths);
  const reads = effects.flatMap((effect) => (effect.does === "read" ? [effect.path] : []));
  return {
    risk: isUnknown ? "UNKNOWN" : effects.some(changesSomething) ? "DESTRUCTIVE" : "SAFE",
    effects,
    reads: [...new Set(reads)],
    writes: [...new Set(writes)],
    why: [
      ...new Set(effects.flatMap((effect) => (effect.does === "unknown" ? [`${effect.part}: ${effect.why}`] : []))),
    ],
    assumes: [...walker.assumed],
    tree: walker.tree,
  };
}

/** A loop is walked more than once. */
function unique(effects: readonly PlacedEffect[]): PlacedEffect[] {
  if (effects.length < 2) return [...effects];
  return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
}

function writtenPaths(effect: PlacedEffect): string[] {
  switch (effect.does) {
    case "write":
    case "delete":
      return [effect.path];
    case "move":
      return [effect.from, effect.to];
    case "write_below":
      return [effect.folder === "/" ? "/**" : `${effect.folder}/**`];
    case "write_somewhere":
      return ["?"];
    case "git_metadata":
      return [/^(\/|~|\.\.)/.test(effect.folder) ? `${effect.folder}/.git/**` : ".git/**"];
    default:
      return [];
  }
}
