/** What becomes of each thing that a command changed. */
import { posix } from "node:path";
import type { Change, Kind } from "../changes/change.ts";
import type { Moved } from "../changes/moved-tree.ts";
import { type LinkEnds, linkEnds } from "./link-ends.ts";
import {
  ignoredKind,
  isDependency,
  isDependencyFolder,
  isRegenerable,
  isUsualOutput,
  mayGitChange,
  steersGit,
} from "./named-paths.ts";

export type Verdict =
  /** It counts. */
  | { becomes: "applied"; because: "in scope" | "declared" | "git" | "ignored" | "dependency" }
  /** A person is asked. */
  | {
      becomes: "asked";
      because: "outside" | "contested" | "link" | "settings" | "dependency" | "approval" | "lost" | "many" | "secret";
    }
  /** It does not count, whoever says so. */
  | { becomes: "dropped"; because: "control" | "special" | "git" | "commit" | "refs" | "filled" | "starting" };

export interface Judged {
  change: Change;
  verdict: Verdict;
}

/** What the judging goes by; every path is relative to the root. */
export interface Rules {
  root: string;
  /** Why it is a control file; null for any other. */
  controlReason(path: string): string | null;
  isInScope(path: string): boolean;
  /** Every change of it needs a person's yes, and nobody gave one for this call. */
  needsYes(path: string): boolean;
  /** Where the person said what the command writes. */
  isDeclared(path: string): boolean;
  /** What git ignores by the rules that stood before the run; null where there is no git. */
  ignored: ReadonlySet<string> | null;
  /** Files with rules for git that hide nothing anybody looks at. */
  idleRules: ReadonlySet<string>;
  /** Folders with code of others, whatever their names are. */
  environments: ReadonlySet<string>;
  /** Of what would be lost: what nobody could bring back, as its bytes cannot be kept. */
  unkept: ReadonlySet<string>;
  /** What looks like a key stands in it now, and stood in nothing that the command changed. */
  bringsSecret(path: string): boolean;
  /** That it goes was decided on before the command ran, or a person declared it. */
  isForeseen(path: string): boolean;
  /** So many files may go without a question. */
  mostDeleted: number;
  /** What the commits and the index that the command made hold otherwise; null where it cannot be told. */
  committed: readonly string[] | null;
  /** References and logs of git's that it took away or moved, and nobody said yes to that. */
  lostRefs: readonly string[];
  /** Where a link that stood in the tree before leads; null for anything else. */
  linkAt(path: string): string | null;
  /** Folders of submodules in git's own whose commits `committed` tells of. */
  modules: ReadonlySet<string>;
  /** Where the command was git's and moved the work tree: what git had there before. */
  moved: Moved | null;
  /** It was a recognised install. */
  isInstall: boolean;
}

export function judgeChanges(changes: readonly Change[], rules: Rules): Judged[] {
  const ends = linkEnds(changes, rules);
  const each = changes.map((change) => ({ change, verdict: judge(change, rules, ends) }));
  const judged = keepFilled(followContent(askAboutMany(each, rules)));
  const mayCommit = rules.committed?.every((path) => !isGit(path) && mayHold(path, rules));
  const because = rules.lostRefs.length > 0 ? "refs" : "commit";
  if (mayCommit && because === "commit" && judged.every(({ verdict }) => verdict.becomes === "applied")) return judged;
  return withoutUnit(judged, because);
}

/** More than may go unasked: all of them wait, as any of them may be the one too many. */
function askAboutMany(judged: readonly Judged[], rules: Rules): readonly Judged[] {
  const goes = ({ change, verdict }: Judged) =>
    change.does === "delete" && change.was !== "folder" && isUnforeseen(change, verdict, rules);
  if (judged.filter(goes).length <= rules.mostDeleted) return judged;
  return judged.map((one) => (goes(one) ? { ...one, verdict: { becomes: "asked", because: "many" } } : one));
}

/** In the scope, no output, and nobody said before that it goes. */
function isUnforeseen({ path }: Change, { because }: Verdict, rules: Rules): boolean {
  return because === "in scope" && !isIgnored(path, rules) && !rules.isForeseen(path);
}

/** Git's folder is one unit: no commit of what was not let through, and no half of what git does. */
function withoutUnit(judged: readonly Judged[], because: "refs" | "commit" = "commit"): Judged[] {
  return judged.map((one) =>
    isOfUnit(one) && one.verdict.becomes !== "dropped" ? { ...one, verdict: { becomes: "dropped", because } } : one,
  );
}

function isOfUnit({ change, verdict }: Judged): boolean {
  return isGit(change.path) || verdict.because === "git";
}

/** Of what is applied: the paths of which all count or none. */
export function unitOf(judged: readonly Judged[]): string[] {
  return judged.filter((one) => one.verdict.becomes === "applied" && isOfUnit(one)).map(({ change }) => change.path);
}

/** What was to be applied and was not, as somebody changed it meanwhile: a person is asked, and nothing of it is committed. */
export function judgeAgain(
  judged: readonly Judged[],
  { contested, withheld }: { contested: readonly Change[]; withheld: readonly Change[] },
): Judged[] {
  const now = new Map(contested.map((change) => [change.path, change]));
  const isHeld = contested.some(({ path }) => isGit(path)) || withheld.length > 0;
  const rest = isHeld ? withoutUnit(judged) : judged;
  return rest.map((one) => {
    const change = one.verdict.becomes === "applied" ? now.get(one.change.path) : undefined;
    return change === undefined ? one : { change, verdict: { becomes: "asked", because: "contested" } };
  });
}

/** A scope names what a folder holds, seldom the folder: a new one counts with the first of it, one that is gone with all. */
function followContent(judged: readonly Judged[]): Judged[] {
  const counting = new Map<string, Verdict>();
  const holding = new Set<string>();
  for (const { change, verdict } of judged) {
    if (kindOf(change) === "folder") continue;
    for (const folder of foldersAbove(change.path)) {
      if (verdict.becomes === "applied") counting.set(folder, verdict);
      else holding.add(folder);
    }
  }
  return judged.map((one) => {
    const { change, verdict } = one;
    const content = counting.get(change.path);
    if (content === undefined || verdict.because !== "outside" || kindOf(change) !== "folder") return one;
    const follows = change.does === "create" || (change.does === "delete" && !holding.has(change.path));
    return follows ? { change, verdict: content } : one;
  });
}

function* foldersAbove(path: string): Generator<string> {
  for (let at = posix.dirname(path); at !== "."; at = posix.dirname(at)) yield at;
}

function kindOf(change: Change): Kind {
  return change.does === "delete" ? change.was : change.made.kind;
}

/** A folder that holds what was held back stays one. */
function keepFilled(judged: readonly Judged[]): Judged[] {
  const filled = new Set<string>();
  for (const { change, verdict } of judged) {
    if (verdict.becomes === "applied") continue;
    for (const folder of foldersAbove(change.path)) filled.add(folder);
  }
  return judged.map(({ change, verdict }) =>
    change.does === "replace" && change.was === "folder" && filled.has(change.path)
      ? { change, verdict: { becomes: "dropped", because: "filled" } }
      : { change, verdict },
  );
}

function judge(change: Change, rules: Rules, ends: LinkEnds): Verdict {
  const { path } = change;
  if (isGit(path)) return judgeGit(change, rules);
  if (rules.moved?.paths.has(path) && !change.isContested) return { becomes: "applied", because: "git" };
  if (steers(path, rules)) return { becomes: "dropped", because: "control" };
  if (change.isContested) return { becomes: "asked", because: "contested" };
  if (isSpecial(change)) return { becomes: "dropped", because: "special" };
  const led = ends(change);
  if (led?.some((end) => isGit(end) || steers(end, rules))) return { becomes: "dropped", because: "control" };
  const out = led?.filter((end) => end.startsWith("/")) ?? [];
  if (out.length > 0 && !out.every((end) => isInstalledProgram(change, end, rules)))
    return { becomes: "asked", because: "link" };
  const verdict = judgePath(path, rules);
  const isGranted = verdict.because === "in scope" || verdict.because === "declared";
  if (isGranted && change.does !== "delete") {
    if (startsOthers(path, rules)) return { becomes: "dropped", because: "starting" };
    // Whatever lies where it leads would have the name of what others wrote.
    if (change.made.kind === "link" && isDependencyFolder(path) && !rules.isInstall)
      return { becomes: "asked", because: "dependency" };
    const isOutput = isIgnored(path, rules) && isRegenerable(path);
    if (hasNewBytes(change) && !isOutput && rules.bringsSecret(path)) return { becomes: "asked", because: "secret" };
  }
  const mayBeLost = verdict.because === "ignored" || (verdict.because === "in scope" && !rules.isForeseen(path));
  if (mayBeLost && takesAway(change) && rules.unkept.has(path)) return { becomes: "asked", because: "lost" };
  return verdict;
}

/** A file that was there is gone, or nothing of it is left. */
function takesAway(change: Change): boolean {
  return change.does === "delete" || change.does === "replace" || (change.does === "change" && change.made.size === 0);
}

function hasNewBytes(change: Change): boolean {
  return change.does !== "delete" && change.does !== "mode" && change.does !== "touch" && change.made.kind === "file";
}

/** What stood there is worth keeping. Of what git ignores only what nobody makes again is, and that when it is changed too. */
export function losesBytes(change: Change, isIgnored: boolean): boolean {
  const isFolder = (change.does === "delete" || change.does === "replace") && change.was === "folder";
  if (isFolder || isGit(change.path)) return false;
  return isIgnored ? (change.does === "change" || takesAway(change)) && !isRegenerable(change.path) : takesAway(change);
}

function steers(path: string, rules: Rules): boolean {
  return (steersGit(path) && !rules.idleRules.has(path)) || path === ".git" || rules.controlReason(path) !== null;
}

/** What is ignored is no part of a commit by itself. */
function mayHold(path: string, rules: Rules): boolean {
  return (
    !steersGit(path) &&
    !steers(path, rules) &&
    !rules.needsYes(path) &&
    (rules.isInScope(path) || rules.isDeclared(path))
  );
}

function judgePath(path: string, rules: Rules): Verdict {
  if (steers(path, rules)) return { becomes: "dropped", because: "control" };
  if (rules.needsYes(path)) return { becomes: "asked", because: "approval" };
  if (rules.isInScope(path)) return { becomes: "applied", because: "in scope" };
  if (rules.isDeclared(path)) return { becomes: "applied", because: "declared" };
  return isIgnored(path, rules) ? judgeIgnored(path, rules) : { becomes: "asked", because: "outside" };
}

function isIgnored(path: string, { ignored }: Rules): boolean {
  return ignored === null ? isUsualOutput(path) : ignored.has(path);
}

function isGit(path: string): boolean {
  return path.startsWith(".git/");
}

function judgeGit(change: Change, { moved, modules }: Rules): Verdict {
  const whole = change.path.slice(".git/".length);
  const module = [...modules].find((folder) => whole.startsWith(`${folder}/`));
  const path = module === undefined ? whole : whole.slice(module.length + 1);
  const isPlain = change.does === "delete" || change.made.kind === "file" || change.made.kind === "folder";
  const mayChange = mayGitChange(path, change.does) || moved?.state.has(whole) === true;
  if (!isPlain || isSpecial(change) || !mayChange) return { becomes: "dropped", because: "git" };
  return change.isContested ? { becomes: "asked", because: "contested" } : { becomes: "applied", because: "git" };
}

/**
 * A scope is wide, and means the project's own code, and so does a declaration: what runs with the next start of
 * something, below code of others that git ignores, comes with an install alone. Without git nobody can tell whose it is.
 */
function startsOthers(path: string, { ignored, isInstall, environments }: Rules): boolean {
  if (isInstall || ignoredKind(path) !== "starting" || ignored?.has(path) === false) return false;
  return isDependency(path) || isInEnvironment(path, environments);
}

function isInEnvironment(path: string, environments: ReadonlySet<string>): boolean {
  return environments.has(path) || [...foldersAbove(path)].some((folder) => environments.has(folder));
}

function judgeIgnored(path: string, { isInstall, environments }: Rules): Verdict {
  const isOthers = isInEnvironment(path, environments);
  const named = ignoredKind(path);
  const kind = named === "output" && isOthers ? "dependency" : named;
  if (kind === "settings") return { becomes: "asked", because: "settings" };
  if (kind === "output") return { becomes: "applied", because: "ignored" };
  if (kind === "starting" && !isInstall) return { becomes: "dropped", because: "starting" };
  return isInstall ? { becomes: "applied", because: "dependency" } : { becomes: "asked", because: "dependency" };
}

/** An environment that was installed leads to the program of the system that it is for. */
function isInstalledProgram(change: Change, end: string, rules: Rules): boolean {
  if (!/^\/usr\/(?:local\/)?bin\/[^/]+$/.test(end)) return false;
  return judgePath(change.path, rules).because === "dependency" && rules.isInstall;
}

const SETUID = 0o6000;

function isSpecial(change: Change): boolean {
  if (change.does === "delete") return false;
  const { kind, mode } = change.made;
  return kind === "fifo" || kind === "socket" || kind === "device" || (kind === "file" && (mode & SETUID) !== 0);
}
