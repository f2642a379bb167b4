/** The effects of a shell command, from how it was classified. */
import type { Effect, Effects, TouchedPath } from "@intentgate/engine";
import type { Policy } from "../policy-file/policy.ts";
import { resolved } from "./mentions.ts";
import type { Resolver } from "./resolve-path.ts";
import { classifyCommand } from "./shell.ts";
import { MAX_COMMAND } from "./shell-words.ts";

export interface CommandEffects {
  effects: Effects;
  gateCommand: boolean;
  /** Paths among the words that no declaration speaks for. */
  named: TouchedPath[];
}

/** Borders of words whatever the quoting, for the paths of a command that is not understood. */
const borders = /[\s;&|<>$`(){},="'\\]+/u;

export function commandEffects(
  command: string,
  policy: Policy,
  resolver: Resolver,
  home: string | null,
): CommandEffects {
  const found = classifyCommand(command, policy);
  const { gateCommand, why } = found;
  if (found.risk === "SAFE") {
    const { shows } = found;
    const list = found.reads.map((path) => resolver.effect(path, true, (at) => ({ kind: "read", shows, ...at })));
    const strange = list.find((effect) => effect.kind !== "read");
    if (!strange) return { effects: { risk: "SAFE", mutates: false, list, why }, gateCommand, named: [] };
    const doubt = strange.kind === "bad_path" ? strange.problem : "a file it reads cannot be placed";
    return { effects: unknownRun(command, [`Not understood: ${doubt}.`], resolver, home), gateCommand, named: [] };
  }
  if (found.declared) {
    const list: Effect[] = [{ kind: "run", command, declared: found.declared }];
    const named = resolved(new Set(found.freeWords.flatMap((word) => [word, ...word.split(borders)])), resolver, home);
    return { effects: { risk: "DESTRUCTIVE", mutates: true, list, why }, gateCommand, named };
  }
  return { effects: unknownRun(command, why, resolver, home), gateCommand, named: [] };
}

function unknownRun(command: string, why: string[], resolver: Resolver, home: string | null): Effects {
  const joined = command.slice(0, MAX_COMMAND).replace(/["'\\]/g, "");
  const words = new Set([...command.slice(0, MAX_COMMAND).split(borders), ...joined.split(borders)]);
  const mentions = resolved(words, resolver, home);
  return {
    risk: "UNKNOWN",
    mutates: true,
    list: [
      { kind: "run", command, declared: null },
      { kind: "unknown", why: why.join(" "), mentions },
    ],
    why,
  };
}
