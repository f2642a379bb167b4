/** What routing is made of: looked through for what is missing, left over or leads nowhere. */
import { formatProblem } from "@intentgate/documents";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, type Verb } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "routing",
  usage: ["lint"],
  subverbs: ["lint"],
  examples: {
    "intentgate routing lint": "exit code 1 where anything is wrong, each with file and line",
  },
  notes: [
    "Looked at are .system/registry and ABILITY.md of the root and of its modules, ROUTING.md, routes/*.yaml, and Markdown files whose front matter has a doc_type.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.join(" ") !== "lint") return refuseUsage(io, "routing", "routing takes the word lint");
  return lintRouting(io);
}

/** `intentgate routing lint`: everything that is wrong between registries, indexes, routes and documents. */
function lintRouting(io: Io): number {
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
