/** What routing is made of: looked through for what is missing, left over or leads nowhere. */

import { refuseUsage } from "../command/refuse.ts";
import type { Args, Verb } from "../command/verb.ts";
import { lintRouting } from "../routing/lint-routing.ts";
import type { Io } from "../terminal/io.ts";

export const verb: Verb = {
  name: "routing",
  summary: "find what is wrong in registries, routes and documents",
  usage: ["lint"],
  subverbs: ["lint"],
  examples: [{ run: "intentgate routing lint", does: "exit code 1 where anything is wrong, each with file and line" }],
  notes: [
    "Looked at are .system/registry and ABILITY.md of the root and of its modules, ROUTING.md, routes/*.yaml, and Markdown files whose front matter has a doc_type.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.join(" ") !== "lint") return refuseUsage(io, "routing", "routing takes the word lint");
  return lintRouting(io);
}
