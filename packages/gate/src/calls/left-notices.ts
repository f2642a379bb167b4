/** What is told of commands that were being applied when somebody ended the process that did so. */
import { join } from "node:path";
import type { Replayed } from "@intentgate/box";
import { visibleText } from "@intentgate/documents";
import type { Notice } from "@intentgate/engine";

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

function stuckMessage(folder: string): string {
  return `A command was being applied when the gate was ended, and it cannot be brought to its end: some of these may be as it left them. What it wrote lies in ${visibleText(folder)}.`;
}
