/** Optional notes that join records to commits; git's own hooks write them, if a person asked for it. */
import { statSync } from "node:fs";
import { delimiter, join } from "node:path";
import {
  anchorCommit,
  anchorRewrites,
  gitHookStates,
  gitHooks,
  type HookState,
  installGitHooks,
  removeGitHooks,
} from "@intentgate/blame";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, tell, type Verb } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { governedForPeople, governedHere } from "../workspace/workspace-here.ts";

const MOST_BYTES = 16 * 1024 * 1024;

export const verb: Verb = {
  name: "anchor",
  usage: ["[status]", "install | remove", "commit", "rewrite < OLD-NEW-PAIRS"],
  subverbs: ["status", "install", "remove", "commit", "rewrite"],
  examples: {
    "intentgate anchor install": "add to git's post-commit and post-rewrite hooks, before what is there",
    "intentgate anchor remove": "take it out again; what was there stays byte for byte",
    "intentgate anchor commit": "note the newest commit by hand, or from a hook of your own",
  },
  notes: ["Blame finds lines by their content and needs none of this; with it, `why` also names the commit."],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [what = "status", ...more] = args.words;
  if (!verb.subverbs?.includes(what) || more.length > 0)
    return refuseUsage(io, "anchor", `"anchor ${args.words.join(" ").slice(0, 60)}" is not known`);
  if (what === "install" || what === "remove") return change(io, what);
  const workspace = governedHere(io);
  const { home } = workspace;
  if (what === "status") {
    const states = gitHookStates(home.root);
    if (!states.ok) return refuse(io, states.problems);
    const program = isOnPath("intentgate");
    if (io.json) io.printJson({ hooks: states.value, program_on_path: program });
    else for (const name of gitHooks) io.print(`${name.padEnd(14)} ${stateText(states.value[name])}`);
    if (!program && gitHooks.some((name) => states.value[name].state === "installed"))
      io.complain("`intentgate` is not on this PATH: where git finds none either, its hooks do nothing.");
    return exitCodes.done;
  }
  if (what === "rewrite") {
    const noted = anchorRewrites(home, await readAll(io));
    return tell(io, { rewritten: noted }, `${count(noted, "rewritten commit")} noted.`);
  }
  const noted = anchorCommit(home, workspace.blame());
  return tell(
    io,
    noted ?? { commit: null, records: 0 },
    noted ? `${count(noted.records, "record")} anchored to ${noted.commit.slice(0, 12)}.` : "There is no commit yet.",
  );
}

function stateText(state: HookState): string {
  return state.state === "idle" ? `idle: ${state.why}` : state.state;
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => folder !== "" && statSync(join(folder, program), { throwIfNoEntry: false })?.isFile());
}

function change(io: Io, what: "install" | "remove"): number {
  const workspace = governedForPeople(io, `anchor ${what}`);
  if (typeof workspace === "number") return workspace;
  const done = (what === "install" ? installGitHooks : removeGitHooks)(workspace.home.root);
  if (!done.ok) return refuse(io, done.problems);
  return tell(
    io,
    { changed: done.value },
    done.value.length === 0
      ? what === "install"
        ? "Both hooks have it already."
        : "No hook had it."
      : `${what === "install" ? "Added to" : "Taken out of"} ${done.value.join(" and ")}.`,
  );
}

async function readAll(io: Io): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of io.input) {
    bytes += part.length;
    if (bytes > MOST_BYTES) break; // no rebase has so many commits
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
