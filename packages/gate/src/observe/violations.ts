/** Writes that were neither announced nor in scope: which of them are undone, and what is told of them. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pastedWord } from "@intentgate/documents";
import type { HookContext, Notice } from "@intentgate/engine";
import type { Policy } from "@intentgate/policy";
import { changingCalls, type DecisionLog, type GovernedRoot, type LoggedCall, recordsSince } from "@intentgate/sidecar";
import { isRegular } from "@intentgate/world";
import { quarantineFor } from "../trust/end-run.ts";
import type { Observed } from "./observed.ts";
import { type PutBackFiles, putBackFiles } from "./put-back-files.ts";

export interface ViolationParts {
  decisions: DecisionLog;
  notify(notice: Notice): void;
  isControl(absolute: string): boolean;
  now(): Date;
}

export interface StrayCall {
  root: GovernedRoot;
  policy: Policy;
  context: HookContext;
  call: LoggedCall;
  /** When the look before it began. */
  at: string;
  /** Other calls whose programs ran at the same time, or were left behind by a call that is over. */
  beside: readonly string[];
}

const SHOWN = 10;
const LOGGED = 100;

/** Returns what is still there of it: what was put back did not happen as far as the ledger is concerned. */
export function answerViolations(call: StrayCall, strays: readonly Observed[], parts: ViolationParts): Observed[] {
  if (strays.length === 0) return [];
  const { root, context, policy } = call;
  const paths = strays.map(({ change }) => change.relativePath);
  const quarantine = quarantineFor(root, context.invocationId);
  const { back, left } =
    policy.on_violation === "revert"
      ? putBackFiles(strays, quarantine, objectionsTo(call, parts))
      : { back: [], left: [] };
  parts.decisions.log(
    {
      invocationId: context.invocationId,
      phase: "post",
      session: context.session.id,
      tool: context.toolName,
      intentId: context.intentId,
      ms: 0,
      decision: "violation",
      detail: {
        paths: paths.slice(0, LOGGED),
        ...(back.length > 0 ? { put_back: back.slice(0, LOGGED) } : {}),
        ...(left.length > 0 ? { not_put_back: left.slice(0, LOGGED) } : {}),
      },
    },
    call.call,
  );
  for (const notice of noticesOf(
    context,
    paths,
    { back, left },
    howToUndo(keptOf(strays, back, quarantine), root.root, quarantine),
  ))
    parts.notify(notice);
  const undone = new Set(back);
  return strays.filter(({ change }) => !undone.has(change.relativePath));
}

function noticesOf(context: HookContext, paths: string[], { back, left }: PutBackFiles, undo: string): Notice[] {
  const { toolName: tool, intentId } = context;
  const outside = `outside the scope of ${intentId ?? "any intent"}`;
  const message = `While ${tool} ran, files ${outside} changed: ${shown(paths)}. The call did not announce it: its program, or somebody beside it, wrote them.`;
  const notices: Notice[] = [{ kind: "violation", message, paths }];
  if (back.length > 0) {
    const undone = `Put back as they were: ${shown(back)}.${undo}`;
    notices.push({ kind: "put_back", message: undone, paths: back });
  }
  if (left.length > 0) {
    const whys = shown(left.map(({ path, why }) => `${path} (${why})`));
    const message = `Could not be put back: ${whys}`;
    notices.push({ kind: "warning", message, paths: left.map(({ path }) => path) });
  }
  return notices;
}

/** What putting back displaced: files by their bytes, links by a text that names their target. */
function keptOf(strays: readonly Observed[], back: readonly string[], quarantine: string) {
  return strays.flatMap(({ change, found }) => {
    const path = change.relativePath;
    if (!back.includes(path) || !existsSync(join(quarantine, path))) return [];
    return [{ path, isFile: found?.stamp ? isRegular(found.stamp) : false }];
  });
}

/** The guess that nobody else wrote it may be wrong: then one command brings the displaced bytes back. */
function howToUndo(kept: ReturnType<typeof keptOf>, root: string, quarantine: string): string {
  const [first] = kept;
  if (!first) return "";
  const where = kept.length === 1 ? join(quarantine, first.path) : quarantine;
  const stands = ` What stood there is kept in ${where}.`;
  const only = kept.length === 1 || !kept.every(({ isFile }) => isFile) ? kept.find(({ isFile }) => isFile) : null;
  if (only === undefined) return stands;
  const [from, to] = only ? [join(quarantine, only.path), join(root, only.path)] : [`${quarantine}/.`, `${root}/`];
  return `${stands} If it was a person's, this brings it back: cp -R ${pastedWord(from)} ${pastedWord(to)}`;
}

/** Silence would pass for "nothing happened". */
export function tellUnseen(
  context: HookContext,
  unseen: readonly string[],
  call: LoggedCall,
  parts: ViolationParts,
): void {
  if (unseen.length === 0) return;
  const { invocationId, session, toolName: tool, intentId } = context;
  const detail = { unseen: unseen.slice(0, LOGGED) };
  const row = { invocationId, phase: "post" as const, session: session.id, tool, intentId, ms: 0 };
  parts.decisions.log({ ...row, decision: "unseen", detail }, call);
  const message = `Not all that ${tool} may have changed could be looked at: ${shown(unseen)}. What it did there is not in the ledger.`;
  parts.notify({ kind: "warning", message, paths: [] });
}

function shown(paths: readonly string[]): string {
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "";
  return `${paths.slice(0, SHOWN).join(", ")}${more}`;
}

/**
 * Nobody else may have made it. Who wrote a file cannot be asked of the system afterwards, so everyone is excluded who
 * can be: other calls by what they recorded, announced or still run, a person by the time a person needs.
 */
function objectionsTo(call: StrayCall, parts: ViolationParts): (stray: Observed) => string | null {
  const { root, policy, context } = call;
  const tookMs = parts.now().getTime() - Date.parse(call.at);
  const ofCall = ((): string | null => {
    if (policy.mode === "observe") return "observe mode changes nothing";
    if (root.pauses.active()) return "the gate is paused";
    if (call.beside.length > 0) return "another call's programs ran at the same time";
    if (tookMs > policy.limits.revert_within_s * 1_000) return "the call took so long that a person may have made it";
    return null;
  })();
  const others = recordsSince(root.store.ledger, call.at).filter(
    ({ timestamp, decision }) => timestamp >= call.at && decision.id !== context.invocationId,
  );
  const recorded = new Set(
    others.flatMap(({ files }) => files.flatMap((file) => [file.relative_path, file.renamed_from ?? ""])),
  );
  const announced = announcedElsewhere(root, context.invocationId);
  return ({ change }) => {
    if (ofCall !== null) return ofCall;
    if (parts.isControl(change.absolute)) return "a control file is held, not overwritten";
    if (recorded.has(change.relativePath)) return "another call changed it too";
    if (announced.has(change.absolute)) return "another call is at work on it";
    return null;
  };
}

/** Files that calls in flight, of whatever session, said they would write. */
function announcedElsewhere(root: GovernedRoot, invocationId: string): ReadonlySet<string> {
  const pending = root.store.sessions.list().flatMap(changingCalls);
  return new Set(pending.filter((one) => one.invocationId !== invocationId).flatMap((one) => Object.keys(one.before)));
}
