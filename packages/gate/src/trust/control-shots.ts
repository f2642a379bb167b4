/**
 * How authored and control files stand around a call that only reads. Their bytes are kept once, under a name for how all
 * of them stood; while their identities are the same nothing is read again, so that it can be asked around every call.
 * What differs afterwards is looked at as after any other program.
 */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ProblemError, problem, readJson } from "@intentgate/documents";
import {
  type AuthoredBefore,
  authoredNames,
  type ControlState,
  type GovernedRoot,
  type RunningCall,
} from "@intentgate/sidecar";
import {
  type FileStamp,
  findRepository,
  hashNow,
  hooksFolders,
  isFolder,
  isYoung,
  onSystemError,
  replaceFile,
  sameStamp,
  stampOf,
  writing,
} from "@intentgate/world";
import { controlRules, hostControls } from "./control-rules.ts";
import { steeringNames } from "./git-places.ts";
import { programFiles } from "./program-stamps.ts";

export interface StoodControl {
  control: ControlState;
  texts: AuthoredBefore["texts"];
}

/** What stood there, and for which paths it is known that nobody else changed them before: these and what is below them. */
export interface ChangedControl extends StoodControl {
  changed: string[];
}

export interface ControlShots {
  /** A name for how everything stands now. */
  take(root: GovernedRoot): string;
  /** What stood there then, where it does not any more; `lost`: nobody kept it. */
  since(root: GovernedRoot, name: string): "same" | "lost" | ChangedControl;
}

export interface ControlShotsParts {
  controlOf(root: GovernedRoot): RunningCall["control"];
  isControl(absolute: string): boolean;
  home: string;
  /** What the running gate is made of. */
  programs(): readonly string[];
}

/**
 * One file, or a folder with the names in it that would steer something. Written under the name of its shot as it was
 * taken; in memory its stamp is the last one under which all of this was found to be so.
 */
interface Mark {
  path: string;
  /** Null where nothing stands there, or nothing that could be looked at. */
  stamp: FileStamp | null;
  /** Null for a file. */
  names: readonly string[] | null;
  /** Of a file that was so young that it may change and keep its stamp. */
  hash: string | null;
  /** Where nothing stands: the folder in which it, or what would lead there, would have to be made. */
  above: string | null;
}

interface Shot {
  name: string;
  marks: Mark[];
}

const MOST_MARKS = 300;
/** No call that is waited for began earlier. */
const KEPT_MS = 2 * 60 * 60_000;
/** In the place of a hash, for what has none. */
const NONE = "none";
/** Names the shot that was taken last. */
const LATEST = "latest";

/** The gate writes in there all the time; what people author there is among the places by its own name. */
const GATES_OWN = ".orchestration";
const namesInRoot = controlRules.names.inRoot.map(({ path }) => path).filter((path) => path !== GATES_OWN);
/** Hosts rewrite some of these by themselves. */
const namesInHome = controlRules.names.inHome
  .map(({ path }) => path)
  .filter((path) => !hostControls.some((host) => host.rewrittenInHome.includes(path)));

function gitPlaces(root: string): string[] {
  const repository = onSystemError("any", null, () => findRepository(root));
  const folders = repository ? new Set([repository.gitDir, repository.commonDir]) : [];
  return [...folders].flatMap((folder) => [folder, ...steeringNames.map((name) => join(folder, name))]);
}

/** Relative to a home folder that may not be the one that `~` leads to: a control place, what is below it or leads to it. */
function isInHome(relative: string): boolean {
  const path = relative.toLowerCase();
  return namesInHome.some((rule) => path === rule || path.startsWith(`${rule}/`) || rule.startsWith(`${path}/`));
}

export function createControlShots(parts: ControlShotsParts): ControlShots {
  /** By root, the last one: nearly always everything stands as it did then. */
  const latest = new Map<GovernedRoot, Shot>();

  function known(root: GovernedRoot): Shot | null {
    const last = latest.get(root);
    if (last) return last;
    const name = onSystemError("any", null, () => readFileSync(fileOf(root, LATEST), "utf8"));
    return name === null ? null : readShot(root, name);
  }

  /** Path by path. What nobody made in a folder that is as it was is not there: it needs no look of its own. */
  function* changedIn({ marks }: Shot): Generator<string> {
    const [still, renewed] = [new Set<string>(), new Set<string>()];
    const at = Date.now();
    for (const mark of marks) {
      if (mark.stamp === null) continue;
      const now = statOf(mark.path);
      if (now === null || mark.hash !== null || !sameStamp(mark.stamp, now)) {
        const changed = changedAt(mark, now);
        yield* changed;
        // Looked through once since then, and old enough to show the next change.
        if (changed.length > 0 || now === null || isYoung(now, at)) continue;
        Object.assign(mark, { stamp: stampOf(now), hash: null });
        renewed.add(mark.path);
      } else if (mark.names !== null) still.add(mark.path);
    }
    for (const mark of marks) {
      if (mark.stamp !== null || (mark.above !== null && still.has(mark.above))) continue;
      if (statOf(mark.path)) yield mark.path;
      // Of the folders that lead there another may have been made in it.
      else if (mark.above !== null && renewed.has(mark.above)) mark.above = nearestFolder(mark.path);
    }
  }

  /** The path itself; of a folder that still is one, the names that came or went. */
  function changedAt({ path, stamp, names, hash }: Mark, now: Stats | null): string[] {
    if (names !== null && now !== null && isFolder(now))
      return differing(names, namesIn(path)).map((name) => join(path, name));
    const isAlike = stamp !== null && now !== null && sameStamp(stamp, now);
    return isAlike && hash === bytesOf(path) ? [] : [path];
  }

  function shoot(root: GovernedRoot): Shot {
    const at = Date.now();
    const first = parts.controlOf(root);
    const marks = placesOf(root, first)
      .slice(0, MOST_MARKS)
      .map((path) => markAt(path, at));
    // Whatever was written meanwhile has its mark: its bytes must be those that were marked, or later ones.
    const control = marks.some(({ hash }) => hash !== null) ? parts.controlOf(root) : first;
    const stood: StoodControl = { control, texts: root.authored.beforeCall().texts };
    const name = createHash("sha256").update(JSON.stringify(marks)).digest("hex").slice(0, 32);
    const shot = { name, marks };
    keep(root, { [`${name}.stood`]: JSON.stringify(stood), [`${name}.marks`]: JSON.stringify(marks), [LATEST]: name });
    sweep(root, name);
    return shot;
  }

  function markAt(path: string, at: number): Mark {
    const stat = statOf(path);
    const stamp = stat && stampOf(stat);
    const names = stamp && isFolder(stamp) ? namesIn(path) : null;
    const hash = stamp && isYoung(stamp, at) ? (names === null ? bytesOf(path) : NONE) : null;
    return { path, stamp, names, hash, above: stamp === null ? nearestFolder(path) : null };
  }

  function namesIn(folder: string): string[] {
    const names = onSystemError("any", [], () => readdirSync(folder));
    return names.filter((name) => {
      const path = join(folder, name);
      return (
        (path.startsWith(`${parts.home}/`) && isInHome(path.slice(parts.home.length + 1))) || parts.isControl(path)
      );
    });
  }

  /**
   * Wherever a control file lies or would lie by its rule, and the files that lie there. The nearest first: where there
   * are more than are looked at, those in the depth of the tree are left out.
   */
  function placesOf(root: GovernedRoot, control: ControlState): string[] {
    const files = Object.entries(control).flatMap(([key, { kind }]) =>
      kind === "file" || kind === "link" || kind === "large" ? [resolve(root.root, key)] : [],
    );
    const authored = authoredNames.map((name) => root.authored.path(name));
    const near = files.toSorted((one, other) => depthOf(one) - depthOf(other));
    const folders = [root.root, parts.home, ...near.map((path) => dirname(path))];
    const byRule = [
      ...namesInRoot.map((path) => join(root.root, path)),
      ...namesInHome.map((path) => join(parts.home, path)),
      ...gitPlaces(root.root),
      ...hooksFolders(root.root, parts.home),
    ];
    return [...new Set([...authored, ...folders, ...byRule, ...near, ...programFiles(parts.programs())])];
  }

  return {
    take(root) {
      const last = known(root);
      const shot = last && changedIn(last).next().done ? last : shoot(root);
      latest.set(root, shot);
      return shot.name;
    },
    since(root, name) {
      const last = latest.get(root);
      const shot = last?.name === name ? last : readShot(root, name);
      const changed = shot ? [...changedIn(shot)] : [];
      if (shot && changed.length === 0) return "same";
      const stood = shot && (readKept(fileOf(root, `${name}.stood`)) as StoodControl | null);
      return stood ? { ...stood, changed } : "lost";
    },
  };
}

/** A command that only reads needs this too; where it fails, the reason must say so. */
function keep(root: GovernedRoot, texts: Record<string, string>): void {
  try {
    writing(folderOf(root), () => mkdirSync(folderOf(root), { recursive: true, mode: 0o700 }));
    for (const [name, text] of Object.entries(texts)) replaceFile(fileOf(root, name), text, { mode: 0o600 });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const why =
      "around every command, also one that only reads, the gate notes how control files stand, and its state folder cannot be written";
    const remedy = "Give this user the right to write there, or space; `intentgate doctor` shows what is wrong.";
    throw new ProblemError([problem("CANNOT_WRITE", why, remedy, { file: folderOf(root) }), ...error.problems]);
  }
}

function readShot(root: GovernedRoot, name: string): Shot | null {
  const marks = readKept(fileOf(root, `${name}.marks`)) as Mark[] | null;
  return marks && { name, marks };
}

/** What was not written to its end is as good as absent. */
function readKept(file: string): unknown {
  const text = onSystemError("any", "", () => readFileSync(file, "utf8"));
  const read = readJson(text);
  return read.ok ? read.value : null;
}

function statOf(path: string): Stats | null {
  return onSystemError("any", null, () => lstatSync(path, { throwIfNoEntry: false }) ?? null);
}

/** Null where something else than folders leads there. */
function nearestFolder(path: string): string | null {
  const above = dirname(path);
  const stat = statOf(above);
  if (stat === null && above !== path) return nearestFolder(above);
  return stat?.isDirectory() ? above : null;
}

function bytesOf(path: string): string {
  return onSystemError("any", null, () => hashNow(path)) ?? NONE;
}

function differing(then: readonly string[], now: readonly string[]): string[] {
  const [before, after] = [new Set(then), new Set(now)];
  return [...then.filter((name) => !after.has(name)), ...now.filter((name) => !before.has(name))];
}

function depthOf(path: string): number {
  return path.split("/").length;
}

function folderOf(root: GovernedRoot): string {
  return join(root.state, "control");
}

function fileOf(root: GovernedRoot, name: string): string {
  return join(folderOf(root), name);
}

/** What no open call can name any more. */
function sweep(root: GovernedRoot, newest: string): void {
  const until = Date.now() - KEPT_MS;
  for (const name of readdirSync(folderOf(root))) {
    if (name === LATEST || name.startsWith(newest)) continue;
    const file = fileOf(root, name);
    onSystemError("any", undefined, () => statSync(file).mtimeMs < until && rmSync(file));
  }
}
