/** The command line as its own help tells it. */
import { spawnSync } from "node:child_process";
import type { Produce } from "../produce.ts";
import { fenced } from "../stage.ts";

interface ListedVerb {
  name: string;
  summary: string;
  group: string;
}

export const cliPage: Produce = async ({ program }) => {
  const help = (...words: string[]) => {
    const env = { ...process.env, NO_COLOR: "1" };
    const done = spawnSync(process.execPath, [program, ...words, "--help"], { env, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`intentgate ${words.join(" ")} --help: ${done.stderr}`);
    return done.stdout;
  };
  const verbs = listedVerbs(help());
  const rows = verbs.map(({ name, summary, group }) => `| [\`${name}\`](#${name}) | ${summary} | ${group} |`);
  return {
    blocks: {
      "cli.table": ["| command | does | |", "|---|---|---|", ...rows]
        .join("\n")
        .replaceAll("(#", "(docs/reference/cli.md#"),
      "cli.verbs": verbs.map(({ name }) => `## ${name}\n\n${fenced("text", help(name))}`).join("\n\n"),
    },
  };
};

/** Groups stand unindented above their verbs. */
function listedVerbs(overview: string): ListedVerb[] {
  const verbs: ListedVerb[] = [];
  let group = "";
  for (const line of overview.split("\n")) {
    const verb = /^ {2}([a-z][a-z-]*) +(\S.*)$/.exec(line);
    if (verb) verbs.push({ name: verb[1] ?? "", summary: verb[2] ?? "", group });
    else if (line !== "") group = line;
  }
  if (verbs.length < 10) throw new Error("the overview of the help is not what it was");
  return verbs;
}
