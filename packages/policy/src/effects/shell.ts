/** What a shell command does, as far as it can be shown from its words alone; all else is UNKNOWN. */
import type { DeclaredRun, Risk, Shown } from "@intentgate/engine";
import type { DeclaredCommand, Policy } from "../policy-file/policy.ts";
import { onlyReads, steersTheGate } from "./gate-command.ts";
import { type ReadOnlyUse, readOnlyUse } from "./read-only-use.ts";
import { type PlainWords, plainWords } from "./shell-words.ts";

export interface ClassifiedCommand {
  risk: Risk;
  why: string[];
  declared: DeclaredRun | null;
  /** The command would steer the gate itself: refused outright, nobody is asked. */
  gateCommand: boolean;
  /** Files the command reads, as spelled; only known for SAFE commands. */
  reads: string[];
  /** What of these files its output holds. */
  shows: Shown;
  /** The words behind what was declared: a person vouched for the command, not for them. */
  freeWords: string[];
}

export function classifyCommand(command: string, policy: Pick<Policy, "commands">): ClassifiedCommand {
  const plain = plainWords(command);
  const safe = plain.ok ? safeUse(plain.words) : plain;
  if (safe.ok)
    return {
      risk: "SAFE",
      why: ["It only reads."],
      declared: null,
      gateCommand: false,
      reads: safe.reads,
      shows: safe.shows,
      freeWords: [],
    };
  if (steersTheGate(command)) {
    return unknown("It runs intentgate with a verb that only a person may use.", true);
  }
  const declared = plain.ok ? policy.commands.find((each) => isDeclared(each, plain)) : undefined;
  if (declared && plain.ok) {
    const writes = [...declared.writes];
    const why = `It is declared in the policy as ${JSON.stringify(declared.run)}.`;
    // Not SAFE even where it declares no writes: what it really writes is compared afterwards.
    const freeWords = declared.args === "any" ? plain.words.slice(declaredWords(declared).length) : [];
    return {
      risk: "DESTRUCTIVE",
      why: [why],
      declared: { writes },
      gateCommand: false,
      reads: [],
      shows: "facts",
      freeWords,
    };
  }
  return unknown(`Not understood: ${safe.why}.`, false);
}

function unknown(why: string, gateCommand: boolean): ClassifiedCommand {
  return { risk: "UNKNOWN", why: [why], declared: null, gateCommand, reads: [], shows: "facts", freeWords: [] };
}

function safeUse(words: string[]): ReadOnlyUse {
  const [name, verb = "", ...rest] = words;
  if (name !== "intentgate") return readOnlyUse(words);
  const strange = rest.find((word) => word.startsWith("-") && word !== "--json" && word !== "--all");
  if (!onlyReads(verb, rest[0]) || strange !== undefined)
    return { ok: false, why: "this use of intentgate is not known" };
  return { ok: true, reads: [], shows: "facts" };
}

/** Only a command of plain words can be declared: everything else would never match its own declaration. */
export function isDeclarable(command: string): boolean {
  const plain = plainWords(command);
  return plain.ok && !plain.quotedSigns;
}

function isDeclared(declared: DeclaredCommand, plain: PlainWords & { ok: true }): boolean {
  // Another shell, or a program that hands its words to one, may see the sign that quotes hide from this one.
  if (plain.quotedSigns) return false;
  const words = declaredWords(declared);
  if (words.length === 0 || !words.every((word, at) => plain.words[at] === word)) return false;
  const rest = plain.words.slice(words.length);
  if (declared.args === "any") return true;
  if (declared.args === "none") return rest.length === 0;
  return rest.every((word) => declared.args.includes(word));
}

/** None where what was declared is no plain command. */
function declaredWords(declared: DeclaredCommand): string[] {
  const run = plainWords(declared.run);
  return run.ok ? run.words : [];
}
