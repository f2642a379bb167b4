/** What stands behind a hook, held against what a person trusted: for who is about to trust it. */
import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { problem } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import { codeOf, onSystemError } from "@intentgate/world";
import type { EventHook } from "../declared/event-hook.ts";
import { builtins } from "../handlers/builtins/run-builtin.ts";
import { findProgram, type Program, regularFile, whyNotStarted } from "../handlers/find-program.ts";
import type { WordsOf } from "./command-words.ts";
import type { DeclaredHook, HookReview } from "./event-hooks.ts";
import { digestsOf, whyUntrustable } from "./handler-files.ts";
import { readHookFile } from "./hook-folder.ts";
import type { TrustFile } from "./trust-file.ts";

export function reviewHooks(
  ids: readonly string[] | "all",
  declared: readonly DeclaredHook[],
  { root, authoredAt }: Pick<GovernedRoot, "root" | "authoredAt">,
  trusted: TrustFile,
  wordsOf: WordsOf,
): HookReview[] {
  return declared.flatMap((one): HookReview[] => {
    if (one.kind !== "readable" || (ids !== "all" && !ids.includes(one.hook.id))) return [];
    const { hook, digest, trust } = one;
    const read = readHookFile(authoredAt, hook.file.slice(hook.file.lastIndexOf("/") + 1));
    if (!read.ok || read.digest !== digest) return []; // it changed under our hands: the next look shows it
    const known = trusted.of(hook.id);
    const files = Object.entries(digestsOf(root, wordsOf(hook.handler))).map(([path, now]) => ({
      path,
      bytes: now === null ? null : sizeOf(isAbsolute(path) ? path : join(root, path)),
      digest: now,
      before: known && Object.hasOwn(known.files, path) ? known.files[path] : undefined,
    }));
    const why = whyUnusable(hook, root);
    const unusable = why === null ? null : problem("BAD_HOOK", `${hook.id}: ${why}`, "", { file: hook.file });
    const closed = whyUntrustable(root, wordsOf(hook.handler));
    const untrustable = closed && problem("BAD_HOOK", `${hook.id}: ${closed.why}`, closed.remedy, { file: hook.file });
    const about = { id: hook.id, file: hook.file, hook, trust, digest, examples: hook.examples };
    return [{ ...about, text: read.text, before: known?.text ?? null, files, unusable, untrustable }];
  });
}

/** Null for what is no file. */
function sizeOf(path: string): number | null {
  const stat = onSystemError("any", undefined, () => statSync(path, { throwIfNoEntry: false }));
  return stat?.isFile() ? stat.size : null;
}

/** One sentence with its remedy; null where the handler could be started. */
export function whyUnusable({ handler }: EventHook, root: string): string | null {
  if (handler.kind === "builtin") {
    return builtins.has(handler.command.trim()) ? null : `there is no builtin ${handler.command}.`;
  }
  const found = handler.kind === "script" ? findProgram(root, handler.command) : regularFile(root, handler.command);
  if (!found.ok) return found.message;
  return "program" in found && found.program.kind === "path" ? whyNotExecutable(root, found.program) : null;
}

function whyNotExecutable(root: string, program: Program): string | null {
  try {
    accessSync(program.file, constants.X_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return whyNotStarted(root, program, code).message;
  }
}
