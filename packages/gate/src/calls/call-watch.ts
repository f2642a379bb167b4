/** Stands around a call: keeps what was before it, and tells afterwards what it really did. */
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import type { Deny, FileChange, HookContext, Notice, Outcome } from "@intentgate/engine";
import { createScope, type Policy, type Scope } from "@intentgate/policy";
import {
  afterOthers,
  type BeforeCache,
  type DecisionLog,
  type GovernedRoot,
  isRecordedBy,
  type RootLook,
  type RunningCall,
  recordsSince,
} from "@intentgate/sidecar";
import type { Candidate, TraceRecord } from "@intentgate/trace";
import {
  birthOfCall,
  type FileReading,
  findRepository,
  leftSince,
  startedAt,
  withTargetLocks,
} from "@intentgate/world";
import { announcedBy } from "../observe/announced.ts";
import { callScope } from "../observe/call-scope.ts";
import { type BeforeCall, createObserver, type Observed } from "../observe/observer.ts";
import { answerViolations, tellUnseen } from "../observe/violations.ts";
import { candidatesAmong } from "../record/candidates.ts";
import { controlState } from "../trust/control-watch.ts";
import { endRun } from "../trust/end-run.ts";
import { programStamps } from "../trust/program-stamps.ts";
import { begunElsewhere, keptBytes, pendingCall } from "./begun-call.ts";

export interface CallWatchParts {
  roots: readonly GovernedRoot[];
  cache: BeforeCache;
  /** A file as it stands now. */
  read(absolute: string): FileReading;
  cacheLimit(): number;
  relative(absolute: string): { root: string; relative: string } | null;
  notify(notice: Notice): void;
  policyOf(root: GovernedRoot): Policy;
  now(): Date;
  decisions: DecisionLog;
  ownerPid: number;
  asking(): number;
  /** The user's home folder: its control files are watched too. */
  userHome: string;
  isControl(absolute: string): boolean;
  /** The files that handlers of this root's event hooks are made of. */
  handlerScripts(root: GovernedRoot): readonly string[];
  /** What the running gate is made of. */
  programs(): readonly string[];
  /** The intent that the session works under in this root. */
  intentIn(root: GovernedRoot, context: HookContext): string | null;
  /** Whether the call would overwrite what nobody saw, asked once more of the very bytes that were read as its base. */
  recheck(context: HookContext, base: BeforeCall["files"]): Promise<Deny | undefined>;
}

export interface Watched {
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
  /** Calls that are over while processes they started are not: kept on as soon as what they did is recorded. */
  const leaving = new Map<string, [GovernedRoot, RunningCall, RootLook][]>();
  const candidates = new Map<string, Candidate[]>();
  const unfinished = new Set<string>();
  const pid = parts.ownerPid;
  const pidStartedAt = startedAt(pid) ?? "";
  const rootPaths = parts.roots.map((one) => one.root);
  const rootAt = (path: string) => parts.roots.find((one) => one.root === path) as GovernedRoot;
  const observer = createObserver({
    ...parts,
    roots: parts.roots.map(({ root, state }) => ({
      root,
      repository: findRepository(root),
      memoryFile: join(state, "seen-files"),
    })),
    isSecret,
    fileLimit: (root) => parts.policyOf(rootAt(root)).limits.observe_files,
    mayPutBack: (root) => parts.policyOf(rootAt(root)).on_violation === "revert",
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
    observer,
    /** The hash a file had when the gate decided; undefined for files the call did not announce. */
    baseHash: (invocationId: string, absolute: string) => watched.get(invocationId)?.decided.get(absolute)?.hash,
    /** Who may have made what a call did not announce. */
    candidatesOf: (invocationId: string) => candidates.get(invocationId) ?? candidatesAmong([]),

    /** Runs the tool while no other call is at the files it announced: what differs afterwards is its own doing. */
    async alone<T>(invocationId: string, work: () => Promise<T>): Promise<T> {
      const state = watched.get(invocationId);
      const inside = [...(state?.before.files.keys() ?? [])].filter((absolute) => parts.relative(absolute));
      if (!state || inside.length === 0 || !parts.roots[0]) return work();
      return withTargetLocks(join(parts.roots[0].sidecar, "locks"), inside, async () => {
        state.before = { ...state.before, files: observer.still(state.before) };
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
      const at = parts.now().toISOString();
      const scope = callScope(context, parts);
      const before = observer.before(context, scope);
      for (const root of parts.roots) if (concerns(root, before)) root.store.ledger.ready(context.session.id);
      // The base is read; whatever changed between the checks and this moment shows in it.
      const late = await parts.recheck(context, before.files);
      if (late) return late;
      parts.decisions.flush(context.invocationId);
      const { globs } = announcedBy(context.effects);
      const runs = new Map(
        [...before.looks.keys()].map((path) => runningCall(context, path, [...globs, ...scope.globs(path)], at)),
      );
      watched.set(context.invocationId, { decided: before.files, before, after: null, runs });
      for (const root of parts.roots) {
        const call = pendingCall(context, before, root, { at, pid, pidStartedAt }, parts);
        if (call) root.store.sessions.append(context.session.id, [{ kind: "began", at, call }]);
      }
      // Last: what fails above must not leave a call behind that seems to run.
      for (const [root, call] of runs)
        root.running.keep(call, before.looks.get(root.root) as RootLook, pid, pidStartedAt);
      return undefined;
    },

    /**
     * A call that runs already and asked nobody: what stood before it is kept for as long as this process lives. Where
     * it reaches for control files, everything is looked at that a program could reach.
     */
    lookOn(context: HookContext, files: BeforeCall["files"], isControl: boolean): void {
      const at = parts.now().toISOString();
      const scope = callScope(context, parts);
      const { looks } = observer.before(context, scope);
      const { globs } = announcedBy(context.effects);
      const wanted = (path: string) => [...globs, ...scope.globs(path)];
      if (isControl)
        for (const { root } of parts.roots) if (!looks.has(root)) looks.set(root, observer.look(root, wanted(root)));
      const runs = new Map([...looks.keys()].map((path) => runningCall(context, path, wanted(path), at)));
      watched.set(context.invocationId, { decided: files, before: { files, looks }, after: null, runs });
    },

    forget: (invocationId: string) => void watched.delete(invocationId),

    /** All that the call changed is in the ledger: nothing is left to settle. */
    recorded(invocationId: string): void {
      const left = leaving.get(invocationId) ?? lookedAtNever(invocationId);
      for (const root of parts.roots) {
        const kept = left.find(([one]) => one === root);
        if (kept) root.running.leave(kept[1], kept[2]);
        else if (root.running.since() !== null) root.running.forget(invocationId);
      }
      leaving.delete(invocationId);
      candidates.delete(invocationId);
    },

    end(context: HookContext, outcome: Outcome): FileChange[] {
      const state = watched.get(context.invocationId) ?? begunElsewhere(context, parts);
      watched.delete(context.invocationId);
      if (!state || outcome.kind === "denied") return [];
      unfinished.add(context.invocationId);
      // Before looking: whatever is written after the look is written by somebody who lives now.
      const left = new Map(
        [...state.runs].map(([root, { birth }]) => [root, leftSince(birth, rootPaths, parts.asking())]),
      );
      for (const [root, call] of state.runs) for (const notice of endRun(root, call)) parts.notify(notice);
      for (const root of state.runs.keys()) readRules(root);
      const scope = callScope(context, parts);
      const { all, unseen } = observer.after(context, state.before, state.after, scope);
      const others = othersSince(context, state);
      const own = all.flatMap((one): Observed[] => {
        // The call named the file itself; of all else, what another call recorded meanwhile is that call's.
        if (one.found === null) return [one];
        const theirs = others.get(one.change.root) ?? [];
        return isRecordedBy(theirs, one.change, rootAt(one.change.root))
          ? []
          : [{ ...one, change: afterOthers(theirs, one.change, (hash) => keptBytes(hash, parts.cache)) }];
      });
      const strays = own.filter(
        ({ change }) =>
          !change.predicted && (parts.isControl(change.absolute) || !scope.covers(change.root, change.relativePath)),
      );
      const gone = new Set(strays);
      for (const stayed of answerAll(context, state, strays)) gone.delete(stayed);
      const lost = [...state.runs.keys()].filter(({ root }) => !state.before.looks.has(root));
      tellUnseen(context, [...unseen, ...lost.map(({ root }) => `what stood in ${root} before is not known`)], parts);
      for (const [root, call] of state.runs) if (left.get(root)?.length !== 0) keepOn(root, call);
      unfinished.delete(context.invocationId);
      return own.filter((one) => !gone.has(one)).map(({ change }) => change);
    },
  };

  function answerAll(context: HookContext, { runs }: Watched, strays: readonly Observed[]): Observed[] {
    const involved = new Map<string, Candidate[]>();
    const stayed = [...runs].flatMap(([root, call]) => {
      const others = root.running.others(call.invocationId).map(({ invocationId }) => invocationId);
      const beside = [...new Set([...call.beside, ...others])];
      const known = beside.flatMap((id) => root.running.find(id)?.call ?? []);
      involved.set(root.root, candidatesAmong([call, ...known]));
      const its = strays.filter(({ change }) => change.root === root.root);
      return answerViolations({ root, policy: parts.policyOf(root), context, at: call.at, beside }, its, parts);
    });
    const [first] = involved.values();
    if (first) candidates.set(context.invocationId, first);
    return stayed;
  }

  /** Looking afterwards failed: nothing of it is recorded, and the next event looks again from where the call began. */
  function lookedAtNever(invocationId: string): [GovernedRoot, RunningCall, RootLook][] {
    if (!unfinished.delete(invocationId)) return [];
    return parts.roots.flatMap((root) => {
      const { call, look } = root.running.find(invocationId) ?? {};
      const unseen = call && { ...call, wasLookedAt: false };
      return unseen && look ? [[root, unseen, look] as [GovernedRoot, RunningCall, RootLook]] : [];
    });
  }

  /** What stands there now is what the processes it left behind begin with. */
  function keepOn(root: GovernedRoot, call: RunningCall): void {
    const next = { ...call, authored: root.authored.beforeCall(), control: controlOf(root) };
    const entry: [GovernedRoot, RunningCall, RootLook] = [root, next, observer.look(root.root, call.globs)];
    leaving.set(call.invocationId, [...(leaving.get(call.invocationId) ?? []), entry]);
  }

  function controlOf(root: GovernedRoot): RunningCall["control"] {
    return controlState(
      root.root,
      parts.userHome,
      parts.handlerScripts(root),
      programStamps(root.root, parts.programs()),
    );
  }

  /** What changes in this root must end in its ledger. */
  function concerns(root: GovernedRoot, before: BeforeCall): boolean {
    return (
      before.looks.has(root.root) ||
      [...before.files.keys()].some((absolute) => parts.relative(absolute)?.root === root.root)
    );
  }

  /** By root, what other calls recorded since this one began. */
  function othersSince({ invocationId }: HookContext, { runs }: Watched): ReadonlyMap<string, TraceRecord[]> {
    const since = [...runs].map(([{ root, store }, { at }]) => {
      const records = recordsSince(store.ledger, at).filter(({ timestamp }) => timestamp >= at);
      return [root, records.filter(({ decision }) => decision.id !== invocationId)] as const;
    });
    return new Map(since);
  }

  function runningCall(context: HookContext, path: string, globs: string[], at: string) {
    const root = rootAt(path);
    const call: RunningCall = {
      invocationId: context.invocationId,
      session: context.session.id,
      model: context.session.model ?? "unknown",
      tool: context.normalizedToolName,
      intentId: parts.intentIn(root, context),
      at,
      authored: root.authored.beforeCall(),
      control: controlOf(root),
      birth: birthOfCall(pid),
      globs,
      beside: root.running.others(context.invocationId).map(({ invocationId }) => invocationId),
      wasLookedAt: true,
    };
    return [root, call] as const;
  }
}

/** Rules that a program closed refuse the next call; what this one did is held against those that stood before. */
function readRules(root: GovernedRoot): void {
  try {
    root.rules();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}

export type CallWatch = ReturnType<typeof createCallWatch>;
