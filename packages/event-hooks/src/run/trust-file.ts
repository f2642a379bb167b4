/** Which hooks a person trusted, and as what: kept outside the workspace, so that no clone can bring its own. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { jsonFields, ProblemError, problem } from "@intentgate/documents";
import { identity, readText, replaceFile, tryFileLock } from "@intentgate/world";
import type { PathGlobs } from "../declared/match-hook.ts";
import { readHook } from "../declared/read-hook.ts";
import type { CommandWords } from "./command-words.ts";
import type { LoadedHook } from "./compile-hooks.ts";
import type { HookTrust } from "./event-hooks.ts";
import { digestsOf, UNKNOWN, whyUntrustable } from "./handler-files.ts";

export interface TrustedHook {
  at: string;
  /** Of the hook file. */
  digest: string;
  /** The hook file itself: it stays in force where its present text cannot be read. */
  text: string;
  /** Of the files its handler is made of. */
  files: Readonly<Record<string, string | null>>;
}

export interface TrustFile {
  of(id: string): TrustedHook | undefined;
  /** The hook as it was trusted; null where it never was, or can no longer be read. */
  hookOf(id: string, file: string): LoadedHook | null;
  ids(): string[];
  change(step: (hooks: ReadonlyMap<string, TrustedHook>) => ReadonlyMap<string, TrustedHook>): void;
}

export function createTrustFile(state: string, globs: PathGlobs): TrustFile {
  const file = join(state, "trusted-hooks.json");
  const loaded = new WeakMap<TrustedHook, { name: string; hook: LoadedHook | null }>();
  let known: { identity: string; hooks: ReadonlyMap<string, TrustedHook> } | undefined;

  function hooks(): ReadonlyMap<string, TrustedHook> {
    const now = identity(file);
    if (known?.identity !== now) {
      const text = now === "absent" ? null : readText(file);
      known = { identity: now, hooks: new Map(Object.entries(text === null ? {} : readTrusted(text, file))) };
    }
    return known.hooks;
  }

  return {
    of: (id) => hooks().get(id),
    hookOf(id, name) {
      const found = hooks().get(id);
      if (!found) return null;
      const before = loaded.get(found);
      if (before?.name === name) return before.hook;
      const read = readHook(found.text, name, globs);
      const hook = read.ok ? { hook: read.value, digest: found.digest } : null;
      loaded.set(found, { name, hook });
      return hook;
    },
    ids: () => [...hooks().keys()],
    change(step) {
      mkdirSync(state, { recursive: true, mode: 0o700 });
      const release = tryFileLock(`${file}.lock`);
      if (!release) {
        const remedy = "Wait until the other `intentgate hooks trust` is done, then try again.";
        throw new ProblemError([problem("CANNOT_WRITE", "somebody else is trusting hooks at this moment", remedy)]);
      }
      try {
        const next = Object.fromEntries(step(hooks()));
        replaceFile(file, JSON.stringify({ version: 1, hooks: next }), { mode: 0o600 });
      } finally {
        release();
      }
    },
  };
}

/** Who may run is not known where this cannot be read, and then nobody may. */
function readTrusted(text: string, file: string): Record<string, TrustedHook> {
  const { hooks } = jsonFields(text);
  if (typeof hooks === "object" && hooks !== null) return hooks as Record<string, TrustedHook>;
  const remedy = "Remove the file, then run `intentgate hooks trust`.";
  throw new ProblemError([problem("CANNOT_READ", `${file} is damaged`, remedy, { file })]);
}

/** Read anew each time: only bytes that were just looked at are known. */
export function trustOf(
  { digest, words }: { digest: string; words: CommandWords },
  root: string,
  trusted: TrustedHook | undefined,
): HookTrust {
  if (!trusted) return "untrusted";
  const isSame = trusted.digest === digest && whyUntrustable(root, words) === null;
  return isSame && haveSameBytes(digestsOf(root, words), trusted.files) ? "trusted" : "changed";
}

/** What is not there, or not known, is never the same: something else could stand there when it runs. */
export function haveSameBytes(
  some: Readonly<Record<string, string | null>>,
  others: Readonly<Record<string, string | null>>,
): boolean {
  const paths = Object.keys(some);
  if (paths.length !== Object.keys(others).length) return false;
  return paths.every((path) => {
    const digest = some[path] ?? UNKNOWN;
    return digest !== UNKNOWN && Object.hasOwn(others, path) && digest === others[path];
  });
}
