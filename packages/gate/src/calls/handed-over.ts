/** The end of a call whose command the host was to run under a ticket: it did, or it ran the command itself. */
import { join } from "node:path";
import type { FileChange, HookContext } from "@intentgate/engine";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { FileReading } from "@intentgate/world";
import { movedAsNamed } from "../contained/judge-run.ts";
import { doubtHost } from "../contained/unboxed-hosts.ts";
import { type CallScopeParts, callScope } from "../observe/call-scope.ts";
import type { Observer } from "../observe/observer.ts";
import type { Call } from "./call.ts";
import { changesOf, type SettlerParts } from "./open-calls.ts";

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
     * Nothing was compared before it, so all that changed since the call began is told. Until it is proved that the host
     * runs what it is given, it is given nothing.
     */
    tellUnboxed(context: HookContext, call: Call): FileChange[] {
      const root = parts.rootAt(context);
      const { host = "the host" } = context.session;
      doubtHost(root, host, parts.now().toISOString());
      const { changes, isWhole } = changedSince(root.root, Date.parse(call.opened?.at ?? ""), context);
      const paths = changes.map(({ relativePath }) => relativePath);
      const { invocationId, session, toolName: tool, intentId } = context;
      const row = { invocationId, phase: "post" as const, session: session.id, tool, intentId, ms: 0 };
      const detail = { host, paths: paths.slice(0, 100), whole: isWhole };
      parts.decisions.log({ ...row, decision: "ran_unboxed", code: "RAN_UNBOXED", detail }, call);
      parts.notify({ kind: "violation", message: unboxedText(host, paths), paths });
      return changes;
    },
  };

  /** A time that cannot be read lets everything count. */
  function changedSince(root: string, since: number, context: HookContext) {
    const { tree } = parts.observer.look(root, callScope(context, parts).globs(root));
    const young = [...tree.files].filter(([, { ctimeMs }]) => !(ctimeMs < since));
    const changes = young.map(([relativePath]): FileChange => {
      const absolute = join(root, relativePath);
      const place = { relativePath, absolute, root, movedFrom: null };
      const after = parts.read(absolute).bytes;
      return { ...place, before: { state: "unknown" }, after, modeChanged: false, predicted: false };
    });
    return { changes, isWhole: tree.whole };
  }
}

function unboxedText(host: string, paths: readonly string[]): string {
  const shown = `${paths.slice(0, 10).join(", ")}${paths.length > 10 ? ` and ${paths.length - 10} more` : ""}`;
  const changed = paths.length === 0 ? "No file changed since then" : `Changed since then: ${shown}`;
  return `RAN_UNBOXED: ${host} was to run a command in the box, and ran it outside. ${changed}. Commands that cannot be read ask here from now on, until \`intentgate doctor --live --host ${host}\` proves that it runs what it is given, or a person says \`intentgate box trust ${host}\`.`;
}
