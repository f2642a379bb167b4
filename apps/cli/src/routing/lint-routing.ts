/** `intentgate routing lint`: everything that is wrong between registries, indexes, routes and documents. */
import { formatProblem } from "@intentgate/documents";
import { exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";

export function lintRouting(io: Io): number {
  const routing = workspaceHere(io).routing();
  const problems = routing.lint();
  if (io.json) io.printJson({ problems });
  else if (problems.length === 0) {
    const { abilities } = routing.registry().registry;
    io.print(
      `${io.color.green("✔")} nothing is wrong: ${count(abilities.length, "ability", "abilities")} in the registries`,
    );
  } else {
    for (const one of problems) io.complain(formatProblem(one));
    io.complain(`${count(problems.length, "problem")}.`);
  }
  return problems.length === 0 ? exitCodes.done : exitCodes.failed;
}
