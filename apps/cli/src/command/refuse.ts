/** Says what is wrong and gives the exit code that goes with it. */
import { type Problem, type ProblemCode, problem } from "@intentgate/documents";
import type { Picked } from "../terminal/ids.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { exitCodes } from "./verb.ts";

export function refuse(io: Io, problems: readonly Problem[]): number {
  complainAbout(io, problems);
  return problems.every((one) => one.code === "BAD_INPUT") ? exitCodes.badInput : exitCodes.failed;
}

/** For words and options that do not fit together. */
export function refuseUsage(io: Io, verb: string, message: string): number {
  return refuse(io, [problem("BAD_INPUT", message, `\`intentgate ${verb} --help\` shows the forms.`)]);
}

type NotOne = Exclude<Picked<unknown>, { kind: "one" }>;

/** For an id that means nothing, or several things; `remedy` says where the ids are listed. */
export function refuseId(io: Io, found: NotOne, given: string, named: string, remedy: string): number {
  const id = JSON.stringify(given);
  if (found.kind === "none") return refuseWith(io, "NOT_FOUND", `no ${named} has the id ${id}`, remedy);
  const more = `Give more of the id: ${found.ids
    .slice(0, 5)
    .map((one) => oneLine(one, 60))
    .join(", ")}.`;
  return refuseWith(io, "BAD_INPUT", `${id} fits ${found.ids.length} ${named}s`, more);
}

export function refuseWith(io: Io, code: ProblemCode, message: string, remedy: string): number {
  return refuse(io, [problem(code, message, remedy)]);
}
