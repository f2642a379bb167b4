/** The question of an approval as a person would ask it; the facts behind it are listed below it. */
import type { WaitingApproval } from "../../api/now.ts";
import { toolWords } from "./words.ts";

type Asked = Pick<WaitingApproval, "questions" | "effects" | "files" | "command" | "tool">;

/** What the gate says of a single effect, and how it is asked about. */
const verbs: readonly (readonly [starts: string, asks: string])[] = [
  ["deletes ", "Delete"],
  ["edits ", "Change"],
  ["writes the whole file ", "Write"],
  ["moves ", "Move"],
];

export function questionWords(asked: Asked): string {
  const [first] = asked.questions;
  if (first === undefined) return `${toolWords(asked.tool)}?`;
  if (first.topic === "unknown")
    return asked.command === null
      ? `${toolWords(asked.tool)}? What it changes is not known.`
      : "Run this command? What it changes is not known.";
  if (first.topic !== "destructive") return first.question;
  if (asked.command !== null) return "Run this command?";
  return effectWords(asked) ?? first.question;
}

/** Null where the effects are of different kinds. */
function effectWords({ effects, files }: Asked): string | null {
  const [effect = ""] = effects;
  const verb = verbs.find(([starts]) => effect.startsWith(starts));
  if (!verb) return null;
  const [starts, asks] = verb;
  if (files.length <= 1) return `${asks} ${effect.slice(starts.length)}?`;
  const alike = effects.slice(0, files.length).every((one) => one.startsWith(starts));
  return alike ? `${asks} ${files.length} files?` : null;
}
