/** Stands around a call: keeps what was before it, and tells afterwards what it really did. */
import { basename, dirname, join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import type { Deny, FileChange, HookContext, Notice, Outcome, PreToolUseContext } from "@intentgate/engine";
import type { Policy } from "@intentgate/policy";
import {
  afterOthers,
  type BeforeCache,
  changingCalls,
  type DecisionLog,
  type GovernedRoot,
  isRecordedBy,
  type RootLook,
  type RunningCall,
  recordsSince,
} from "@intentgate/sidecar";
import { stagedBy } from "@intentgate/tools";
import type { TraceRecord } from "@intentgate/trace";
import {
  birthOfCall,
  type FileReading,
  findRepository,
  isAlive,
  leftSince,
  startedAt,
  withTargetLocks,
} from "@intentgate/world";
import { announcedBy } from "../observe/announced.ts";
import { callScope } from "../observe/call-scope.ts";
import type { BeforeCall, Observed } from "../observe/observed.ts";
import { createObserver, type Observer } from "../observe/observer.ts";
import { answerViolations, tellUnseen } from "../observe/violations.ts";
import type { ControlShots } from "../trust/control-shots.ts";
import { endRun } from "../trust/end-run.ts";
import type { Call, Stood } from "./call.ts";
import { keptBytes, stoodElsewhere, writeOpen } from "./open-calls.ts";
import { candidatesAmong } from "./record.ts";

export interface WatchParts {
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
  isControl(absolute: string): boolean;
  isSecret(root: string, relative: string): boolean;
  shots: ControlShots;
  /** What authored and control files of a root are now. */
  controlOf(root: GovernedRoot): RunningCall["control"];
  rootAt(call: Pick<HookContext, "cwd">): GovernedRoot;
  /** The intent that the session works under in this root. */
  intentIn(root: GovernedRoot, context: HookContext): string | null;
  /** Whether the call would overwrite what nobody saw, asked once more of the very bytes that were read as its base. */
  recheck(context: HookContext, base: BeforeCall["files"], call: Call): Promise<Deny | undefined>;
}

export interface Watch {
  observer: Observer;
  /** Everything that must be on disk before the tool may run; a failure here refuses the call. */
  begin(context: HookContext, decided: PreToolUseContext, call: Call): Promise<Deny | undefined>;
  /** Runs the tool while no other call is at the files it announced: what differs afterwards is its own doing. */
  alone<T>(call: Call, work: () => Promise<T>): Promise<T>;
  /**
   * A call that runs already and asked nobody: what stood before it is kept for as long as this process lives. Where
   * it reaches for control files, everything is looked at that a program could reach.
   */
  lookOn(context: HookContext, files: BeforeCall["files"], isControl: boolean, call: Call): void;
  end(context: HookContext, outcome: Outcome, call: Call): FileChange[];
  /** All that the call changed is in the ledger: nothing is left to settle. */
  recorded(invocationId: string, call: Call): void;
}

export function createWatch(parts: WatchParts): Watch {
  const owner = { pid: parts.ownerPid, pidStartedAt: startedAt(parts.ownerPid) ?? "" };
  const rootPaths = parts.roots.map((one) => one.root);
  const rootAt = (path: string) => parts.roots.find((one) => one.root === path) as GovernedRoot;
  const observer = createObserver({
    ...parts,
    roots: parts.roots.map(({ root, state }) => ({
      root,
      repository: findRepository(root),
      memoryFile: join(state, "seen-files"),
    })),
    fileLimit: (root) => parts.policyOf(rootAt(root)).limits.observe_files,
    mayPutBack: (root) => parts.policyOf(rootAt(root)).on_violation === "revert",
  });

  return {
    observer,

    async alone(call, work) {
      const { stood } = call;
      const inside = [...(stood?.before.files.keys() ?? [])].filter((absolute) => parts.relative(absolute));
      if (!stood || inside.length === 0 || !parts.roots[0]) return work();
      return withTargetLocks(join(parts.roots[0].sidecar, "locks"), inside, async () => {
        stood.before = { ...stood.before, files: observer.still(stood.before) };
        try {
          return await work();
        } finally {
          stood.after = observer.now(stood.before);
        }
      });
    },

    async begin(context, decided, call) {
      call.startedMs = performance.now();
      const at = parts.now().toISOString();
      const opening = { context, decided, at, owner };
      if (context.details.runs === "readers")
        call.control = Object.fromEntries(parts.roots.map((root) => [root.root, parts.shots.take(root)]));
      if (!context.isMutatingTool && context.details.runs !== "programs") {
        if (call.key !== null) call.opened = writeOpen(parts.rootAt(context), opening, new Map(), call, parts);
        return undefined;
      }
      const scope = callScope(context, parts);
      const before = observer.before(context, scope);
      if (context.isMutatingTool)
        for (const root of parts.roots) if (concerns(root, before)) root.store.ledger.ready(context.session.id);
      // The base is read; whatever changed between the checks and this moment shows in it.
      const tooLate = await parts.recheck(context, before.files, call);
      if (tooLate) return tooLate;
      if (context.isMutatingTool) parts.decisions.flush(call);
      const { globs } = announcedBy(context.effects);
      const runs = new Map(
        [...before.looks.keys()].map((path) => runningCall(context, path, [...globs, ...scope.globs(path)], at)),
      );
      call.stood = { decided: before.files, before, after: null, runs };
      const home = parts.rootAt(context);
      for (const root of parts.roots) {
        const files = filesIn(root, before);
        if (files.size === 0 && (root !== home || call.key === null)) continue;
        const opened = writeOpen(root, opening, files, call, parts);
        if (root === home) call.opened = opened;
      }
      // Last: what fails above must not leave a call behind that seems to run.
      for (const [root, running] of runs)
        root.running.keep(running, before.looks.get(root.root) as RootLook, owner.pid, owner.pidStartedAt);
      return undefined;
    },

    lookOn(context, files, isControl, call) {
      const at = parts.now().toISOString();
      const scope = callScope(context, parts);
      const { looks } = observer.before(context, scope);
      const { globs } = announcedBy(context.effects);
      const wanted = (path: string) => [...globs, ...scope.globs(path)];
      if (isControl)
        for (const { root } of parts.roots) if (!looks.has(root)) looks.set(root, observer.look(root, wanted(root)));
      const runs = new Map([...looks.keys()].map((path) => runningCall(context, path, wanted(path), at)));
      call.stood = { decided: files, before: { files, looks }, after: null, runs };
    },

    recorded(invocationId, call) {
      const leaves = call.look === "begun" ? lookedAtNever(invocationId) : call.leaves;
      for (const root of parts.roots) {
        const left = leaves.find((one) => one.root === root);
        if (left) root.running.leave(left.call, left.look);
        else if (root.running.since() !== null) root.running.forget(invocationId);
      }
      call.isRecorded = true;
    },

    end(context, outcome, call) {
      call.opened ??= openedElsewhere(context);
      if (outcome.kind !== "denied") endReading(context, call);
      const stood = call.stood ?? stoodElsewhere(context, parts);
      if (!stood || outcome.kind === "denied") return [];
      call.look = "begun";
      // Before looking: whatever is written after the look is written by somebody who lives now.
      const left = new Map(
        [...stood.runs].map(([root, { birth }]) => [root, leftSince(birth, rootPaths, parts.asking())]),
      );
      for (const [root, running] of stood.runs) tellRun(context, endRun(root, running), call);
      for (const root of stood.runs.keys()) readRules(root);
      const scope = callScope(context, parts);
      const { all, unseen } = observer.after(context, stood.before, stood.after, scope);
      const others = othersSince(context, stood);
      const own = all
        .filter((one) => one.found === null || !isAnotherCalls(one, context))
        .flatMap((one): Observed[] => {
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
      for (const stayed of answerAll(context, stood, strays, call)) gone.delete(stayed);
      const lost = [...stood.runs.keys()].filter(({ root }) => !stood.before.looks.has(root));
      const notSeen = [...unseen, ...lost.map(({ root }) => `what stood in ${root} before is not known`)];
      tellUnseen(context, notSeen, call, parts);
      for (const [root, running] of stood.runs) if (left.get(root)?.length !== 0) keepOn(root, running, call);
      call.look = "done";
      return own.filter((one) => !gone.has(one)).map(({ change }) => change);
    },
  };

  /** A call that was to read only, and did not leave everything as it was. */
  function endReading(context: HookContext, call: Call): void {
    const { opened } = call;
    for (const [path, name] of Object.entries(opened?.control ?? call.control)) {
      const root = parts.roots.find((one) => one.root === path);
      const stood = root ? parts.shots.since(root, name) : "lost";
      if (stood === "same") continue;
      if (!root || stood === "lost") tellUnseen(context, [`what steers ${path} was not kept`], call, parts);
      else {
        const authored = { at: Date.parse(opened?.at ?? parts.now().toISOString()), texts: stood.texts };
        const isChanged = (path: string) => stood.changed.some((one) => path === one || path.startsWith(`${one}/`));
        const run = { invocationId: context.invocationId, control: stood.control, authored };
        tellRun(context, endRun(root, run, isChanged), call);
      }
    }
  }

  /** Steering files that a program changed, whatever became of them, are on record too. */
  function tellRun(
    { invocationId, session, toolName: tool, intentId }: HookContext,
    notices: readonly Notice[],
    call: Call,
  ) {
    for (const notice of notices) parts.notify(notice);
    const changed = notices.filter(({ kind }) => kind !== "warning");
    if (changed.length === 0) return;
    const detail = Object.fromEntries(changed.map(({ kind, paths }) => [kind, paths.slice(0, 100)]));
    const row = { invocationId, phase: "post" as const, session: session.id, tool, intentId, ms: 0 };
    parts.decisions.log({ ...row, decision: "violation", detail }, call);
  }

  function openedElsewhere({ session, invocationId, cwd }: HookContext): Call["opened"] {
    return parts.rootAt({ cwd }).store.sessions.read(session.id).open.get(invocationId) ?? null;
  }

  /** A file that another open call announced is that call's to tell of; so is what its tool is about to put in the place. */
  function isAnotherCalls({ change }: Observed, { invocationId }: HookContext): boolean {
    const open = rootAt(change.root).store.sessions.list().flatMap(changingCalls);
    // One whose process is gone tells of nothing any more.
    const others = open.filter(
      (call) => call.invocationId !== invocationId && isAlive(call.pid, call.pidStartedAt || null),
    );
    if (others.some(({ before }) => change.absolute in before)) return true;
    const writer = change.before.state === "absent" ? stagedBy(basename(change.absolute)) : null;
    const folder = dirname(change.absolute);
    return others.some(
      ({ pid, before }) => pid === writer && Object.keys(before).some((announced) => dirname(announced) === folder),
    );
  }

  function answerAll(context: HookContext, { runs }: Stood, strays: readonly Observed[], call: Call): Observed[] {
    return [...runs].flatMap(([root, running], index) => {
      const others = root.running.others(running.invocationId).map(({ invocationId }) => invocationId);
      const beside = [...new Set([...running.beside, ...others])];
      const known = beside.flatMap((id) => root.running.find(id)?.call ?? []);
      if (index === 0) call.candidates = candidatesAmong([running, ...known]);
      const its = strays.filter(({ change }) => change.root === root.root);
      const stray = { root, policy: parts.policyOf(root), context, at: running.at, beside, call };
      return answerViolations(stray, its, parts);
    });
  }

  /** Looking afterwards failed: nothing of it is recorded, and the next event looks again from where the call began. */
  function lookedAtNever(invocationId: string): Call["leaves"] {
    return parts.roots.flatMap((root) => {
      const { call, look } = root.running.find(invocationId) ?? {};
      return call && look ? [{ root, call: { ...call, wasLookedAt: false }, look }] : [];
    });
  }

  /** What stands there now is what the processes it left behind begin with. */
  function keepOn(root: GovernedRoot, running: RunningCall, call: Call): void {
    const next = { ...running, authored: root.authored.beforeCall(), control: parts.controlOf(root) };
    call.leaves.push({ root, call: next, look: observer.look(root.root, running.globs) });
  }

  function filesIn(root: GovernedRoot, before: BeforeCall): BeforeCall["files"] {
    return new Map([...before.files].filter(([absolute]) => parts.relative(absolute)?.root === root.root));
  }

  /** What changes in this root must end in its ledger. */
  function concerns(root: GovernedRoot, before: BeforeCall): boolean {
    return before.looks.has(root.root) || filesIn(root, before).size > 0;
  }

  /** By root, what other calls recorded since this one began. */
  function othersSince({ invocationId }: HookContext, { runs }: Stood): ReadonlyMap<string, TraceRecord[]> {
    const since = [...runs].map(([{ root, store }, { at }]) => {
      const records = recordsSince(store.ledger, at).filter(({ timestamp }) => timestamp >= at);
      return [root, records.filter(({ decision }) => decision.id !== invocationId)] as const;
    });
    return new Map(since);
  }

  function runningCall(context: HookContext, path: string, globs: string[], at: string) {
    const root = rootAt(path);
    const running: RunningCall = {
      invocationId: context.invocationId,
      session: context.session.id,
      model: context.session.model ?? "unknown",
      tool: context.normalizedToolName,
      intentId: parts.intentIn(root, context),
      at,
      authored: root.authored.beforeCall(),
      control: parts.controlOf(root),
      birth: birthOfCall(owner.pid),
      globs,
      beside: root.running.others(context.invocationId).map(({ invocationId }) => invocationId),
      wasLookedAt: true,
    };
    return [root, running] as const;
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
