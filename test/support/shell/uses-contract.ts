/** What every table of uses must pass: the claims are exactly those written. */
import { describe, expect, it } from "vitest";
import { findProgram } from "../../../packages/shell/src/programs/program-list.ts";
import type { Nested, Surroundings, UseEffect, Word } from "../../../packages/shell/src/uses/program.ts";

export interface UseTable {
  /** A command and all it writes and runs; none = it only reads. */
  known: Readonly<Record<string, readonly string[]>>;
  refused: readonly string[];
}

export function usesContract(title: string, { known, refused }: UseTable): void {
  describe(title, () => {
    it.each(Object.entries(known))("%s", (command, claims) => {
      expect(claimsOf(command)).toEqual(claims);
    });
    it.each(refused)("does not know %s", (command) => {
      expect(claimsOf(command)).toBe("not known");
    });
  });
}

/** `$x` is a word that is not known. */
export function claimsOf(command: string, stdin: Surroundings["stdin"] = { kind: "unknown" }): string[] | "not known" {
  const [name, ...args] = wordsOf(command);
  const use = findProgram(name?.text ?? "")?.use(args, { stdin, variable: () => undefined });
  if (!use) return "not known";
  return [...new Set([...use.effects.flatMap(claim), ...use.nested.map(nestedClaim)])];
}

export function outputOf(
  command: string,
  stdin: Surroundings["stdin"] = { kind: "unknown" },
): string | null | undefined {
  const [name, ...args] = wordsOf(command);
  return findProgram(name?.text ?? "")?.use(args, { stdin, variable: () => undefined })?.output;
}

function claim(effect: UseEffect): string[] {
  switch (effect.does) {
    case "write":
    case "delete":
      return [effect.path];
    case "move":
      return [effect.from, effect.to];
    case "write_below":
      return [`${effect.folder}/**`];
    case "git_metadata":
      return [".git/**"];
    case "write_somewhere":
      return ["?"];
    case "lose_history":
    case "move_branch":
      return ["loses"];
    case "override":
      return ["overrides"];
    case "unknown":
      return ["not known"];
    default:
      return [];
  }
}

function nestedClaim(nested: Nested): string {
  const place = nested.folder === null ? "" : ` in ${nested.folder}`;
  if (nested.runs === "script") return `${nested.doubtful ? "perhaps " : ""}script ${nested.text ?? "…"}${place}`;
  const words = nested.words.map(({ text }) => text ?? "…");
  return `runs ${[...words, ...(nested.moreArguments ? ["+"] : [])].join(" ")}${place}`;
}

/** As a shell would split it, without expanding anything. */
export function wordsOf(command: string): Word[] {
  const words: Word[] = [];
  let text: string | null = null;
  let glob = false;
  let unknown = false;
  let quote = "";
  const end = () => {
    if (text !== null) words.push({ text: unknown ? null : text, glob });
    [text, glob, unknown] = [null, false, false];
  };
  for (let at = 0; at < command.length; at += 1) {
    const sign = command[at] ?? "";
    const next = command[at + 1] ?? "";
    if (quote === "" && (sign === " " || sign === "\n")) end();
    else if (quote === "" && (sign === "'" || sign === '"')) {
      quote = sign;
      text ??= "";
    } else if (sign === quote) quote = "";
    else if (sign === "\\" && (quote === "" || (quote === '"' && '$"\\`'.includes(next)))) {
      text = (text ?? "") + next;
      at += 1;
    } else {
      if (quote === "" && "*?[".includes(sign)) glob = true;
      if (quote !== "'" && sign === "$" && /[a-z]/.test(next)) unknown = true;
      text = (text ?? "") + sign;
    }
  }
  end();
  return words;
}
