/** What follows once the programs of a call are done: control files put back, authored files held, the person told. */
import { join } from "node:path";
import type { GovernedRoot } from "../roots/governed-root.ts";
import type { Notice } from "../workspace.ts";
import { putBack } from "./control-watch.ts";
import type { RunningCall } from "./running-calls.ts";

export function endRun(root: GovernedRoot, call: RunningCall): Notice[] {
  const { own } = root.authored;
  const quarantine = join(root.state, "quarantine", call.invocationId);
  const { back, left } = putBack(root.root, call.control, quarantine, (then, now) =>
    own.lead(then, now, call.authored.at),
  );
  const held = root.authored.afterCall(call.authored);
  const notices: Notice[] = [];
  if (back.length > 0) {
    const message = `A program changed control files; they were put back and the changed bytes kept in ${root.state}/quarantine`;
    notices.push({ kind: "put_back", message, paths: back });
  }
  if (left.length > 0) {
    const message =
      "A program changed control files in a way that could not be put back (something stands in their place, or there are too many); look at them";
    notices.push({ kind: "violation", message, paths: left });
  }
  if (held.length > 0) {
    const message =
      "A program changed files that people author; what they widen does not count until a person runs `intentgate trust`";
    notices.push({ kind: "held", message, paths: [...held] });
  }
  return notices;
}
