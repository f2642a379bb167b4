/** What the forms of `intentgate hooks` have in common. */
import { nearMiss, type Problem, problem } from "@intentgate/documents";
import type { DeclaredHook, EventHooks } from "@intentgate/event-hooks";
import type { Workspace } from "@intentgate/gate";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/workspace-here.ts";

/** The id that a file stands for, also where it cannot be read. */
export function idOf(declared: DeclaredHook): string {
  if (declared.kind === "readable") return declared.hook.id;
  return declared.file.slice(declared.file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
}

export function fileOf(declared: DeclaredHook): string {
  return declared.kind === "readable" ? declared.hook.file : declared.file;
}

/** For an id that no file declares. */
export function noSuchHook(id: string, hooks: Pick<EventHooks, "declared">): Problem {
  const known = hooks.declared().map(idOf);
  const meant = nearMiss(id, known);
  const remedy = meant
    ? `Did you mean ${meant}?`
    : known.length > 0
      ? "`intentgate hooks list` shows them all."
      : "There is none yet: `intentgate hooks new ID --event EVENT`, or `intentgate init --hooks` for examples.";
  return problem("NOT_FOUND", `there is no hook ${JSON.stringify(oneLine(id, 60))}`, remedy);
}

/** The hooks of the root that this process stands in, judged by the rules as they stand now. */
export function hooksHere(io: Io): { workspace: Workspace; hooks: EventHooks } {
  const workspace = governedHere(io);
  workspace.home.rules(); // which environment this is stands in the policy
  return { workspace, hooks: workspace.eventHooks() };
}
