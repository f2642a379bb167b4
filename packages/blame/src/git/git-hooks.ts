/** Puts a few lines into git's own hooks, and takes them out again; what others have there comes back byte for byte. */
import {
  chmodSync,
  linkSync,
  lstatSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
} from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { type Checked, type Problem, problem } from "@intentgate/documents";
import {
  codeOf,
  findRepository,
  gitSetting,
  makeFolder,
  type Repository,
  readRegular,
  replaceFile,
  temporaryBeside,
  writing,
} from "@intentgate/world";
import {
  ASIDE,
  type FoundBlock,
  findBlock,
  type HookName,
  isShellScript,
  ownHook,
  SHELL,
  withBlock,
} from "./hook-script.ts";

export const gitHooks: readonly HookName[] = ["post-commit", "post-rewrite"];

/** Idle: our lines are there, and git does not come to them. */
export type HookState = { state: "installed" | "missing" | "others" } | { state: "idle"; why: string };

type Found =
  | { kind: "missing" | "link" | "odd" }
  | { kind: "file"; text: string; isRun: boolean; block: FoundBlock | null };

export function gitHookStates(root: string): Checked<Record<HookName, HookState>> {
  const hooks = hooksOf(root);
  if (!hooks.ok) return hooks;
  const elsewhere = sentElsewhere(hooks.value);
  if (!elsewhere.ok) return elsewhere;
  const state = (name: HookName): HookState => {
    if (elsewhere.value !== null) return { state: "idle", why: elsewhere.value };
    const found = lookAt(join(hooks.value.folder, name), name);
    if (found.kind === "missing") return { state: "missing" };
    if (found.kind !== "file" || found.block === null) return { state: "others" };
    if (!found.isRun) return { state: "idle", why: "the file is not executable, so git passes it over" };
    if (found.block.isCurrent) return { state: "installed" };
    return { state: "idle", why: "other lines stand before ours, or ours were changed: install it again" };
  };
  return { ok: true, value: { "post-commit": state("post-commit"), "post-rewrite": state("post-rewrite") } };
}

/** All or none: what stands in the way of one leaves the other as it is too. */
export function installGitHooks(root: string): Checked<HookName[]> {
  const hooks = hooksOf(root);
  if (!hooks.ok) return hooks;
  const elsewhere = sentElsewhere(hooks.value);
  if (!elsewhere.ok) return elsewhere;
  if (elsewhere.value !== null)
    return wrong(
      elsewhere.value,
      "Let the hooks there run `intentgate anchor commit` (post-commit) and `intentgate anchor rewrite` (post-rewrite).",
      ".git/config",
    );
  return carryOut(hooks.value.folder, installing);
}

/** What is to be done; null where nothing is. */
type Step = (() => void) | Problem | null;

function carryOut(folder: string, stepOf: (folder: string, name: HookName) => Step): Checked<HookName[]> {
  const steps = gitHooks.map((name) => ({ name, step: stepOf(folder, name) }));
  const problems = steps.flatMap(({ step }) => (typeof step === "function" || step === null ? [] : [step]));
  if (problems.length > 0) return { ok: false, problems };
  const done = steps.flatMap(({ name, step }) => (typeof step === "function" ? [{ name, step }] : []));
  for (const { name, step } of done) writing(join(folder, name), step);
  return { ok: true, value: done.map(({ name }) => name) };
}

function installing(folder: string, name: HookName): Step {
  const file = join(folder, name);
  const found = lookAt(file, name);
  const say = (message: string, remedy: string) => problem("NOT_ALLOWED", message, remedy, { file: name });
  const write = (text: string) => replaceFile(file, Buffer.from(text, "latin1"));
  if (found.kind === "odd") return say(`${name} is neither a file nor a link`, "Take it away.");
  if (found.kind === "missing")
    return () => {
      makeFolder(folder);
      write(ownHook(name, "alone"));
      chmodSync(file, 0o755);
    };
  if (found.kind === "file" && found.block !== null) {
    const { block, isRun } = found;
    if (block.isCurrent && isRun) return null;
    if (!isRun && block.place === "within")
      return say(
        `${name} is not executable, so git passes it over, and what else is in it would run too`,
        `Make it executable, or take it out with \`intentgate anchor remove\`.`,
      );
    if (block.place === "within") return () => write(withBlock(block.rest, name));
    return () => {
      write(block.rest === SHELL ? ownHook(name, block.place as "alone" | "instead") : withBlock(block.rest, name));
      chmodSync(file, 0o755);
    };
  }
  if (found.kind === "file" && found.isRun) {
    if (isShellScript(found.text)) return () => write(withBlock(found.text, name));
    return say(
      `${name} is no shell script, so nothing was added to any hook`,
      `Let it run \`intentgate anchor ${name === "post-commit" ? "commit" : "rewrite"}\` itself.`,
    );
  }
  const aside = join(folder, ASIDE, name);
  if (lstatSync(aside, { throwIfNoEntry: false }))
    return say(`${ASIDE}/${name} holds an earlier hook`, "Look at it, and take it away.");
  return () => {
    makeFolder(join(folder, ASIDE));
    if (found.kind === "link") symlinkSync(targetFrom(readlinkSync(file), "below"), aside);
    else linkSync(file, aside);
    const own = temporaryBeside(file);
    replaceFile(own, ownHook(name, "instead"));
    chmodSync(own, 0o755);
    renameSync(own, file);
  };
}

/** Whatever `core.hooksPath` says by now. */
export function removeGitHooks(root: string): Checked<HookName[]> {
  const hooks = hooksOf(root);
  if (!hooks.ok) return hooks;
  return carryOut(hooks.value.folder, removing);
}

function removing(folder: string, name: HookName): Step {
  const file = join(folder, name);
  const aside = join(folder, ASIDE, name);
  const found = lookAt(file, name);
  const kept = lstatSync(aside, { throwIfNoEntry: false });
  const restore = (stat: Stats) => () => {
    if (stat.isSymbolicLink()) {
      const link = temporaryBeside(file);
      symlinkSync(targetFrom(readlinkSync(aside), "above"), link);
      renameSync(link, file);
      rmSync(aside);
    } else renameSync(aside, file);
    removeIfEmpty(join(folder, ASIDE));
  };
  if (found.kind === "missing") return kept ? restore(kept) : null;
  if (found.kind !== "file" || found.block === null) return null;
  const { place, rest } = found.block;
  if (place === "within" || (place === "alone" && rest !== SHELL))
    return () => replaceFile(file, Buffer.from(rest, "latin1"));
  if (place === "alone" || (rest === SHELL && !kept)) return () => rmSync(file);
  if (rest === SHELL && kept) return restore(kept);
  return problem(
    "NOT_ALLOWED",
    `${name} was changed since it was installed, so what stood there before is not put back over it`,
    `It lies in .git/hooks/${ASIDE}; put the two together yourself.`,
    { file: name },
  );
}

/** A link of another folder says `..` where it says nothing here. */
function targetFrom(target: string, way: "below" | "above"): string {
  if (isAbsolute(target)) return target;
  return way === "below" ? `../${target}` : target.slice("../".length);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
  }
}

function lookAt(file: string, name: HookName): Found {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return { kind: "missing" };
  if (stat.isSymbolicLink()) return { kind: "link" };
  if (!stat.isFile()) return { kind: "odd" };
  const text = readRegular(file).toString("latin1");
  const isRun = process.platform === "win32" || (stat.mode & 0o111) !== 0;
  return { kind: "file", text, isRun, block: findBlock(text, name) };
}

interface Hooks {
  repository: Repository;
  folder: string;
}

function hooksOf(root: string): Checked<Hooks> {
  const repository = findRepository(root);
  if (!repository)
    return wrong(
      "this is no git repository",
      "Run `git init` first; without git there is nothing to anchor to.",
      ".git",
    );
  const folder = join(repository.commonDir, "hooks");
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) return wrong(".git/hooks is no folder", "Make it one.", ".git/hooks");
  return { ok: true, value: { repository, folder } };
}

/** Where git looks for hooks instead, as a person reads it; null where it looks here. */
function sentElsewhere({ repository, folder }: Hooks): Checked<string | null> {
  const asked = gitSetting(repository, "core.hooksPath");
  if (!asked.ok)
    return wrong(
      `git does not say where its hooks are: ${asked.why}`,
      "Check that git works here: `git config --list` must answer.",
      ".git/config",
    );
  if (asked.value === null || resolve(repository.top, asked.value) === folder) return { ok: true, value: null };
  return { ok: true, value: `core.hooksPath sends git to other hooks, in ${asked.value}` };
}

function wrong(message: string, remedy: string, file: string): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [problem("NOT_ALLOWED", message, remedy, { file })] };
}
