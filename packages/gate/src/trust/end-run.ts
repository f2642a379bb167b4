/** What follows once the programs of a call are done: control files put back, authored files held, the person told. */

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import type { Notice } from "@intentgate/engine";
import type { GovernedRoot, RunningCall } from "@intentgate/sidecar";
import { putBack } from "./control-watch.ts";

const MOST_TIMES = 100;

export function endRun(
  root: GovernedRoot,
  call: Pick<RunningCall, "invocationId" | "control" | "authored">,
  concerns?: (absolute: string) => boolean,
): Notice[] {
  const { own } = root.authored;
  const quarantine = quarantineFor(root, call.invocationId);
  const isOwn = (then: string | null, now: string | null) => own.lead(then, now, call.authored.at);
  const { back, left, closed, programs } = putBack(root.root, call.control, quarantine, isOwn, concerns);
  const held = root.authored.afterCall(call.authored);
  const notices: Notice[] = [];
  if (back.length > 0) {
    const message = `A program changed control files; they were put back and the changed bytes kept in ${root.state}/quarantine`;
    notices.push({ kind: "put_back", message, paths: back });
  }
  if (left.length > 0) {
    const message =
      "A program changed control files in a way that could not be put back (something stands in their place, they are closed, or there are too many); look at them";
    notices.push({ kind: "violation", message, paths: left });
  }
  if (programs.length > 0) {
    const message =
      "A program changed what the gate itself is made of; it was left as it is, as an upgrade looks the same. If nobody meant to upgrade, install Intentgate again";
    notices.push({ kind: "violation", message, paths: programs });
  }
  if (closed.length > 0) {
    const message = "Folders can no longer be read: whether control files lie in them is not known";
    notices.push({ kind: "warning", message, paths: closed });
  }
  if (held.length > 0) notices.push(heldNotice(held));
  return notices;
}

export function heldNotice(paths: readonly string[]): Notice {
  const message =
    "A program changed files that people author; what they widen does not count until a person runs `intentgate trust`";
  return { kind: "held", message, paths: [...paths] };
}

const MOST_PATHS = 100;

/** For one row of the decision log: of two notices of a kind neither is lost. */
export function pathsByKind(notices: readonly Notice[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { kind, paths } of notices)
    found[kind] = [...new Set([...(found[kind] ?? []), ...paths])].slice(0, MOST_PATHS);
  return found;
}

/** A folder of its own each time: a process that lives on may change the same file again, and no bytes are lost. */
export function quarantineFor(root: GovernedRoot, invocationId: string): string {
  const first = join(root.state, "quarantine", invocationId);
  if (!existsSync(first)) return first;
  const next = Array.from({ length: MOST_TIMES }, (_, at) => `${first}-${at + 2}`).find(
    (folder) => !existsSync(folder),
  );
  return next ?? `${first}-${randomUUID()}`;
}

/** Rules that a program closed refuse the next call; what this one did is held against those that stood before. */
export function readRules(root: GovernedRoot): void {
  try {
    root.rules();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}
