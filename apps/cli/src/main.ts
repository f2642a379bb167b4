/** The front door: finds the verb, runs it, and turns every error into a message and a failing exit code. */
import { ProblemError } from "@intentgate/documents";
import { parseVerbArgs } from "./command/parse-args.ts";
import { exitCodes } from "./command/verb.ts";
import { overview, verbHelp } from "./help.ts";
import { version } from "./program/version.ts";
import { complainAbout, type Io, processIo } from "./terminal/io.ts";
import { verbList } from "./verb-list.ts";

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  const io = processIo(rest.includes("--json"));
  if (name === undefined || name === "--help" || name === "-h") {
    io.print(overview(io));
    return exitCodes.done;
  }
  if (name === "--version" || name === "-v" || name === "version") {
    io.print(version);
    return exitCodes.done;
  }
  if (name === "help") return rest[0] === undefined ? main([]) : main([rest[0], "--help"]);
  const listed = verbList.find((one) => one.name === name);
  if (!listed) {
    io.complain(`There is no verb "${name}".${nearest(name)} \`intentgate --help\` lists them all.`);
    return exitCodes.badInput;
  }
  const { verb } = await listed.load();
  const parsed = parseVerbArgs(verb, rest);
  if (!parsed.ok) {
    io.complain(parsed.message);
    return exitCodes.badInput;
  }
  if (parsed.help) {
    io.print(verbHelp(verb, listed.summary, io));
    return exitCodes.done;
  }
  return verb.run(parsed.args, parsed.json === io.json ? io : processIo(parsed.json));
}

function nearest(name: string): string {
  const close = verbList.find((one) => one.name.startsWith(name.slice(0, 3)));
  return close ? ` Did you mean "${close.name}"?` : "";
}

/** Anything that was not foreseen ends here, and never in a zero. */
function failed(error: unknown, io: Io): number {
  if (error instanceof ProblemError) {
    complainAbout(io, error.problems);
    return exitCodes.failed;
  }
  io.complain(`intentgate: ${error instanceof Error ? error.message : error}`);
  return exitCodes.failed;
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader went away (`| head`): nothing is left to say, and nobody is left to hear it.
  if (error.code !== "EPIPE") throw error;
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.exitCode = failed(error, processIo(process.argv.includes("--json")));
  },
);
