/** The scope of an intent that nobody wrote down: what the changed files lie in, and its tests. Only the tree says it. */
import type { FileFacts } from "../paths/file-facts.ts";
import { createScope, globProblem } from "../paths/scope.ts";

export interface Tree extends Pick<FileFacts, "kind" | "names"> {
  root: string;
}

const manifests = [
  ["package.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"],
  ["pyproject.toml", "uv.lock", "poetry.lock"],
  ["Cargo.toml", "Cargo.lock"],
  ["go.mod", "go.sum"],
  ["composer.json", "composer.lock"],
  ["Gemfile", "Gemfile.lock"],
  ["pom.xml"],
  ["build.gradle"],
] as const;
const sources = ["src", "lib", "app", "source"];
const tests = ["test", "tests", "spec", "__tests__"];
const code = /^(.+)\.([cm]?[jt]sx?|py|go|rs|rb|java|kt|php|cs|c|cc|cpp|h|hpp|swift|exs?|lua|sh)$/;
const foreign = ["node_modules", "vendor", ".git"];
/** In a glob they would mean more than they say. */
const signs = /[*?{}!\\]/;

const MOST_GLOBS = 8;
/** A folder with more in it is not one piece of work. */
const LARGE = 300;
/** So few files are one piece of work, whatever they are. */
const TINY = 5;

/**
 * Null where no scope can be told that a person could judge at a glance. `isFirst`: no other intent is open, whose files
 * a scope of everything would take.
 */
export function proposeScope(relatives: readonly string[], tree: Tree, isFirst: boolean): string[] | null {
  if (relatives.length === 0 || relatives.some((path) => isForeign(path) || signs.test(path))) return null;
  const globs = isFirst && isTiny(tree) ? ["**"] : [...new Set(relatives.flatMap((path) => around(path, tree)))];
  const needed = globs.filter((glob) => !globs.some((other) => other !== glob && isWithin(glob, other)));
  const isSound = needed.length <= MOST_GLOBS && needed.every((glob) => globProblem(glob) === null);
  const { covers } = createScope(needed, { ignoreCase: false });
  return isSound && relatives.every(covers) ? needed : null;
}

function isForeign(relative: string): boolean {
  return relative.split("/").some((name) => foreign.includes(name));
}

function isWithin(glob: string, other: string): boolean {
  const scope = createScope([other], { ignoreCase: false });
  return glob.endsWith("/**") ? scope.coversBelow(glob.slice(0, -"/**".length)) : scope.covers(glob);
}

function around(relative: string, tree: Tree): string[] {
  const names = relative.split("/");
  const depth = packageDepth(names, tree);
  const inside = (...below: string[]) => [...names.slice(0, depth), ...below].join("/");
  const folders = (wanted: readonly string[]) =>
    wanted.filter((name) => isFolder(inside(name), tree)).map((name) => inside(name, "**"));
  const top = names[depth] ?? "";
  if (names.length === depth + 1) return [relative, ...besides(top, inside, folders, tree)];
  // Folders with a dot hold settings.
  if (names.slice(depth, -1).some((name) => name.startsWith("."))) return [relative];
  const own = `${wholeFolder(names, depth, tree)}/**`;
  if (tests.includes(top)) return [own, ...folders(sources)];
  return code.test(relative) ? [own, ...folders(tests)] : [own];
}

/** What goes along with a file that lies in no folder of its package. */
function besides(
  name: string,
  inside: (name: string) => string,
  folders: (wanted: readonly string[]) => string[],
  tree: Tree,
): string[] {
  const group: readonly string[] = manifests.find((one) => (one as readonly string[]).includes(name)) ?? [];
  const together = group
    .filter((one) => one !== name && kindOf(inside(one), tree) === "file")
    .map((one) => inside(one));
  const [, stem, ending] = code.exec(name) ?? [];
  if (stem === undefined) return together;
  // The folder of a Go file is a package, its tests among it.
  const own = ending === "go" ? "*.go" : ending === "py" ? `test_${stem}.py` : `${stem}.test.${ending}`;
  return [...together, inside(own), ...folders(tests)];
}

/** How many names lead to the package that the file belongs to; 0 is the root. */
function packageDepth(names: readonly string[], tree: Tree): number {
  for (let depth = names.length - 1; depth > 0; depth -= 1) {
    const folder = names.slice(0, depth).join("/");
    if (manifests.some(([manifest]) => kindOf(`${folder}/${manifest}`, tree) === "file")) return depth;
  }
  return 0;
}

/** The top folder of the package, or the first one below that is not large. */
function wholeFolder(names: readonly string[], depth: number, tree: Tree): string {
  let folder = names.slice(0, depth + 1).join("/");
  for (let at = depth + 2; at < names.length && holdsMore(folder, LARGE, tree); at += 1)
    folder = names.slice(0, at).join("/");
  return folder;
}

/** Of the files that people see: what git and installs keep is nobody's work. */
function isTiny(tree: Tree): boolean {
  return !holdsMore("", TINY, tree);
}

function holdsMore(folder: string, most: number, tree: Tree): boolean {
  const waiting = [folder];
  let files = 0;
  for (let looked = 0; waiting.length > 0; looked += 1) {
    const next = waiting.pop() ?? "";
    for (const name of tree.names(`${tree.root}/${next}`)) {
      if (name.startsWith(".") || foreign.includes(name)) continue;
      const path = next === "" ? name : `${next}/${name}`;
      if (isFolder(path, tree)) waiting.push(path);
      else files += 1;
      if (files > most || waiting.length + looked > LARGE) return true;
    }
  }
  return false;
}

function isFolder(relative: string, tree: Tree): boolean {
  return kindOf(relative, tree) === "folder";
}

/** Links are none: what stands behind one lies elsewhere. */
function kindOf(relative: string, { root, kind }: Tree) {
  return kind(`${root}/${relative}`);
}
