/** The end of a call whose command the host was to run under a ticket: it did, or it ran the command itself. */
import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileChange, HookContext, Outcome } from "@intentgate/engine";
import { type GovernedRoot, isRecordedBy, recordsSince } from "@intentgate/sidecar";
import type { FileReading } from "@intentgate/world";
import { movedAsNamed } from "../contained/judge-run.ts";
import { doubtHost } from "../contained/unboxed-hosts.ts";
import { type CallScopeParts, callScope } from "../observe/call-scope.ts";
import type { Observer } from "../observe/observer.ts";
import type { Call } from "./call.ts";
import { changesOf, type SettlerParts } from "./open-calls.ts";
import { candidatesAmong } from "./record.ts";

interface Parts extends CallScopeParts, Pick<SettlerParts, "cache" | "relative" | "now" | "decisions" | "notify"> {
  rootAt(call: Pick<HookContext, "cwd">): GovernedRoot;
  read(absolute: string): FileReading;
  observer: Pick<Observer, "look">;
}

/** It is contained, if the host runs the line that it is given. */
export function isHandedOver({ details: { kindOfRun } }: HookContext, { rewriting }: Call): boolean {
  return rewriting !== null && ["read-only", "rehearsed", "held"].includes(kindOfRun.kind);
}

export function createHandedOver(parts: Parts) {
  return {
    /** What was applied of it; nothing else can have come of it. */
    changes(context: HookContext, call: Call): FileChange[] {
      const { opened } = call;
      const changes = opened === null ? [] : movedAsNamed(changesOf(opened, parts.rootAt(context), parts), context);
      call.exact = changes;
      return changes;
    },

    /**
     * Nobody came with its ticket. Nothing was compared before it, so all that changed since the call began is told. Until
     * it is proved that the host runs what it is given, it is given nothing. Where it failed, or nothing is left of its
     * ticket, what changed says whether it ran. Where nobody says that it ended, a person may have declined it and
     * edited by hand: what changed is nobody's, and nothing is held against the host.
     */
    tellOutside(context: HookContext, call: Call, { kind: outcome }: Outcome): FileChange[] {
      if (outcome === "denied") return [];
      const root = parts.rootAt(context);
      const { host = "the host" } = context.session;
      const since = call.opened?.at ?? "";
      const { changes, isWhole, isQuiet } = changedSince(root, Date.parse(since), context);
      const row = rowOf(context);
      if (call.ran === "not redeemed" && isQuiet) {
        parts.decisions.log({ ...row, decision: "not_redeemed", detail: { host } }, call);
        parts.notify({ kind: "contained", message: notRedeemedText(host), paths: [] });
        return [];
      }
      if (call.ran === "not known" && isOthers(changes, root, since)) return [];
      const paths = changes.map(({ relativePath }) => relativePath);
      const detail = { host, paths: paths.slice(0, 100), whole: isWhole };
      if (outcome === "unknown") {
        call.candidates = candidatesAmong([runOf(context)]);
        parts.decisions.log({ ...row, decision: "end_not_told", detail }, call);
        parts.notify({ kind: "warning", message: notToldText(host, paths), paths });
        return changes;
      }
      doubtHost(root, host, parts.now().toISOString());
      parts.decisions.log({ ...row, decision: "ran_unboxed", code: "RAN_UNBOXED", detail }, call);
      parts.notify({ kind: "violation", message: unboxedText(host, paths), paths });
      return changes;
    },
  };

  /** Nothing of it but what other calls recorded. */
  function isOthers(changes: readonly FileChange[], root: GovernedRoot, since: string): boolean {
    if (changes.length === 0) return true;
    const records = recordsSince(root.store.ledger, since);
    return changes.every((change) => isRecordedBy(records, change, root));
  }

  /** A time that cannot be read lets everything count. `isQuiet`: no name came or went either. */
  function changedSince({ root, sidecar }: GovernedRoot, since: number, context: HookContext) {
    const { tree } = parts.observer.look(root, callScope(context, parts).globs(root));
    const young = [...tree.files].filter(([, { ctimeMs }]) => !(ctimeMs < since));
    const changes = young.map(([relativePath]): FileChange => {
      const absolute = join(root, relativePath);
      const place = { relativePath, absolute, root, movedFrom: null };
      const after = parts.read(absolute).bytes;
      return { ...place, before: { state: "unknown" }, after, modeChanged: false, predicted: false };
    });
    const isStill = (folder: string) => (lstatSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? Number.NaN) < since;
    const isQuiet =
      tree.whole &&
      young.length === 0 &&
      foldersOf(root, tree.files.keys()).every((one) => one === sidecar || isStill(one));
    return { changes, isWhole: tree.whole, isQuiet };
  }
}

/** Of these files, and the folders in them, in which there may be none any more. */
function foldersOf(root: string, files: Iterable<string>): string[] {
  const folders = new Set([root, ...[...files].map((path) => dirname(join(root, path)))]);
  const inside = [...folders].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name)),
  );
  return [...new Set([...folders, ...inside])].filter((folder) => folder !== join(root, ".git"));
}

function rowOf({ invocationId, session, toolName: tool, intentId }: HookContext) {
  return { invocationId, phase: "post" as const, session: session.id, tool, intentId, ms: 0 };
}

function runOf({ invocationId, session }: HookContext) {
  return { invocationId, session: session.id, model: session.model ?? "unknown" };
}

function notRedeemedText(host: string): string {
  return `${host} was given a line that runs this command in the box, and nobody came with its ticket. The call failed, and nothing changed since it began: the line was not run, or could not be. Nothing is held against ${host} for it.`;
}

function notToldText(host: string, paths: readonly string[]): string {
  return `${host} was given a line that runs this command in the box. Nobody came with its ticket, and nobody said that it ran. Changed since then, by whomever: ${listed(paths)}.`;
}

function listed(paths: readonly string[]): string {
  return `${paths.slice(0, 10).join(", ")}${paths.length > 10 ? ` and ${paths.length - 10} more` : ""}`;
}

function unboxedText(host: string, paths: readonly string[]): string {
  const changed = paths.length === 0 ? "No file changed since then" : `Changed since then: ${listed(paths)}`;
  return `RAN_UNBOXED: ${host} was to run a command in the box, and ran it outside. ${changed}. Commands that cannot be read ask here from now on, until \`intentgate doctor --live --host ${host}\` proves that it runs what it is given, or a person says \`intentgate box trust ${host}\`.`;
}
