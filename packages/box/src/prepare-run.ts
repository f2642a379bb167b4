/** A command in its box, ready to be started by whoever handles its streams, and what is known once it ended. */
import { existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { onSystemError, SYSTEM_PATH } from "@intentgate/world";
import { applyChanges } from "./apply/apply-changes.ts";
import type { AppliedUnit } from "./apply/apply-unit.ts";
import { applyWithJournal, discardRun, type Replayed, rootIdentity } from "./apply/journal.ts";
import { keepChanges } from "./apply/kept-changes.ts";
import { lostInHome, newScratch } from "./changes/beside-the-tree.ts";
import type { Change, ChangeSet } from "./changes/change.ts";
import { type Committed, committedPaths } from "./changes/committed-paths.ts";
import { withDeleted } from "./changes/deleted-meanwhile.ts";
import { environmentsAbove } from "./changes/environments.ts";
import { gitLayer, type Written } from "./changes/git-layer.ts";
import { changedModules, withModules } from "./changes/git-modules.ts";
import { type GitPlace, gitPlace, namedInGit } from "./changes/git-place.ts";
import { idleRules, selfIgnored } from "./changes/idle-rules.ts";
import { ignoredChanges, listChanges } from "./changes/list-changes.ts";
import { lostRefs } from "./changes/lost-refs.ts";
import { type Moved, movedTree } from "./changes/moved-tree.ts";
import { type GitContent, newContents } from "./changes/new-contents.ts";
import { recordsAsStanding } from "./changes/recorded-as-standing.ts";
import { watchedHeads } from "./changes/watched-heads.ts";
import { AROUND_COPIES } from "./copies/around-copies.ts";
import { copyHome, copyScratch, layCopies } from "./copies/lay-copies.ts";
import {
  type BoxPlan,
  type Hidden,
  INSIDE,
  isHeld,
  type KindOfRun,
  type Layering,
  layerName,
  type Network,
  type OnCopies,
} from "./plan/box-plan.ts";
import { boxWords, lookingWords, outerWords } from "./plan/box-words.ts";
import type { Copies } from "./plan/copies.ts";
import { asGiven, handedDown } from "./plan/handed-down.ts";
import { hiddenPlaces } from "./plan/hidden-places.ts";
import { sandboxWords } from "./plan/sandbox-words.ts";
import { foreignSockets } from "./run/foreign-sockets.ts";
import { AROUND_BUBBLEWRAP, LISTING_WORDS } from "./run/lay-with-bubblewrap.ts";
import { clearRun, hasBegun, makeRunFolder, readNote, writeParts } from "./run/run-folder.ts";
import { SANDBOX_SET_UP } from "./run/sandbox-set-up.ts";
import { SET_UP } from "./run/set-up.ts";
import { isSplit, splitBeside } from "./run/split-beside.ts";
import { mountsBelow } from "./run/what-forbids.ts";
import { ignoredKind, steersGit } from "./verdict/named-paths.ts";

export interface RunOptions {
  kind: KindOfRun;
  network: Network;
  /** Canonical. */
  root: string;
  cwd: string;
  /** The state folder of the root. */
  state: string;
  /** Whom it runs for: it ends when that session is stopped. */
  session?: string;
  /** What else is not there for the command: the state folder of all roots. */
  hidden: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Folders below the home folder that are written for real; only what installs has a use for them. */
  caches: readonly string[];
  /** Folders that the command gives another name, relative to the root: on a layer that takes a step before. */
  movable: readonly string[];
  /** It is git alone, and git moves the work tree: another branch, a merge, a rebase, a stash. */
  movesTree: boolean;
  /** How many processes and threads it may have at once; by default as many as no build has. */
  processes?: number;
  /** The process that it belongs to until it is started; by default this one. */
  owner?: number;
  /** What the machine was found to be able to; by default what every one is that can. */
  laidBy?: Layering | Copies;
}

export interface PreparedRun extends RunEnd {
  /** The program and its arguments. */
  words: readonly [string, ...string[]];
  env: NodeJS.ProcessEnv;
  /** A folder that the command sees as `/run/inside`: where the socket of its proxy has to lie. */
  inside: string;
  begun: BegunRun;
  /** The same words with a command that does nothing: they lay the layers, and list what is on them. */
  lookWords: readonly string[];
  /** The words for a host that runs it in a sandbox of its own, where this folder can be written; null where it cannot. */
  inSandbox(place: string): readonly string[] | null;
}

/** Plain data: another process may come to the end of it. */
export interface BegunRun {
  folder: string;
  beganMs: number;
  root: string;
  state: string;
  rootId: string;
  git: GitPlace | null;
  isReadOnly: boolean;
  movesTree: boolean;
  /** What is mounted below the folder for scratch, where that was an empty one for the command. */
  scratchMounts: readonly string[];
}

export interface RunEnd {
  hasBegun(): boolean;
  /** Once the process is gone; `code` as a shell tells it. */
  finish(code: number): Finished;
  /** What it wrote to the root, as long as nothing of it is kept or applied. */
  layer: string;
  /** What of it nobody answered for yet is kept under this name, after `finish`. */
  keep(id: string, changes: readonly Change[]): void;
  /** The layers go; what was not applied is gone. What was begun of it comes to its end first, and is told. */
  discard(): Promise<Replayed>;
}

export type Ended =
  /** As a shell tells it: the code of the command, or 128 and its signal. */
  | { began: true; code: number; isListed: boolean }
  /** The command did not run. */
  | { began: false; why: string };

export interface Finished {
  ended: Ended;
  changes: Change[];
  /** Names that are no text; never applied. */
  unreadable: string[];
  /** Of the commits and the index that the command made; null where it cannot be told. */
  committed: Committed | null;
  /** Whether it gave git nothing at this path but what stands there in the tree of the person. */
  recordsAsStanding(path: string): boolean;
  /** Folders of submodules in git's own, relative to it, of which it is told what was committed. */
  modules: ReadonlySet<string>;
  /** References and logs of git's that it took away or moved, relative to git's folder. */
  lostRefs: readonly string[];
  /** Contents that git did not hold before; to be asked before anything is applied. */
  newContents(): GitContent[];
  /** Where a link that stood in the tree before leads; null for anything else. */
  linkAt(path: string): string | null;
  /** What git itself had before, where it was to move the work tree. */
  moved: Moved | null;
  /** What git ignores of it by the rules that stood before; null where there is no git. */
  ignored: ReadonlySet<string> | null;
  /** Files with rules for git that hide nothing anybody looks at. */
  idleRules: ReadonlySet<string>;
  /** Virtual environments in what is ignored, before or now. */
  environments: ReadonlySet<string>;
  /** Names that it wrote into the home folder, relative to it; they are gone. */
  lost: readonly string[];
  /**
   * Says what could not be brought to its place: of a read-only run nothing is. `unit`: paths of which, with git's own,
   * all count or none.
   */
  apply(changes: readonly Change[], unit: readonly string[]): Promise<AppliedUnit>;
  /** What is mounted below the folder for scratch; then that was an empty one for the command. */
  scratchMounts: readonly string[];
  /** New entries of the folder for scratch come back, unless they hold what `isControl` (absolute) says; says which. */
  keepScratch(isControl: (path: string) => boolean): KeptScratch;
}

export interface KeptScratch {
  back: string[];
  /** What was written there and is gone. */
  left: string[];
}

export function prepareRun(command: readonly string[], options: RunOptions): PreparedRun {
  const { root, state, kind, movesTree } = options;
  const rootId = rootIdentity(root);
  const folder = makeRunFolder(state, options.owner ?? process.pid, options.session ?? null);
  const isOnCopies = typeof options.laidBy === "object";
  const isLayered = typeof kind === "string" && kind !== "bound" && !isOnCopies;
  const place = gitPlace(root);
  const git = isLayered ? place : null;
  const plan = planOf(folder.path, place?.folder ?? null, options);
  const [program = "", ...rest] = outerWords(plan);
  const shell = isOnCopies ? aroundCopies(plan) : laidOtherwise(plan);
  const isReadOnly = kind === "read-only" || kind === "bound";
  const begun = {
    ...{ folder: folder.path, beganMs: folder.beganMs, root, state, rootId, git, isReadOnly, movesTree },
    scratchMounts: plan.hasEmptyScratch ? mountsBelow(SCRATCH) : [],
  };
  const around: [string, ...string[]] = [program, ...rest, ...shell];
  return {
    ...endOf(begun),
    begun,
    words: [...around, ...boxWords(plan, command)],
    lookWords: [...around, ...boxWords({ ...plan, movable: [] }, ["true"])],
    env: { ...asGiven(handedDown(options.env, isOnCopies ? "bound" : kind)), PATH: SYSTEM_PATH },
    inside: join(folder.path, INSIDE),
    inSandbox: (place) => (isLayered ? sandboxWords(plan, place, SANDBOX_SET_UP, command) : null),
  };
}

const SHELL = ["bash", "--norc", "-p", "-c"];

function aroundCopies({ folder }: BoxPlan): string[] {
  return [...SHELL, AROUND_COPIES, "box", folder];
}

function laidOtherwise(plan: BoxPlan): string[] {
  return plan.laidBy === "bubblewrap" ? aroundBubblewrap(plan) : aroundLayers(plan);
}

function aroundLayers({ kind, folder, root, home, git, hasEmptyScratch, processes }: BoxPlan): string[] {
  const beside = [home, git ?? "", hasEmptyScratch ? "" : SCRATCH];
  return [...SHELL, SET_UP, "box", folder, kind === "bound" ? "" : root, ...beside, `${processes}`];
}

function aroundBubblewrap(plan: BoxPlan): string[] {
  const looking = [...lookingWords(plan), ...LISTING_WORDS, plan.folder];
  return [...SHELL, AROUND_BUBBLEWRAP, "box", plan.folder, `${looking.length}`, ...looking];
}

/** What is known of a run that has begun, by whoever comes to its end. */
export function endOf(begun: BegunRun): RunEnd {
  const { folder, beganMs, root, state, rootId, git, isReadOnly, movesTree, scratchMounts } = begun;
  return {
    layer: join(folder, layerName("root", "upper")),
    hasBegun: () => hasBegun(folder),
    finish(code) {
      const ended = endedWith(folder, code, [root, ...(git === null ? [] : [git.folder]), ...wholeHome(folder)]);
      const isWhole = ended.began && ended.isListed;
      const list = (layer: "root" | "git", root: string) =>
        (isWhole ? listChanges({ folder, layer, root, beganMs }) : null) ?? NOTHING;
      const own = list("root", root);
      const apart = git === null ? NOTHING : list("git", git.folder);
      const changes = [
        ...withDeleted(own.changes, root, beganMs),
        ...apart.changes.map((one) => (git === null ? one : namedInGit(git, one))),
      ];
      const [upper, gitUpper] = [layerName("root", "upper"), layerName("git", "upper")].map((name) =>
        join(folder, name),
      ) as [string, string];
      const isGits = changes.some(({ path }) => path.startsWith(".git/"));
      const watched = isGits ? watchedHeads(root, git) : [];
      const mayMove = !own.mayHoldMoved && !apart.mayHoldMoved;
      const written = { root, upper, git: git && { place: git, upper: gitUpper }, changes };
      const tree = movesTree ? movedTree(written) : null;
      const modules = changedModules(written);
      const idle = idleRules(
        root,
        changes.map(({ path }) => path),
      );
      const ignored = ignoredChanges(root, changes, selfIgnored(upper, changes, idle));
      return {
        ended,
        changes,
        committed: withModules(tree === null ? committedPaths(written) : tree.committed, modules),
        recordsAsStanding: (path) => recordsAsStanding(path, written),
        modules: new Set(modules.map(({ folder }) => folder)),
        moved: tree?.moved ?? null,
        lostRefs: [...lostIn(written, movesTree), ...modules.flatMap(({ lost }) => lost)],
        newContents: () => newContents(written),
        linkAt: (path) => onSystemError("any", null, () => readlinkSync(join(root, path))),
        ignored,
        idleRules: idle,
        environments: environmentsAbove(ignored ?? changes.map(({ path }) => path), [root, upper]),
        unreadable: [...own.unreadable, ...apart.unreadable],
        lost: isWhole ? lostInHome(folder) : [],
        scratchMounts: isReadOnly ? [] : scratchMounts,
        async apply(some, unit) {
          const failed = isReadOnly ? some.map(({ path }) => ({ path, why: "the run was read-only" })) : [];
          if (isReadOnly) return { failed, contested: [], withheld: [] };
          const order = { root, rootId, git, changes: [...some], unit: [...unit], watched, mayMove };
          return applyWithJournal(folder, state, order);
        },
        keepScratch: (isControl) => (isWhole ? keepScratch(folder, isControl) : { back: [], left: [] }),
      };
    },
    keep: (id, changes) => keepChanges(folder, state, id, root, changes),
    async discard() {
      if (!isReadOnly) return discardRun(folder, state);
      clearRun(folder);
      return { runs: 0, left: [], stuck: [] };
    },
  };
}

function lostIn(written: Written, movesTree: boolean): string[] {
  const layer = written.changes.some(({ path }) => path.startsWith(".git/")) ? gitLayer(written) : null;
  return layer === null ? [] : lostRefs(layer, movesTree);
}

const NOTHING: ChangeSet = { changes: [], unreadable: [], mayHoldMoved: false };
const SCRATCH = "/tmp";
const MOST_PROCESSES = 10_000;

function keepScratch(folder: string, isControl: (path: string) => boolean): KeptScratch {
  // Programs that are started near a first name look for some of them by themselves.
  const steers = (path: string) =>
    steersGit(path) || isControl(join(SCRATCH, path)) || (!path.includes("/") && ignoredKind(path) !== "output");
  const { changes, left, mayHoldMoved } = newScratch(folder, SCRATCH, steers);
  const upper = join(folder, layerName("tmp", "upper"));
  const how = { run: folder.slice(-6), mayMove: !mayHoldMoved, isAgain: false };
  const done = applyChanges(changes, { root: SCRATCH, rootId: null, upper, ...how });
  const lost = [...done.failed, ...done.contested].map(({ path }) => path);
  return { back: changes.map(({ path }) => path).filter((path) => !lost.includes(path)), left: [...left, ...lost] };
}

/** One that was split is in nobody's way. */
function wholeHome(folder: string): string[] {
  return isSplit(folder, "home") ? [] : [realpathSync(homedir())];
}

function endedWith(folder: string, code: number, layered: readonly string[]): Ended {
  const [mount] = hasBegun(folder) ? [] : layered.flatMap(mountsBelow);
  const why = mount === undefined ? "" : `: no layer can be laid over a folder that holds another mount (${mount})`;
  if (!hasBegun(folder)) return { began: false, why: `the box could not be set up${why}` };
  const own = readNote(folder, "code")?.toString("utf8").trim();
  return { began: true, code: own === undefined ? code : Number(own), isListed: readNote(folder, "listed") !== null };
}

function planOf(folder: string, git: string | null, options: RunOptions): BoxPlan {
  const { kind, network, root, cwd, state, hidden, caches, movable } = options;
  const home = realpathSync(homedir());
  const gone = [...new Set([...hiddenPlaces(home, state), ...hidden])].flatMap(hide);
  const onCopies = typeof options.laidBy === "object" ? laidCopies(options.laidBy, folder, git, options) : null;
  const isLayered = kind !== "bound" && !isHeld(kind);
  const split = kind === "bound" || onCopies !== null ? null : splitBeside(folder, { home, tmp: SCRATCH }, gone);
  const { parts = [], shown = [], unsplit = [] } = split ?? {};
  writeParts(folder, parts);
  // A folder that is to be moved, and one with another mount in it, take steps that bubblewrap knows nothing of.
  const isPlain = movable.length === 0 && !isSplit(folder, "home") && !isSplit(folder, "tmp");
  const laidBy = isPlain && isLayered && options.laidBy === "bubblewrap" ? options.laidBy : "mount";
  const isIn = (path: string, places: readonly string[]) => places.some((one) => `${path}/`.startsWith(`${one}/`));
  const isThere = (path: string) =>
    onCopies === null || !isIn(path, [home, SCRATCH]) || isIn(path, [root, ...onCopies.beside]);
  const emptied = ["/tmp", "/run", "/var/tmp", "/dev", "/proc"];
  return {
    ...{ kind, network, root, home, cwd, folder, movable, laidBy: onCopies ?? laidBy },
    git: onCopies === null && isLayered ? git : null,
    caches: caches.map((path) => join(home, path)).filter(isOwnFolder),
    // What is not there for the command needs no hiding.
    hidden: gone.filter(({ path }) => isThere(path)),
    // Whoever it is, in the list of users or not.
    processes: options.processes ?? MOST_PROCESSES,
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    needed: needed(),
    shown,
    hasEmptyScratch: unsplit.includes("tmp"),
    sockets: foreignSockets((path) => {
      if (onCopies === null) return isIn(path, [root, home]) ? kind !== "bound" : isIn(path, emptied);
      return isIn(path, [root]) || (isIn(path, [home, ...emptied]) && !isIn(path, onCopies.beside));
    }),
  };
}

/** The root holds sockets of its own that are masked where they lie. */
function laidCopies(copies: Copies, folder: string, git: string | null, { root, env }: RunOptions): OnCopies {
  const upper = (layer: "root" | "home" | "tmp") => join(folder, layerName(layer, "upper"));
  try {
    layCopies(root, upper("root"), copies);
  } catch (error) {
    clearRun(folder);
    throw error;
  }
  copyScratch(SCRATCH, upper("tmp"));
  const shown = copyHome(realpathSync(homedir()), upper("home"), env.PATH ?? "", root);
  return { ...copies, beside: git === null ? shown : [...shown, git] };
}

/** None where nothing stands there. */
export function hide(path: string): Hidden[] {
  if (!existsSync(path)) return [];
  return [{ path: realpathSync(path), kind: statSync(path).isDirectory() ? "folder" : "file" }];
}

/** A link there could lead to anything. */
function isOwnFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory() && realpathSync(path) === path;
}

/** On many systems the names of servers are found through a file below `/run`. */
function needed(): string[] {
  const names = "/etc/resolv.conf";
  const real = existsSync(names) ? realpathSync(names) : names;
  return real.startsWith("/run/") ? [real] : [];
}
