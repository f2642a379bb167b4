/**
 * A contained command is about to be applied: what stood in exactly these files is written down first, so that it is
 * recorded whatever happens to this process.
 */
import type { HookContext } from "@intentgate/engine";
import type { GovernedRoot, OpenCall } from "@intentgate/sidecar";
import { type EntryReading, type FileReading, permissionsOf, startedAt } from "@intentgate/world";
import type { Call } from "./call.ts";
import { writeOpened } from "./opened.ts";

export interface OpenExactParts {
  ownerPid: number;
  now(): Date;
  isSecret(root: string, relative: string): boolean;
  intentIn(root: GovernedRoot, context: ExactCall): string | null;
}

type ExactCall = Pick<HookContext, "cwd" | "intentId" | "invocationId" | "normalizedToolName" | "session">;

export function createOpenExact({ ownerPid, now, isSecret, intentIn }: OpenExactParts) {
  return (root: GovernedRoot, made: ExactCall, files: ReadonlyMap<string, EntryReading>, call: Call): void => {
    for (const [absolute, { hash, bytes }] of files) {
      if (hash !== null && bytes.state === "present" && !isSecret(root.root, absolute.slice(root.root.length + 1)))
        root.kept.keep(hash, bytes.bytes);
    }
    const all = [...(call.stood?.before.files ?? []), ...files].map(
      ([absolute, one]) => [absolute, { hash: one.hash, mode: modeOf(one) }] as const,
    );
    const known = {
      ...{ at: call.beganAt ?? now().toISOString(), intentId: intentIn(root, made), decided: null },
      ...{ pid: ownerPid, pidStartedAt: startedAt(ownerPid) ?? "" },
      // What another process waits for stays as it was opened.
      ...(call.opened === null ? {} : keptOf(call.opened)),
      ...(call.git && { git: call.git }),
    };
    call.opened = writeOpened(root, made, known, new Map(all));
  };
}

function keptOf({ at, pid, pidStartedAt, decided, control, ticket }: OpenCall): Partial<OpenCall> {
  return { at, pid, pidStartedAt, decided, ...(control && { control }), ...(ticket && { ticket }) };
}

function modeOf(reading: EntryReading | FileReading): number | null {
  if ("mode" in reading) return reading.mode;
  return reading.stamp === null || reading.link !== null ? null : permissionsOf(reading.stamp);
}
