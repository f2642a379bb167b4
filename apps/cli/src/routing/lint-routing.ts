/** `intentgate routing lint`: everything that is wrong between registries, indexes, routes and documents. */
import { formatProblem } from "@intentgate/documents";
import type { Io } from "../io.ts";
import { count } from "../one-line.ts";
import { exitCodes } from "../verb.ts";
import { workspaceHere } from "../workspace-here.ts";

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
