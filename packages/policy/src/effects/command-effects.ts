/** The effects of a shell command: read word by word, then seen against the files that are there. */
import type { Effect, Effects, TouchedPath } from "@intentgate/engine";
import { askedGate, classifyShell, type ShellResult, steersTheGate } from "@intentgate/shell";
import type { DeclaredCommand } from "../policy-file/policy.ts";
import { declaredUse, MAX_COMMAND, type Standing } from "./declared-command.ts";
import { runsOnlyReaders } from "./fixed-readers.ts";
import type { GitForesight } from "./git-foresight.ts";
import { resolved } from "./mentions.ts";
import type { Resolver } from "./resolve-path.ts";
import { shellEffects } from "./shell-effects.ts";
import type { StagedPaths } from "./taken-by.ts";

export interface CommandEffects {
  effects: Effects;
  gateCommand: boolean;
  /** Paths among the words that no declaration speaks for. */
  named: TouchedPath[];
  /** The words of every program that may run. */
  ran: string[];
  runs: "readers" | "programs";
}

export interface CommandAround {
  cwd: string | null;
  resolver: Resolver;
  home: string | null;
  root: string | null;
  staged: StagedPaths;
  foresight: GitForesight;
  commands: readonly DeclaredCommand[];
  /** Whether the host gives the next command to the same shell. */
  keeping: "kept" | "unclear";
  /** Where this folder lies, as declared commands of this program see it. */
  standing(folder: string, program: string): Standing;
  /** Whether this path, from this folder, is the gate that is running. */
  isTheGate(asked: string, folder: string): boolean;
}

/** Borders of words whatever the quoting, for the paths of a command that is not understood. */
const borders = /[\s;&|<>$`(){},="'\\]+/u;

export function commandEffects(command: string, around: CommandAround): CommandEffects {
  const { resolver, home } = around;
  let { read, wasInside } = readCommand(command, around, true);
  // It may put a package of its own there first.
  if (wasInside && read.effects.some(({ does }) => does !== "read" && does !== "run_declared"))
    ({ read, wasInside } = readCommand(command, around, false));
  const { list, doubts } = shellEffects(command, read, around);
  const { ran } = read;
  if (read.risk === "SAFE" && doubts.length === 0) {
    return {
      effects: { risk: "SAFE", mutates: false, list, why: ["It only reads."] },
      gateCommand: false,
      named: [],
      ran,
      runs: runsOnlyReaders(command) ? "readers" : "programs",
    };
  }
  const why = [...read.why, ...doubts];
  if (why.length > 0) return notUnderstood(command, why, doubts.length > 0 ? [] : changing(list), ran, around);
  const declared = read.effects.flatMap((effect) => (effect.does === "run_declared" ? [effect] : []));
  const run: Effect =
    declared.length === 0
      ? { kind: "run", command, known: { by: "reading" } }
      : { kind: "run", command, known: { by: "declaration", writes: declared.flatMap(({ writes }) => writes) } };
  const free = declared.flatMap(({ freeWords }) => freeWords).flatMap((word) => [word, ...word.split(borders)]);
  return {
    effects: { risk: "DESTRUCTIVE", mutates: true, list: [run, ...list], why: said(read) },
    gateCommand: false,
    named: resolved(new Set(free), resolver, home),
    ran,
    runs: "programs",
  };
}

function readCommand(command: string, around: CommandAround, mayBeInside: boolean) {
  let wasInside = false;
  const read = classifyShell(command, {
    cwd: around.cwd,
    keeping: around.keeping,
    // A host on Windows may have any shell.
    read: /^[A-Za-z]:[\\/]/.test(around.cwd ?? "") ? "any" : "bash",
    declared(words, folder, set) {
      const here = folder === "" ? "." : folder;
      const asked = askedGate(words);
      if (asked !== null && set.length === 0 && mayBeInside && around.isTheGate(asked, here)) {
        wasInside = true;
        return "tells";
      }
      const standing = around.standing(here, words[0] ?? "");
      if (standing !== "root" && !mayBeInside) return null;
      const use = declaredUse(around.commands, words, standing, set);
      wasInside ||= use !== null && standing !== "root";
      return use;
    },
  });
  return { read, wasInside };
}

function notUnderstood(
  command: string,
  doubts: readonly string[],
  foreseen: Effect[],
  ran: string[],
  { resolver, home }: CommandAround,
): CommandEffects {
  const text = command.slice(0, MAX_COMMAND);
  const words = new Set([...text.split(borders), ...text.replace(/["'\\]/g, "").split(borders)]);
  const steers = steersTheGate(command);
  const why = steers
    ? ["It runs intentgate with a verb that only a person may use."]
    : [`Not understood: ${doubts.slice(0, 5).join("; ")}.`];
  const unknown: Effect = { kind: "unknown", why: why.join(" "), mentions: resolved(words, resolver, home) };
  const list: Effect[] = [{ kind: "run", command, known: { by: "nobody" } }, unknown, ...foreseen];
  return {
    effects: { risk: "UNKNOWN", mutates: true, list, why },
    gateCommand: steers,
    named: [],
    ran,
    runs: "programs",
  };
}

/** What it writes for sure is held to the scope, whatever else it may do. */
function changing(list: readonly Effect[]): Effect[] {
  // What git would do is foreseen only where all else is known.
  return list.flatMap((effect): Effect[] => {
    if (effect.kind === "git_tree") return [{ kind: "write_below", path: effect.path, absolute: effect.absolute }];
    return effect.kind === "read" ? [] : [effect];
  });
}

function said(read: ShellResult): string[] {
  return read.effects.flatMap((effect) => {
    if (effect.does === "run_declared") return [`${JSON.stringify(effect.command)} is declared in the policy.`];
    if (effect.does === "lose_history" && effect.unlessKnown) return [];
    return effect.does === "lose_history" ? [`What could not be brought back: ${effect.what}.`] : [];
  });
}
