/** `intentgate hooks new ID --event EVENT`: a hook file and its handler, ready to be filled in. */
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { problem } from "@intentgate/documents";
import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/governed-for-people.ts";
import { writeNewFiles } from "../workspace/write-new-files.ts";
import { readEventType } from "./event-input.ts";
import { type HandlerKind, handlerKinds, skeletonOf } from "./skeleton.ts";
import type { HooksSubverb } from "./subverb.ts";

export const newHook: HooksSubverb = {
  options: ["event", "kind", "blocking"],
  words: { least: 1, most: 1, named: "the id of the new hook" },
  run,
};

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "hooks new");
  if (typeof workspace === "number") return workspace;
  const id = args.words[1] ?? "";
  if (!ID.test(id)) {
    const remedy = "Use letters, digits, `.`, `_` and `-`, as in post_tool_use_tracker.";
    return refuse(io, [problem("BAD_INPUT", `${JSON.stringify(oneLine(id, 60))} cannot be the id of a hook`, remedy)]);
  }
  const given = args.text("event");
  if (given === undefined) {
    const remedy = `Say on which event it runs: \`intentgate hooks new ${id} --event PostAbilityCall\`.`;
    return refuse(io, [problem("BAD_INPUT", "the new hook has no event", remedy)]);
  }
  const event = readEventType(given);
  if (!event.ok) return refuse(io, event.problems);
  const kind = kindOf(args.text("kind") ?? "script");
  if (kind === undefined)
    return refuse(io, [problem("BAD_INPUT", "there is no such kind of handler", `Use ${handlerKinds.join(" or ")}.`)]);

  const at = workspace.home.authoredAt;
  const files = skeletonOf({ id, event: event.value, kind, blocking: args.flag("blocking") });
  const taken = [`.system/hooks/${id}.yml`, ...files.map(({ path }) => path)].find((path) => isThere(join(at, path)));
  if (taken !== undefined) {
    const remedy = "Choose another id, or edit what is there.";
    return refuse(io, [problem("NOT_ALLOWED", `${taken} exists already; nothing was written`, remedy)]);
  }
  writeNewFiles(at, files);
  if (io.json) io.printJson({ id, files: files.map(({ path }) => path) });
  else {
    for (const { path } of files) io.print(`${io.color.green("wrote")} ${path}`);
    io.print("\nNext, fill in the handler, then let it run:");
    io.print(`  ${io.color.bold(`intentgate hooks trust ${id}`)}`);
  }
  return exitCodes.done;
}

function kindOf(given: string): HandlerKind | undefined {
  return handlerKinds.find((kind) => kind === given);
}

/** A link that leads nowhere is in the way too. */
function isThere(path: string): boolean {
  return existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
