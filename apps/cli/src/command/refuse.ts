/** Says what is wrong and gives the exit code that goes with it. */
import { type Problem, type ProblemCode, problem } from "@intentgate/documents";
import { complainAbout, type Io } from "../terminal/io.ts";
import { exitCodes } from "./verb.ts";

export function refuse(io: Io, problems: readonly Problem[]): number {
  complainAbout(io, problems);
  return problems.every((one) => one.code === "BAD_INPUT") ? exitCodes.badInput : exitCodes.failed;
}

/** For words and options that do not fit together. */
export function refuseUsage(io: Io, verb: string, message: string): number {
  return refuse(io, [problem("BAD_INPUT", message, `\`intentgate ${verb} --help\` shows the forms.`)]);
}

export function refuseWith(io: Io, code: ProblemCode, message: string, remedy: string): number {
  return refuse(io, [problem(code, message, remedy)]);
}
