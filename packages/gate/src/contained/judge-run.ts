/** What came of a contained command: what counts is brought into the tree, the rest is kept back or thrown away. */
import type { AppliedUnit, Change, Finished, Judged, RunEnd } from "@intentgate/box";
import type { FileChange, KindOfRun, Notice } from "@intentgate/engine";
import type { NamedCommand } from "@intentgate/policy";
import {
  authoredNames,
  type DecisionLog,
  type GitAround,
  type GovernedRoot,
  keepFolders,
  type LoggedCall,
} from "@intentgate/sidecar";
import type { EndOfRun } from "@intentgate/tools";
import { createIndexReader, type EntryReading, findRepository, headRevision, readEntry } from "@intentgate/world";
import { announcedBy, withMoves } from "../observe/announced.ts";
import { createNewSecrets, type NewSecrets } from "../secrets/new-secrets.ts";
import { heldNotice } from "../trust/end-run.ts";
import { changeOf, folderChangesOf } from "./applied-change.ts";
import { besideLines, discardedLine, emptyScratchLine, keptBackLine, wrongSafeLine } from "./contained-lines.ts";
import { askedWords, type ContainedCall, type JudgeParts, rulesFor } from "./judge-rules.ts";
import { unkeptAmong } from "./unkept-files.ts";

/** Of the home of a call: how its command is held, and what came of it. */
export interface ContainedHome extends LoggedCall {
  readonly kindOfRun: KindOfRun;
  readonly named: NamedCommand;
  /** The host's after-event does it. */
  readonly isRecordedElsewhere: boolean;
  exact: readonly FileChange[] | null;
  git: GitAround | null;
}

/** What a command did and may not count by itself. */
export interface HeldBack {
  root: GovernedRoot;
  made: ContainedCall;
  run: Pick<RunEnd, "keep" | "layer">;
  asked: readonly Judged[];
  /** What of it looks like a key. */
  newSecrets: NewSecrets;
}

export interface JudgeRunParts<Home> extends JudgeParts {
  decisions: DecisionLog;
  notify(notice: Notice): void;
  /** In, of or above a governed root that is not opened here. */
  isGovernedElsewhere(absolute: string): boolean;
  /** Writes down what stood in files that are about to be changed, so that it is recorded whatever happens next. */
  open(root: GovernedRoot, made: ContainedCall, files: ReadonlyMap<string, EntryReading>, call: Home): void;
  /** Keeps what a person has to answer for; null where it is thrown away. Says the id of the request. */
  holdBack(held: HeldBack): Promise<string | null>;
}

export interface EndedRun {
  root: GovernedRoot;
  made: ContainedCall;
  run: Pick<RunEnd, "keep" | "layer">;
  finished: Finished;
  isInstall: boolean;
  /** What it said, where only its own words can tell that it tried to write; "" elsewhere. */
  said: string;
}

export function createJudgeRun<Home extends ContainedHome>(parts: JudgeRunParts<Home>) {
  let isToldOfScratch = false;
  const emptyScratch = (mounts: readonly string[]) => {
    const line = isToldOfScratch ? [] : emptyScratchLine(mounts);
    isToldOfScratch ||= line.length > 0;
    return line;
  };
  return async ({ root, made, run, finished, isInstall, said }: EndedRun, call: Home): Promise<EndOfRun> => {
    const { kindOfRun } = call;
    if (!finished.ended.began) return { ok: false, why: finished.ended.why };
    if (kindOfRun.kind === "read-only") return { ok: true, told: wasSafe() };
    if (!finished.ended.isListed) return { ok: false, why: "what it changed could not be listed" };
    if (kindOfRun.kind === "rehearsed" && kindOfRun.keeps === "nothing")
      return { ok: true, told: discardedLine(finished.changes.length) };
    // It may have run for long: what counts is what people say now.
    root.rules();
    const { left } = finished.keepScratch(steersScratch);
    const { judgeAgain, judgeChanges, losesBytes, unitOf } = await import("@intentgate/box");
    const lost = finished.changes.filter((change) => losesBytes(change, finished.ignored?.has(change.path) === true));
    const unkept = unkeptAmong(lost, root.root, (path) => parts.isSecret(root.root, path));
    const kept = new Set(lost.filter(({ path }) => !unkept.has(path)));
    const { changes, ignored } = finished;
    const asked = askedWords(root, made);
    const newSecrets = createNewSecrets({ root: root.root, layer: run.layer, changes, ignored, asked });
    const rules = rulesFor(root, made, { finished, isInstall, named: call.named, unkept, newSecrets }, parts);
    const first = judgeChanges(finished.changes, rules);
    const { failed, ...meanwhile } = await apply(first, unitOf(first));
    const judged = judgeAgain(first, meanwhile);
    const held = judged.filter(({ verdict }) => verdict.becomes === "asked");
    const request = held.length === 0 ? null : await parts.holdBack({ root, made, run, asked: held, newSecrets });
    const line = keptBackLine({
      judged,
      failed,
      request,
      unreadable: finished.unreadable,
      lostRefs: finished.lostRefs,
      intentId: made.intentId,
      newSecrets,
    });
    if (line.length > 0) log("held_back", { reason: line[0], paths: judged.filter(isHeld).map(pathOf).slice(0, 100) });
    return { ok: true, told: [...line, ...besideLines(left, finished.lost), ...emptyScratch(finished.scratchMounts)] };

    /** It may also be the place of a root that is gone for the moment. */
    function steersScratch(path: string): boolean {
      const { controlReason, removalReason } = parts.governed;
      return parts.isGovernedElsewhere(path) || controlReason(path) !== null || removalReason(path) !== null;
    }

    /**
     * What was read of it was wrong; nothing of it counts. Git may refresh its index, and a build touch a file. Without
     * layers only its own words tell.
     */
    function wasSafe(): readonly string[] {
      const { changes, ended } = finished;
      const written = changes.filter(({ path, does }) => does !== "touch" && !path.startsWith(".git/"));
      const isRefused = ended.began && ended.code !== 0 && /read-only file system|EROFS/i.test(said);
      if (written.length === 0 && !isRefused) return [];
      const paths = written.map(({ path }) => path).slice(0, 100);
      log("wrong_safe", { reason: "it was taken for a command that only reads, and wrote", paths });
      return wrongSafeLine;
    }

    function log(decision: string, detail: Record<string, unknown>): void {
      const { invocationId, session, toolName: tool, intentId } = made;
      parts.decisions.log(
        { invocationId, phase: "post", session: session.id, tool, intentId, ms: 0, decision, detail },
        call,
      );
    }

    /** Git brought them, and what widens in them is no person's word. */
    function tellHeld(names: readonly string[]): void {
      if (names.length === 0) return;
      parts.notify(heldNotice(names));
      log("violation", { held: names });
    }

    async function apply(judged: readonly Judged[], unit: readonly string[]): Promise<AppliedUnit> {
      const applied = judged.filter(({ verdict }) => verdict.becomes === "applied");
      if (applied.length === 0) return { failed: [], contested: [], withheld: [] };
      const absolute = (path: string) => `${root.root}/${path}`;
      const before = new Map(
        applied
          .filter((one) => isRecorded(one, kept))
          .map(({ change }) => [absolute(change.path), readEntry(absolute(change.path))]),
      );
      if (applied.some(({ change }) => change.path.startsWith(".git/"))) call.git = gitAround(root, finished, before);
      parts.open(root, made, before, call);
      const counting = applied.filter(isOfProject).map(({ change }) => change);
      const { invocationId: id, toolName: tool, intentId: intent } = made;
      keepFolders(root.state, { id, tool, intent, changes: folderChangesOf(counting) });
      const authored = authoredNames.filter((name) =>
        applied.some(({ change }) => absolute(change.path) === root.authored.path(name)),
      );
      const stood = authored.length === 0 ? null : root.authored.beforeCall();
      if (stood !== null) root.authored.hold(authored, stood);
      const done = await finished.apply(
        applied.map(({ change }) => change),
        unit,
      );
      if (stood !== null) tellHeld(root.authored.afterCall(stood));
      // What stands there is somebody else's doing.
      const others = [...done.contested, ...done.withheld];
      for (const { path } of others) before.delete(absolute(path));
      // Another process records what this one applied: it must not take theirs for ours.
      if (others.length > 0 && call.isRecordedElsewhere) parts.open(root, made, before, call);
      call.exact = movedAsNamed(
        [...before].flatMap(([path, was]) => changeOf(root.root, path, was)),
        made,
      );
      return done;
    }
  };
}

/** Read before anything is applied: afterwards the commits of the command itself are among those that are there. */
function gitAround({ root }: GovernedRoot, finished: Finished, before: ReadonlyMap<string, unknown>): GitAround | null {
  const repository = findRepository(root);
  if (repository === null) return null;
  const brings = finished.newContents();
  const entries = createIndexReader(repository, root)()?.entries;
  const paths = [...brings.map(({ path }) => path), ...[...before.keys()].map((path) => path.slice(root.length + 1))];
  const index = paths.flatMap((path) => {
    const blob = entries?.get(path)?.blob;
    return blob === undefined ? [] : [[path, blob] as const];
  });
  return { head: headRevision(repository), index: Object.fromEntries(index), brings };
}

function pathOf({ change }: Judged): string {
  return change.path;
}

function isHeld({ verdict }: Judged): boolean {
  return verdict.becomes !== "applied";
}

/**
 * Of git's own nothing enters the ledger, and of what git ignores only what was there before and is `lost` otherwise; a
 * folder is known by what it holds.
 */
function isRecorded(one: Judged, lost: ReadonlySet<Change>): boolean {
  const { change, verdict } = one;
  if (verdict.because === "ignored") return lost.has(change);
  if (!isOfProject(one)) return false;
  if (change.does === "delete") return change.was !== "folder";
  return change.made.kind !== "folder" || (change.does === "replace" && change.was !== "folder");
}

function isOfProject({ change, verdict }: Judged): boolean {
  const isGits = verdict.because === "git" && !change.path.startsWith(".git/");
  return isGits || verdict.because === "in scope" || verdict.because === "declared";
}

/** Both ends of a move that the command named are one change. */
export function movedAsNamed(
  changes: readonly FileChange[],
  { effects }: Pick<ContainedCall, "effects">,
): FileChange[] {
  const moves = new Map(
    effects.list.flatMap((effect) => (effect.kind === "move" ? [[effect.to.absolute, effect.from.absolute]] : [])),
  );
  const announced = announcedBy(effects);
  const found = withMoves(
    changes.map((change) => ({ change })),
    (absolute) => moves.get(absolute) ?? announced.movedFrom(absolute),
  );
  return found.map(({ change }) => change);
}
