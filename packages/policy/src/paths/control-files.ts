/** Files that decide what the gate, a host, git or a shell does: no tool call may change them, existing or not. */
import {
  type ControlName,
  type ControlNames,
  controlNames,
  controlNamesOfProgram,
  type HostControlNames,
} from "./control-names.ts";
import { foldedNames, startsWithNames } from "./fold-name.ts";

/** All canonical; a handler script may be relative and then counts in every root. */
export interface ControlPlaces {
  rules: ControlRules;
  roots: string[];
  home: string;
  stateDirs: string[];
  /** Files and folders that the running gate is made of, and the links that lead to them. */
  programs: string[];
  handlerScripts: string[];
  /** Folders whose files git runs, by its settings. */
  gitHooks: readonly string[];
}

interface Rule {
  names: string[];
  why: string;
}

/** Rules by their first name, which is never `*`: most names begin none. */
type RulesByName = ReadonlyMap<string, readonly Rule[]>;

/** The lists made ready for many questions. */
export interface ControlRules {
  names: ControlNames;
  inRoot: RulesByName;
  inHome: RulesByName;
  atTop: RulesByName;
  notes: readonly string[][];
}

const ofProgram = byFirstName(controlNamesOfProgram);

export function createControlRules(hosts: readonly HostControlNames[]): ControlRules {
  const names = controlNames(hosts);
  return {
    names,
    inRoot: byFirstName(names.inRoot),
    inHome: byFirstName(names.inHome),
    atTop: byFirstName(names.atTop),
    notes: names.notesInHome.map((path) => path.split("/")),
  };
}

/** Compares more loosely than any file system does: a wrong yes costs a question, a wrong no the gate. */
export function controlReason(absolute: string, places: ControlPlaces): string | null {
  const { rules } = places;
  const names = foldedNames(absolute);
  const roots = places.roots.map(foldedNames).filter((root) => startsWithNames(names, root));
  for (const root of roots) {
    const why = reasonAnywhere(names.slice(root.length), rules);
    if (why) return why;
  }
  const fixed = fixedPlaces(places);
  if (isBelowOne(names, fixed.scripts)) return "it is a file that the handler of an event hook is made of";
  if (isBelowOne(names, fixed.gitHooks)) return "git runs what lies there";
  if (isBelowOne(names, fixed.stateDirs)) return "it lies in the gate's state folder";
  if (isBelowOne(names, fixed.programs)) return "it is the gate's own program, or leads to it";
  const home = foldedNames(places.home);
  let isNote = false;
  if (home.length > 0 && startsWithNames(names, home)) {
    const below = names.slice(home.length);
    isNote =
      !absolute.split("/").includes("..") &&
      rules.notes.some((note) => below.length > note.length && matchesAt(below, 0, note));
    const rule = isNote ? undefined : ruleAt(rules.inHome, below, 0);
    if (rule) return said(rule, "~/");
  }
  const rule = ruleAt(rules.atTop, names, 0);
  if (rule) return said(rule, "/");
  // Elsewhere too: whoever makes a sidecar or a repository in a temp folder makes a gate of their own.
  return roots.length > 0 || isNote ? null : reasonAnywhere(names, rules);
}

/** True for the running gate's program, what runs it, and the gate where a project has installed it. */
export function isGateProgram(absolute: string, places: ControlPlaces): boolean {
  const names = foldedNames(absolute);
  return isBelowOne(names, fixedPlaces(places).programs) || programRule(names) !== undefined;
}

/** True for what is running now, and nothing else of its name. */
export function isRunningGate(absolute: string, places: ControlPlaces): boolean {
  return isBelowOne(foldedNames(absolute), fixedPlaces(places).programs);
}

/** True for a name that would be a control file wherever in a root it stood, or the folder of one. */
export function isControlName(name: string, rules: ControlRules): boolean {
  return reasonAnywhere(foldedNames(name), rules) !== null;
}

/**
 * As `controlReason`, for what is put in a place: whoever fills `node_modules` at once, or lets it lead elsewhere, brings
 * a program of the gate's name along. Taking it away needs no such care.
 */
export function placingReason(absolute: string): string | null {
  const names = foldedNames(absolute);
  const rule = [...ofProgram.values()]
    .flat()
    .find((each) => each.names.some((_, at) => at > 0 && matchesAt(names, names.length - at, each.names.slice(0, at))));
  return rule ? `it is the folder of ${rule.names.join("/")}, which ${rule.why}` : null;
}

/** True for a folder whose removal or renaming would take a root, its sidecar or another fixed control place along. */
export function containsControl(absolute: string, places: ControlPlaces): boolean {
  const names = foldedNames(absolute);
  const home = foldedNames(places.home);
  const fixed = [
    ...places.roots.map((root) => [...foldedNames(root), ".orchestration"]),
    ...fixedPlaces(places).names,
    ...(home.length === 0 ? [] : [...places.rules.inHome.values()].flat().map((rule) => [...home, ...rule.names])),
    ...[...places.rules.atTop.values()].flat().map((rule) => rule.names),
  ];
  return fixed.some((place) => startsWithNames(place, names));
}

function reasonAnywhere(names: string[], { inRoot }: ControlRules): string | null {
  const program = programRule(names);
  if (program) return said(program, "");
  for (let at = 0; at < names.length; at += 1) {
    for (const rule of inRoot.get(names[at] as string) ?? []) {
      if (matchesAt(names, at, rule.names)) return said(rule, "");
      // `.vscode` itself: whoever removes or renames it does so to what it holds.
      if (names.length - at < rule.names.length && startsWithNames(rule.names, names.slice(at))) {
        return `it is the folder of ${rule.names.join("/")}, which ${rule.why}`;
      }
    }
  }
  return null;
}

function programRule(names: readonly string[]): Rule | undefined {
  for (let at = 0; at < names.length; at += 1) {
    const rule = ruleAt(ofProgram, names, at);
    if (rule) return rule;
  }
  return undefined;
}

function ruleAt(rules: RulesByName, names: readonly string[], at: number): Rule | undefined {
  return rules.get(names[at] ?? "")?.find((rule) => matchesAt(names, at, rule.names));
}

function matchesAt(names: readonly string[], at: number, rule: readonly string[]): boolean {
  if (at < 0 || at + rule.length > names.length) return false;
  return rule.every((name, offset) => name === "*" || names[at + offset] === name);
}

interface FixedPlaces {
  names: readonly string[][];
  scripts: ReadonlySet<string>;
  gitHooks: ReadonlySet<string>;
  stateDirs: ReadonlySet<string>;
  programs: ReadonlySet<string>;
}

/** There may be hundreds, and every path of every call is held against them. */
const knownPlaces = new WeakMap<ControlPlaces, FixedPlaces>();

function fixedPlaces(places: ControlPlaces): FixedPlaces {
  const known = knownPlaces.get(places);
  if (known) return known;
  const scripts = places.handlerScripts.flatMap((script) =>
    script.startsWith("/") ? [script] : places.roots.map((root) => `${root}/${script}`),
  );
  const folded = (paths: readonly string[]) => paths.map(foldedNames).filter((one) => one.length > 0);
  const spelled = (paths: readonly string[]) => new Set(folded(paths).map((one) => one.join("/")));
  const found = {
    names: folded([...scripts, ...places.gitHooks, ...places.stateDirs, ...places.programs]),
    scripts: spelled(scripts),
    gitHooks: spelled(places.gitHooks),
    stateDirs: spelled(places.stateDirs),
    programs: spelled(places.programs),
  };
  knownPlaces.set(places, found);
  return found;
}

function isBelowOne(names: readonly string[], spelled: ReadonlySet<string>): boolean {
  if (spelled.size === 0) return false;
  let path = "";
  for (const name of names) {
    path = path === "" ? name : `${path}/${name}`;
    if (spelled.has(path)) return true;
  }
  return false;
}

function said(rule: Rule, prefix: string): string {
  return `${prefix}${rule.names.join("/")} ${rule.why}`;
}

/** The lists are written as paths are folded, so nothing is left to fold in them. */
function byFirstName(list: readonly ControlName[]): RulesByName {
  const rules = new Map<string, Rule[]>();
  for (const { path, why } of list) {
    const names = path.split("/");
    const [first = ""] = names;
    const known = rules.get(first);
    if (known) known.push({ names, why });
    else rules.set(first, [{ names, why }]);
  }
  return rules;
}
