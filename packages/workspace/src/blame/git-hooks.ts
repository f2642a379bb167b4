/** Puts two lines into git's own hooks, and takes them out again; what others wrote there stays as it is. */
import { chmodSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { replaceFile } from "../files/atomic-write.ts";
import { makeFolder } from "../files/make-folder.ts";
import { readText } from "../files/read-text.ts";
import { findRepository } from "../roots/git-facts.ts";

const BEGIN = "# >>> intentgate: notes which records a commit took in";
const END = "# <<< intentgate";
const calls = { "post-commit": "anchor commit", "post-rewrite": "anchor rewrite" } as const;

export type GitHook = keyof typeof calls;
export type HookState = "installed" | "missing" | "others";
export const gitHooks = Object.keys(calls) as GitHook[];

export function gitHookStates(root: string): Checked<Record<GitHook, HookState>> {
  const folder = hooksFolder(root);
  if (!folder.ok) return folder;
  const state = (name: GitHook): HookState => {
    const text = readText(join(folder.value, name));
    if (text === null) return "missing";
    return text.includes(BEGIN) ? "installed" : "others";
  };
  return { ok: true, value: { "post-commit": state("post-commit"), "post-rewrite": state("post-rewrite") } };
}

/** Behind what is there: an existing hook runs first, and only one that a POSIX shell reads is added to. */
export function installGitHooks(root: string): Checked<GitHook[]> {
  const folder = hooksFolder(root);
  if (!folder.ok) return folder;
  const texts = gitHooks.map((name) => ({ name, text: readText(join(folder.value, name)) }));
  const foreign = texts.find(
    ({ text }) => text !== null && !text.includes(BEGIN) && !/^#!.*\b(?:sh|bash|dash|zsh)\s*$/m.test(firstLine(text)),
  );
  if (foreign)
    return wrong(
      `${foreign.name} is no shell script, so nothing was added to any hook`,
      `Let it run \`intentgate ${calls[foreign.name]}\` itself.`,
      foreign.name,
    );
  const added = texts.filter(({ text }) => !text?.includes(BEGIN));
  if (added.length > 0) makeFolder(folder.value);
  for (const { name, text } of added) {
    const file = join(folder.value, name);
    const before = text === null ? "#!/bin/sh\n" : text.endsWith("\n") ? text : `${text}\n`;
    replaceFile(file, `${before}${blockOf(name)}`, { mode: 0o755 });
    if (text === null) chmodSync(file, 0o755);
  }
  return { ok: true, value: added.map(({ name }) => name) };
}

export function removeGitHooks(root: string): Checked<GitHook[]> {
  const folder = hooksFolder(root);
  if (!folder.ok) return folder;
  const removed = gitHooks.filter((name) => {
    const file = join(folder.value, name);
    const text = readText(file);
    if (text === null || !text.includes(BEGIN)) return false;
    const rest = withoutBlock(text);
    if (rest.trim() === "#!/bin/sh") rmSync(file);
    else replaceFile(file, rest);
    return true;
  });
  return { ok: true, value: removed };
}

/** A commit must not fail, and must say nothing, because of us. */
function blockOf(name: GitHook): string {
  return `${BEGIN}\ncommand -v intentgate >/dev/null 2>&1 && intentgate ${calls[name]} >/dev/null 2>&1 || true\n${END}\n`;
}

function withoutBlock(text: string): string {
  const from = text.indexOf(BEGIN);
  const end = text.indexOf(END, from);
  if (from < 0 || end < 0) return text;
  return text.slice(0, from) + text.slice(end + END.length).replace(/^\n/, "");
}

function firstLine(text: string): string {
  return text.slice(0, 200).split("\n")[0] ?? "";
}

function hooksFolder(root: string): Checked<string> {
  const repository = findRepository(root);
  if (!repository)
    return wrong(
      "this is no git repository",
      "Run `git init` first; without git there is nothing to anchor to.",
      ".git",
    );
  const config = readText(join(repository.commonDir, "config")) ?? "";
  if (/^\s*hookspath\s*=/im.test(config))
    return wrong(
      "core.hooksPath sends git to other hooks",
      "Let these run `intentgate anchor commit` (post-commit) and `intentgate anchor rewrite` (post-rewrite).",
      ".git/config",
    );
  const folder = join(repository.commonDir, "hooks");
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) return wrong(".git/hooks is no folder", "Make it one.", ".git/hooks");
  return { ok: true, value: folder };
}

function wrong(message: string, remedy: string, file: string): { ok: false; problems: ReturnType<typeof problem>[] } {
  return { ok: false, problems: [problem("NOT_ALLOWED", message, remedy, { file })] };
}
