/** What the reading of a command says, seen against the files that are there: links, folders, patterns. */
import type { Effect, WriteManner } from "@intentgate/engine";
import { factsOf, type ShellResult, shownOfProcess } from "@intentgate/shell";
import { isProcessFile, namesProcesses } from "../paths/process-files.ts";
import {
  foreseenBranch,
  foreseenDrops,
  foreseenMove,
  type GitForesight,
  mayForesee,
  PUSHED,
  topOf,
} from "./git-foresight.ts";
import { otherParts } from "./other-parts.ts";
import { atHome, isAtOrBelow, isPattern, linksBelow, matchesNow, type Placed, pathsOf } from "./places.ts";
import type { Resolver } from "./resolve-path.ts";
import { strangeRepository } from "./strange-repository.ts";
import { type StagedPaths, type Taken, takenBy, takenOf } from "./taken-by.ts";

export interface SeenCommand {
  list: Effect[];
  /** Why the paths may not be the right ones; then nothing in the list may be relied on. */
  doubts: string[];
}

export interface CommandPlace {
  resolver: Resolver;
  home: string | null;
  /** The governed root; null where none is known. */
  root: string | null;
  staged: StagedPaths;
  foresight: GitForesight;
}

const MOST_STAGED = 5_000;

export function shellEffects(command: string, result: ShellResult, place: CommandPlace): SeenCommand {
  const { resolver, home } = place;
  const doubts = [...misplaced(result, place), ...otherParts(command, result, resolver, home)];
  const list: Effect[] = [];
  const taken = takenBy(result, place);
  const foretold = dropsOf(result, place);
  for (const [at, effect] of result.effects.entries()) {
    const seen = see(effect, { ...place, made: list, taken, foretold, isAlone: mayForesee(result, at) });
    if (typeof seen === "string") doubts.push(seen);
    else list.push(...seen);
  }
  if (namesProcesses(command)) doubts.push(shownOfProcess);
  return { list, doubts: [...new Set(doubts)] };
}

/** A `cd` that fails, or a `..` behind a link, leads elsewhere than the words say. */
function* misplaced(result: ShellResult, { resolver, home }: CommandPlace): Iterable<string> {
  for (const folder of result.assumes) {
    const spelled = atHome(folder, home);
    if (spelled === null || resolver.kind(spelled) !== "folder") {
      yield `the folder ${folder} is not there, so that what follows happens elsewhere`;
    } else if (!resolver.mayEnter(spelled)) {
      yield `the folder ${folder} may not be entered, so that what follows happens elsewhere`;
    }
  }
  for (const folder of result.makes) {
    const spelled = atHome(folder, home);
    if (spelled === null || !["absent", "folder"].includes(resolver.kind(spelled))) {
      yield `the folder ${folder} cannot be made, so that what follows happens elsewhere`;
    }
  }
  if (result.ran.some(changesRights) && result.ran.some((words) => factsOf(firstOf(words)).changesFolder)) {
    yield "a folder whose rights are changed may not be entered, so that what follows happens elsewhere";
  }
  for (const pattern of result.patterns) {
    const isMade = result.effects.some((effect) =>
      pathsOf(effect).some((path) => path.split("/").at(-1)?.startsWith("-")),
    );
    const names = matchesNow(pattern, resolver);
    if (isMade || names === null || names.some((path) => path.split("/").at(-1)?.startsWith("-"))) {
      yield `a name that ${pattern} stands for may be taken as an option`;
    }
  }
  for (const folder of result.leaves) {
    const spelled = atHome(folder, home);
    if (spelled === null || !resolver.isPlain(spelled)) yield `${folder}/.. leads through a link`;
    else if (resolver.kind(spelled) !== "folder") yield `${folder} is no folder that ${folder}/.. could lead out of`;
  }
  const climbs = [...result.assumes, ...result.effects.flatMap(pathsOf)].some((path) => /^\.\.(\/|$)/.test(path));
  if (climbs && !resolver.isPlain(".")) yield "the working folder is a link, so that .. is not where it seems";
}

function changesRights(words: string): boolean {
  const rights = factsOf(firstOf(words)).changesRights;
  return rights === "always" || (rights === "asked" && / .*(?:-[a-zA-Z]*m|--mode)/.test(words));
}

/** The first of several words; empty where there is only one. */
function firstOf(words: string): string {
  return words.slice(0, Math.max(0, words.indexOf(" ")));
}

/** What the one command in it that throws changes away takes; undefined where it cannot be told. */
function dropsOf(result: ShellResult, place: CommandPlace): Effect[] | undefined {
  const { effects } = result;
  const dropping = effects.flatMap((effect, at) => (effect.does === "git_metadata" && effect.drops ? [at] : []));
  const moves = effects.flatMap((effect, at) => (effect.does === "write_below" && effect.move ? [at] : []));
  const [at] = [...dropping, ...moves];
  const effect = at === undefined ? undefined : effects[at];
  if (at === undefined || dropping.length + moves.length > 1 || !mayForesee(result, at)) return undefined;
  if (effect?.does === "git_metadata") return foreseenDrops(effect, place);
  return effect?.does === "write_below" ? foreseenMove(effect, true, place) : undefined;
}

interface Around extends CommandPlace {
  /** Of the one command that throws changes away, or moves the tree: all that it does to it. */
  foretold: Effect[] | undefined;
  /** Nothing before it changes what git would be asked about. */
  isAlone: boolean;
  /** What earlier parts do. */
  made: readonly Effect[];
  taken: readonly Taken[];
}

function see(effect: Placed, around: Around): Effect[] | string {
  if (effect.unlessFolder !== undefined) {
    const start = atHome(effect.unlessFolder, around.home);
    if (start !== null && !isPattern(start) && around.resolver.kind(start) === "folder") return [];
  }
  switch (effect.does) {
    case "read": {
      const spelled = atHome(effect.path, around.home);
      if (spelled === null) return [];
      if (isPattern(spelled)) return seePattern(spelled, around.resolver);
      const shows = effect.whole ? "content" : "facts";
      const seen = around.resolver.effect(spelled, true, (at) => ({ kind: "read", shows, ...at }));
      if (seen.kind === "unknown") return seen.why;
      if (seen.kind === "read" && seen.absolute === "/" && !looksNoDeeper(effect.part)) return `/: ${shownOfProcess}`;
      return seen.kind === "bad_path" ? `${JSON.stringify(spelled.slice(0, 200))}: ${seen.problem}` : [seen];
    }
    case "write":
      return seeWrite(effect, around);
    case "delete": {
      const { resolver } = around;
      const follows = effect.throughLink === true;
      return eachPath(effect.path, around, "there", (path) => [
        resolver.effect(path, follows, (at) => ({ kind: "delete", ...at })),
        ...(follows && resolver.kind(path) === "folder" ? [belowOf(path, resolver)] : insideOf(path, resolver)),
      ]);
    }
    case "move":
      return seeMove(effect, around);
    case "write_below": {
      const { resolver, home } = around;
      if (effect.unlessKnown && around.foretold !== undefined) return [];
      const moved = effect.move && (around.foretold ?? foreseenMove(effect, around.isAlone, around));
      if (moved !== undefined) return moved;
      if (effect.repository === undefined) {
        const leaving = effect.unpacks ? leavingLink(effect.folder, around) : undefined;
        if (leaving !== undefined) return leaving;
        return eachPath(effect.folder, around, "made", (path) => [
          belowOf(path, resolver, effect.deletes),
          ...fileAt(path, resolver),
          ...linkAt(path, resolver),
        ]);
      }
      const called = [effect.folder, effect.repository].map((folder) => atHome(folder, home));
      if (called.includes(null)) return "which repository it changes is not known";
      const tops = new Set(
        called.map((folder) => topOf(resolver.touched(folder ?? "", true)?.absolute ?? "", resolver) || (folder ?? "")),
      );
      return [...tops].map((top) => belowOf(top, resolver));
    }
    case "git_metadata": {
      const folder = atHome(effect.folder, around.home);
      if (folder === null) return "which repository it changes is not known";
      const metadata = around.resolver.effect(folder, true, (at) => ({ kind: "git_metadata", ...at }));
      if (effect.drops) return [metadata, ...(around.foretold ?? [])];
      if (!effect.commits || metadata.kind !== "git_metadata") return [metadata];
      const staged = around.staged(metadata.absolute, around.taken, effect.only ? takenOf(effect, around) : null);
      if (staged === null || staged.length > MOST_STAGED) return "what is staged cannot be told";
      // The gate writes its lessons itself: as they stand, they are no change of the agent's.
      const changed = staged.filter(({ path, stands }) => !(stands && path === `${around.root}/AGENT.md`));
      const amended = effect.amends && around.foresight.isHeadPushed(metadata.absolute);
      return [
        metadata,
        ...(amended ? [{ kind: "override", what: PUSHED } as const] : []),
        // A link is committed as such, wherever it leads.
        ...changed.map(({ path, stands }) =>
          around.resolver.effect(path, false, (at) => ({
            kind: "write",
            manner: stands ? "committed" : "derived",
            ...at,
          })),
        ),
      ];
    }
    case "use_repository":
      return strangeRepository(effect, around) ?? [];
    case "load_settings":
      return `${effect.program} runs what the project's own files say`;
    case "override":
      return [{ kind: "override", what: effect.what }];
    case "move_branch":
      return foreseenBranch(effect, around.isAlone, around);
    case "lose_history":
      if (effect.unlessKnown && around.foretold !== undefined) return [];
      return [{ kind: "loss", what: effect.what }];
    case "network":
      return [{ kind: "network", target: effect.target }];
    case "write_somewhere":
      return effect.why;
    default:
      return []; // what is not known and what was declared is said of the command as a whole
  }
}

/** What is said of a folder itself; a search of the topmost one comes to `/proc`. */
function looksNoDeeper(part: string): boolean {
  return factsOf(firstOf(part)).looksNoDeeper === true && !/ -\w*R| --rec/.test(part);
}

/** What unpacks, or makes names of its own there, goes through a link that lies in the folder already. */
function leavingLink(folder: string, { resolver, home }: Around): string | undefined {
  const spelled = atHome(folder, home);
  const top = spelled === null ? null : (resolver.touched(spelled, true)?.absolute ?? null);
  if (top === null) return "where it unpacks is not known";
  const links = linksBelow(top, resolver);
  if (links === null) return `${folder} holds more than can be looked at for links`;
  return links[0] === undefined ? undefined : `${links[0]} is a link, and what is written there may go through it`;
}

function seeWrite(effect: Placed & { does: "write" }, around: Around): Effect[] | string {
  const { resolver } = around;
  const { manner, linkTarget, inFolder, linkTargetInFolder = linkTarget, deep } = effect;
  const landed = landings(effect.path, inFolder, around);
  // `ln -n` does not follow a link to a folder but puts another one in its place.
  const targets = linkTarget === undefined ? landed : [...new Set([effect.path, ...landed])];
  if (linkTarget !== undefined && linkTargetInFolder !== undefined) {
    return gathered(targets, (link) => {
      const target = atHome(link === effect.path ? linkTarget : linkTargetInFolder, around.home);
      if (target === null) return "where the link leads is not known";
      return eachPath(link, around, "made", (path) => [
        resolver.effect(path, false, (at) => ({ kind: "write", manner, ...at })),
        // Whoever writes to the link writes there.
        resolver.effect(target, true, (at) => ({ kind: "write", manner: "derived", ...at })),
      ]);
    });
  }
  return gathered(targets, (target) =>
    eachPath(target, around, "made", (path) => {
      if (deep && resolver.kind(path) === "folder") return [writeAt(path, manner, resolver), belowOf(path, resolver)];
      const written = writeAt(path, manner, resolver);
      const link = resolver.touched(path, false);
      const isThrough = link !== null && "absolute" in written && written.absolute !== link.absolute;
      // `sed -i`, `install` and their kind put a new file in the place of the link.
      return isThrough && manner !== "anchored" ? [written, { kind: "write", manner, ...link }] : [written];
    }),
  );
}

function writeAt(path: string, manner: WriteManner, resolver: Resolver): Effect {
  return resolver.effect(path, true, (at) => ({ kind: "write", manner, ...at }));
}

function seeMove(effect: Placed & { does: "move" }, around: Around): Effect[] | string {
  const { resolver, home } = around;
  const from = atHome(effect.from, home);
  if (from === null) return "what is moved is not known";
  if (isPattern(from)) return `what ${from} stands for is known only when it runs`;
  return gathered(landings(effect.to, effect.inFolder, around), (target) => {
    const to = atHome(target, home);
    if (to === null || isPattern(to))
      return to?.endsWith("/**") ? folderMove(from, to, resolver) : "where it goes is not known";
    const source = resolver.touched(from, false);
    const end = resolver.touched(to, false);
    if (!source || !end) {
      const path = source ? to : from;
      return [resolver.effect(path, false, (at) => ({ kind: "delete", ...at }))];
    }
    const wholeFolder = insideOf(from, resolver);
    const arrives: Effect[] = wholeFolder.length > 0 ? [{ kind: "write_below", ...end }] : [];
    return [{ kind: "move", from: source, to: end }, ...wholeFolder, ...arrives];
  });
}

/** Into a folder, under a name that cannot be told. */
function folderMove(from: string, to: string, resolver: Resolver): Effect[] {
  return [
    resolver.effect(from, false, (at) => ({ kind: "delete", ...at })),
    ...insideOf(from, resolver),
    belowOf(to.slice(0, -"/**".length), resolver),
  ];
}

/** `cp a b` writes `b/a` where `b` is a folder, now or after an earlier part of the command. */
function landings(path: string, inFolder: string | undefined, { resolver, home, made }: Around): string[] {
  const spelled = atHome(path, home);
  if (inFolder === undefined || spelled === null) return [path];
  if (resolver.kind(spelled) === "folder") return [inFolder];
  const at = resolver.touched(spelled, true)?.absolute;
  const isMade = made.some((effect) => effect.kind === "write" && `${effect.absolute}/`.startsWith(`${at}/`));
  return isMade ? [path, inFolder] : [path];
}

/** `made`: the names that a pattern stands for may be new ones, so that the pattern itself is one of the paths. */
function eachPath(
  path: string,
  { resolver, home }: Around,
  names: "there" | "made",
  effects: (path: string) => Effect[],
): Effect[] | string {
  const spelled = atHome(path, home);
  if (spelled === null) return `where ${path} lies is not known`;
  if (!isPattern(spelled)) return effects(spelled);
  if (spelled === "**" || spelled.endsWith("/**")) {
    const folder = spelled === "**" ? "." : spelled.slice(0, -"/**".length) || "/";
    const folders = isPattern(folder) ? matchesNow(folder, resolver) : [];
    if (folders === null) return `${path} stands for more files than can be looked at`;
    const places = [folder, ...folders];
    const deletes = names === "there" ? true : undefined;
    const below = places.flatMap((each) => [belowOf(each, resolver, deletes), ...fileAt(each, resolver)]);
    if (deletes) return below; // what goes is the link itself
    const through = gathered(places, (each) => throughLinks(each, resolver));
    return typeof through === "string" ? through : [...below, ...through];
  }
  const matches = matchesNow(spelled, resolver);
  if (matches === null) return `${path} stands for more files than can be looked at`;
  // `[id].ts` may be a name like any other.
  const isOwnName = names === "made" || matches.length === 0 || resolver.exists(spelled);
  return (isOwnName ? [spelled, ...matches] : matches).flatMap(effects);
}

/** Whoever writes to a link that lies below the folder writes where it leads. */
function throughLinks(folder: string, resolver: Resolver): Effect[] | string {
  const top = resolver.touched(folder, true)?.absolute;
  if (top === undefined) return [];
  const links = linksBelow(top, resolver);
  if (links === null) return `${folder} holds more than can be looked at for links`;
  return links.flatMap((link) => {
    const end = resolver.touched(link, true)?.absolute;
    if (end !== undefined && isAtOrBelow(end, top)) return [];
    return [resolver.kind(link) === "folder" ? belowOf(link, resolver) : writeAt(link, "derived", resolver)];
  });
}

/** What a pattern reads lies somewhere in the folder that it begins with. */
function seePattern(pattern: string, resolver: Resolver): Effect[] | string {
  const names = pattern.split("/");
  const first = names.findIndex(isPattern);
  const folder = names.slice(0, first).join("/") || (pattern.startsWith("/") ? "/" : ".");
  const start = resolver.touched(folder, true)?.absolute ?? folder;
  if (isProcessFile(`${start === "/" ? "" : start}/${names.slice(first).join("/")}`)) {
    return `${pattern}: ${shownOfProcess}`;
  }
  const seen = resolver.effect(folder, true, (at) => ({ kind: "read", shows: "facts", ...at }));
  return seen.kind === "bad_path" ? [] : [seen];
}

function gathered(targets: readonly string[], each: (target: string) => Effect[] | string): Effect[] | string {
  const all: Effect[] = [];
  for (const target of targets) {
    const seen = each(target);
    if (typeof seen === "string") return seen;
    all.push(...seen);
  }
  return all;
}

/** `find FILE -exec sed -i …`: what stands there is no folder, and is changed itself. */
function fileAt(path: string, resolver: Resolver): Effect[] {
  const kind = resolver.kind(path);
  return kind === "file" || kind === "other" ? [writeAt(path, "derived", resolver)] : [];
}

/** `find link -delete` takes the link itself. */
function linkAt(path: string, resolver: Resolver): Effect[] {
  const [link, target] = [resolver.touched(path, false), resolver.touched(path, true)];
  return link && target && link.absolute !== target.absolute ? [{ kind: "write", manner: "derived", ...link }] : [];
}

function belowOf(folder: string, resolver: Resolver, deletes?: true): Effect {
  return resolver.effect(folder, true, (at) => ({ kind: "write_below", ...(deletes && { deletes }), ...at }));
}

/** A folder that goes away or moves takes along what lies in it. */
function insideOf(path: string, resolver: Resolver): Effect[] {
  const at = resolver.touched(path, false);
  if (!at || !resolver.isFolder(at.absolute)) return [];
  return [{ kind: "write_below", ...at }];
}
