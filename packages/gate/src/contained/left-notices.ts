/** What is told of commands that were being applied when somebody ended the process that did so. */
import { join } from "node:path";
import type { Replayed } from "@intentgate/box";
import { visibleText } from "@intentgate/documents";
import type { Notice } from "@intentgate/engine";
import type { EndOfRun } from "@intentgate/tools";

const LEFT =
  "A command was being applied when the gate was ended. Somebody changed these since, so they were left as they are.";

/** Of one root. */
export function leftNotices(root: string, replayed: Pick<Replayed, "left" | "stuck"> | null): Notice[] {
  if (replayed === null) return [];
  const { left, stuck } = replayed;
  const warn = (message: string, paths: readonly string[]): Notice[] =>
    paths.length === 0 ? [] : [{ kind: "warning", message, paths: paths.map((path) => join(root, path)) }];
  return [...warn(LEFT, left), ...stuck.flatMap(({ folder, paths }) => warn(stuckMessage(folder), paths))];
}

/** The end of a run that was thrown away after it was judged: what was begun of it by then counts, whatever went wrong. */
export function withLeft(end: EndOfRun, root: string, replayed: Replayed): EndOfRun {
  if (replayed.runs + replayed.stuck.length === 0) return end;
  const left = leftNotices(root, replayed).map(
    ({ message, paths }) => `${message} ${paths.map(visibleText).join(", ")}`,
  );
  if (end.ok) return { ok: true, told: [...end.told, ...left] };
  const broken = `Bringing what this command did into the tree was broken off (${visibleText(end.why)}).`;
  const begun = replayed.runs > 0 ? [`${broken} What had begun was brought to its end: look at the tree.`] : [broken];
  return { ok: true, told: [...begun, ...left] };
}

function stuckMessage(folder: string): string {
  return `A command was being applied when the gate was ended, and it cannot be brought to its end: some of these may be as it left them. What it wrote lies in ${visibleText(folder)}.`;
}
