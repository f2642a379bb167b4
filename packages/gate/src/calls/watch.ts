/** Stands around a call: keeps what was before it, and tells afterwards what it really did. */
import { join } from "node:path";
import {
  changedPaths,
  type Deny,
  deny,
  type FileChange,
  type HookContext,
  type Notice,
  type Outcome,
  type PreToolUseContext,
} from "@intentgate/engine";
import type { Policy } from "@intentgate/policy";
import {
  type DecisionLog,
  doubtedFolders,
  doubtIgnores,
  type GovernedRoot,
  isIgnoreFile,
  type KeptBytes,
  type RootLook,
  type RunningCall,
} from "@intentgate/sidecar";
import {
  birthOfCall,
  busyTarget,
  type FileReading,
  findRepository,
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
import { endRun, pathsByKind, readRules } from "../trust/end-run.ts";
import type { Call, Stood } from "./call.ts";
import { createHandedOver, isHandedOver } from "./handed-over.ts";
import { openedElsewhere, stoodElsewhere } from "./open-calls.ts";
import { writeAllowed } from "./opened.ts";
import { ownAmong } from "./others-changes.ts";
import { candidatesAmong } from "./record.ts";

export interface WatchParts {
  roots: readonly GovernedRoot[];
  cache: Pick<KeptBytes, "find">;
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
  intentIn(root: GovernedRoot, context: Pick<HookContext, "cwd" | "intentId" | "session">): string | null;
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

/** As long as another call may take for a file before the next one is told to come again. */
const BUSY_MS = 10_000;

export function createWatch(parts: WatchParts): Watch {
  const owner = { pid: parts.ownerPid, pidStartedAt: startedAt(parts.ownerPid) ?? "" };
  const rootPaths = parts.roots.map((one) => one.root);
  const rootAt = (path: string) => parts.roots.find((one) => one.root === path) as GovernedRoot;
  const observer = createObserver({
    ...parts,
    roots: parts.roots.map(({ root, state, kept }) => ({
      root,
      kept,
      repository: findRepository(root),
      memoryFile: join(state, "seen-files"),
      doubted: () => doubtedFolders(state, root),
    })),
    fileLimit: (root) => parts.policyOf(rootAt(root)).limits.observe_files,
    mayPutBack: (root) => parts.policyOf(rootAt(root)).on_violation === "revert",
  });

  const handedOver = createHandedOver({ ...parts, observer });

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
      call.beganAt = at;
      const opening = { context, decided, at, owner };
      if (context.details.runs === "readers" || isHandedOver(context, call))
        call.control = Object.fromEntries(parts.roots.map((root) => [root.root, parts.shots.take(root)]));
      if (!context.isMutatingTool && context.details.runs !== "programs") {
        if (call.key !== null) call.opened = writeAllowed(parts.rootAt(context), opening, call, parts);
        return undefined;
      }
      const busy = call.key === null ? await busyElsewhere(context) : undefined;
      if (busy) return busy;
      const scope = callScope(context, parts);
      const before = observer.before(context, scope);
      const isRehearsed = context.details.kindOfRun.kind === "rehearsed";
      if (context.isMutatingTool)
        for (const root of parts.roots)
          if (concerns(root, before) || isRehearsed) root.store.ledger.ready(context.session.id);
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
        const opened = writeAllowed(root, opening, call, parts, files);
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
      call.opened ??= openedElsewhere(context, parts);
      if (call.exact !== null) return [...call.exact];
      if (outcome.kind !== "denied" && call.ran !== "contained") endReading(context, call);
      if (call.ran !== "as it was" && call.ran !== "contained") return handedOver.tellOutside(context, call, outcome);
      const stood = call.stood ?? stoodElsewhere(context, parts);
      // What is held writes to the tree itself, and goes on: only around it the tree was looked at.
      if (call.ran === "contained" && !stood?.runs.size) return handedOver.changes(context, call);
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
      const own = ownAmong(all, context, stood, parts);
      const strays = own.filter(
        ({ change }) =>
          !change.predicted && (parts.isControl(change.absolute) || !scope.covers(change.root, change.relativePath)),
      );
      const gone = new Set(strays);
      for (const stayed of answerAll(context, stood, strays, call)) gone.delete(stayed);
      for (const { root, state } of parts.roots) {
        const rules = strays.filter((one) => !gone.has(one) && one.change.root === root);
        const ignores = rules.map(({ change }) => change.relativePath).filter(isIgnoreFile);
        if (ignores.length > 0) doubtIgnores(state, root, ignores);
      }
      const lost = [...stood.runs.keys()].filter(({ root }) => !stood.before.looks.has(root));
      tellUnseen(
        context,
        [...unseen, ...lost.map(({ root }) => `what stood in ${root} before is not known`)],
        call,
        parts,
      );
      for (const [root, running] of stood.runs) if (left.get(root)?.length !== 0) keepOn(root, running, call);
      call.look = "done";
      return own.filter((one) => !gone.has(one)).map(({ change }) => change);
    },
  };

  /** Of a call that runs here: it is not let pass only to wait for a file that a call which hangs does not give back. */
  async function busyElsewhere({ effects }: HookContext): Promise<Deny | undefined> {
    const inside = changedPaths(effects).filter(({ absolute }) => parts.relative(absolute));
    if (inside.length === 0 || !parts.roots[0]) return undefined;
    const targets = inside.map(({ absolute }) => absolute);
    const busy = await busyTarget(join(parts.roots[0].sidecar, "locks"), targets, BUSY_MS);
    if (!busy) return undefined;
    const path = parts.relative(busy.target)?.relative ?? busy.target;
    const error = `another call is at work on ${path} and has not ended for ${BUSY_MS / 1000} s: ${busy.holder}`;
    return deny(
      "HOOK_ERROR",
      `Nothing was done: ${error}.`,
      "Repeat the call later. If that process hangs, the person ends it.",
      { hook_name: "watch", error, file_path: path },
    );
  }

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
    const detail = pathsByKind(changed);
    const row = { invocationId, phase: "post" as const, session: session.id, tool, intentId, ms: 0 };
    parts.decisions.log({ ...row, decision: "violation", detail }, call);
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
