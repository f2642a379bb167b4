/** Stands around a call: keeps what was before it, and tells afterwards what it really did. */
import { join } from "node:path";
import type { Deny, FileBytes, FileChange, HookContext, Outcome } from "@intentgate/engine";
import { createScope, type Policy, type Scope } from "@intentgate/policy";
import type { DecisionLog } from "./decision-log.ts";
import { startedAt } from "./files/process-identity.ts";
import { withTargetLocks } from "./files/target-locks.ts";
import type { BeforeCache } from "./observe/before-cache.ts";
import { type BeforeCall, createObserver } from "./observe/observer.ts";
import { isRecordedBy, recordsSince } from "./observe/others-changes.ts";
import type { TreeSnapshot } from "./observe/tree-snapshot.ts";
import type { GovernedRoot } from "./roots/governed-root.ts";
import type { PendingCall } from "./store/store.ts";
import { controlState } from "./trust/control-watch.ts";
import { endRun } from "./trust/end-run.ts";
import type { RunningCall } from "./trust/running-calls.ts";
import type { Notice } from "./workspace.ts";

export interface CallWatchParts {
  roots: readonly GovernedRoot[];
  cache: BeforeCache;
  relative(absolute: string): { root: string; relative: string } | null;
  notify(notice: Notice): void;
  policyOf(root: GovernedRoot): Policy;
  now(): Date;
  decisions: DecisionLog;
  ownerPid: number;
  isControl(absolute: string): boolean;
  /** The intent that the session works under in this root. */
  intentIn(root: GovernedRoot, context: HookContext): string | null;
  /** Whether the call would overwrite what nobody saw, asked once more after its base was read. */
  recheck(context: HookContext): Promise<Deny | undefined>;
}

interface Watched {
  /** What stood there when the gate decided. */
  decided: BeforeCall["files"];
  /** What stood there when the tool started, and what it left; null where it was not the only one at work. */
  before: BeforeCall;
  after: BeforeCall["files"] | null;
  /** Only around calls that run programs: nothing else can reach authored and control files. */
  runs: Map<GovernedRoot, RunningCall>;
}

export function createCallWatch(parts: CallWatchParts) {
  const watched = new Map<string, Watched>();
  const pid = parts.ownerPid;
  const pidStartedAt = startedAt(pid) ?? "";
  const observer = createObserver({
    roots: parts.roots.map((root) => root.root),
    cache: parts.cache,
    relative: parts.relative,
    isSecret,
    fileLimit: () => Math.min(...parts.roots.map((root) => parts.policyOf(root).limits.observe_files)),
  });

  const secrets = new WeakMap<Policy, Scope>();
  function isSecret(root: string, relative: string): boolean {
    const owner = parts.roots.find((one) => one.root === root);
    if (owner === undefined) return true;
    const policy = parts.policyOf(owner);
    const scope = secrets.get(policy) ?? createScope(policy.secret_paths, { ignoreCase: true });
    secrets.set(policy, scope);
    return scope.covers(relative);
  }

  return {
    isSecret,
    /** The hash a file had when the gate decided; undefined for files the call did not announce. */
    baseHash: (invocationId: string, absolute: string) => watched.get(invocationId)?.decided.get(absolute)?.hash,

    /** Runs the tool while no other call is at the files it announced: what differs afterwards is its own doing. */
    async alone<T>(invocationId: string, work: () => Promise<T>): Promise<T> {
      const state = watched.get(invocationId);
      const inside = [...(state?.before.files.keys() ?? [])].filter((absolute) => parts.relative(absolute));
      if (!state || inside.length === 0 || !parts.roots[0]) return work();
      return withTargetLocks(join(parts.roots[0].sidecar, "locks"), inside, async () => {
        state.before = { ...state.before, files: observer.now(state.before) };
        try {
          return await work();
        } finally {
          state.after = observer.now(state.before);
        }
      });
    },

    /** Everything that must be on disk before the tool may run; a failure here refuses the call. */
    async begin(context: HookContext): Promise<Deny | undefined> {
      if (!context.isMutatingTool) return undefined;
      const before = observer.before(context);
      for (const root of parts.roots) if (concerns(root, before)) root.store.ledger.ready(context.session.id);
      // The base is read; whatever changed between the checks and this moment shows now.
      const late = await parts.recheck(context);
      if (late) return late;
      parts.decisions.flush(context.invocationId);
      const at = parts.now().toISOString();
      const runs = new Map([...before.trees].map(([path, tree]) => runningCall(context, path, tree, at)));
      watched.set(context.invocationId, { decided: before.files, before, after: null, runs });
      for (const root of parts.roots) {
        const call = pendingCall(context, before, root, at);
        if (call) root.store.sessions.append(context.session.id, [{ kind: "began", at, call }]);
      }
      // Last: what fails above must not leave a call behind that seems to run.
      for (const [root, call] of runs) root.running.keep(call, pid, pidStartedAt);
      return undefined;
    },

    /** All that the call changed is in the ledger: nothing is left to settle. */
    recorded(invocationId: string): void {
      for (const root of parts.roots) if (root.running.since() !== null) root.running.forget(invocationId);
    },

    end(context: HookContext, outcome: Outcome): FileChange[] {
      const state = watched.get(context.invocationId) ?? begunElsewhere(context);
      watched.delete(context.invocationId);
      if (!state || outcome.kind === "denied") return [];
      for (const [root, call] of state.runs) for (const notice of endRun(root, call)) parts.notify(notice);
      const changes = observer.after(context, state.before, state.after).map((change) => foreseen(context, change));
      const own = changes.filter((change) => change.predicted || !isOthers(context, state, change));
      reportViolations(context, own);
      return own;
    },
  };

  /** What changes in this root must end in its ledger. */
  function concerns(root: GovernedRoot, before: BeforeCall): boolean {
    return (
      before.trees.has(root.root) ||
      [...before.files.keys()].some((absolute) => parts.relative(absolute)?.root === root.root)
    );
  }

  function isOthers(context: HookContext, { runs }: Watched, change: FileChange): boolean {
    const [root, call] = [...runs].find(([one]) => one.root === change.root) ?? [];
    if (!root || !call) return false;
    const others = recordsSince(root.store.ledger, call.at).filter(
      ({ decision }) => decision.id !== context.invocationId,
    );
    return isRecordedBy(others, change);
  }

  /** The before-phase ran in another process: its hashes are in the journal, its bytes in the cache. */
  function begunElsewhere(context: HookContext): Watched | undefined {
    const files: BeforeCall["files"] = new Map();
    for (const root of parts.roots) {
      const call = root.store.sessions.read(context.session.id).pending.get(context.invocationId);
      for (const [absolute, hash] of Object.entries(call?.before ?? {})) {
        files.set(absolute, { hash, bytes: keptBytes(hash), mode: null });
      }
    }
    const runs = new Map(
      parts.roots.flatMap((root) => {
        const call = root.running.find(context.invocationId);
        return call ? [[root, call] as const] : [];
      }),
    );
    if (files.size === 0 && runs.size === 0) return undefined;
    const trees = new Map(
      [...runs].map(([root, { tree }]) => [root.root, { files: new Map(tree.files), whole: tree.whole }]),
    );
    return { decided: files, before: { files, trees }, after: null, runs };
  }

  function runningCall(context: HookContext, path: string, tree: TreeSnapshot, at: string) {
    const root = parts.roots.find((one) => one.root === path) as GovernedRoot;
    const call: RunningCall = {
      invocationId: context.invocationId,
      session: context.session.id,
      model: context.session.model ?? "unknown",
      tool: context.normalizedToolName,
      intentId: parts.intentIn(root, context),
      at,
      authored: root.authored.beforeCall(),
      control: controlState(root.root),
      tree: { files: [...tree.files], whole: tree.whole },
    };
    return [root, call] as const;
  }

  function keptBytes(hash: string | null): FileBytes {
    if (hash === null) return { state: "absent" };
    const bytes = parts.cache.find(hash);
    return bytes ? { state: "present", bytes } : { state: "unknown" };
  }

  function pendingCall(context: HookContext, before: BeforeCall, root: GovernedRoot, at: string): PendingCall | null {
    const files = [...before.files].filter(([absolute]) => parts.relative(absolute)?.root === root.root);
    if (files.length === 0) return null;
    const { invocationId, normalizedToolName: tool } = context;
    const intentId = parts.intentIn(root, context);
    const hashes = Object.fromEntries(files.map(([absolute, reading]) => [absolute, reading.hash]));
    return { key: invocationId, invocationId, tool, intentId, pid, pidStartedAt, at, before: hashes };
  }

  /** What a declared command said it writes was announced, even though the call names no path. */
  function foreseen(context: HookContext, change: FileChange): FileChange {
    const declared = context.effects.list.flatMap((effect) =>
      effect.kind === "run" ? (effect.declared?.writes ?? []) : [],
    );
    const covered = createScope(declared, { ignoreCase: false }).covers(change.relativePath);
    // No declaration speaks for a control file, at whatever depth.
    return { ...change, predicted: change.predicted || (covered && !parts.isControl(change.absolute)) };
  }

  function reportViolations(context: HookContext, changes: readonly FileChange[]): void {
    const stray = changes.filter(
      (change) => !change.predicted && (parts.isControl(change.absolute) || !inScope(context, change)),
    );
    if (stray.length === 0) return;
    const paths = stray.map((change) => change.relativePath);
    const message = `${context.toolName} changed files outside the scope of ${context.intentId ?? "any intent"}: ${paths.slice(0, 10).join(", ")}`;
    parts.decisions.log({
      invocationId: context.invocationId,
      phase: "post",
      session: context.session.id,
      tool: context.toolName,
      intentId: context.intentId,
      ms: 0,
      decision: "violation",
      detail: { paths: paths.slice(0, 100) },
    });
    parts.notify({ kind: "violation", message, paths });
  }

  function inScope(context: HookContext, change: FileChange): boolean {
    const root = parts.roots.find((one) => one.root === change.root);
    const rules = root?.rules();
    const intentId = root ? parts.intentIn(root, context) : null;
    const intent = rules?.ok && intentId !== null ? rules.value.intents.get(intentId) : undefined;
    return intent !== undefined && createScope(intent.owned_scope, { ignoreCase: false }).covers(change.relativePath);
  }
}

export type CallWatch = ReturnType<typeof createCallWatch>;
