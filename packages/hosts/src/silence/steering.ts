/** Files of a repository that a host takes into its own process, and so into that of our hook. */
import type { LoadedFile } from "../host/around.ts";
import type { Host } from "../host/host.ts";
import { readJsonTree } from "../settings/json-tree.ts";
import { parseSettings } from "../settings/read-settings.ts";

/** Variables that decide which programs and which state our hook meets. */
const steering =
  /^(?:XDG_.*|HOME|PATH|TMPDIR|NODE_OPTIONS|NODE_PATH|NODE_COMPILE_CACHE|OPENSSL_.*|GCONV_PATH|LD_.*|DYLD_.*|BUN_.*|PERL.*|BASH_ENV|BASHOPTS|SHELLOPTS|INTENTGATE_.*|GIT_(?!AUTHOR_|COMMITTER_).*)$/;

/** What in such a file would steer our hook, or keep this host from asking it: names of variables, or the word for code that is run first. */
export function steersBy({ silencing }: Host, kind: LoadedFile["kind"], text: string): string[] {
  // A key may be spelled with escapes: who writes one into such a file hides something.
  if (kind === "bunfig") return /preload|\\[uU]/.test(text) ? ["preload"] : [];
  const names = kind === "settings" ? variablesOf(text) : variablesIn(text);
  const isFound = (name: string) =>
    [steering, silencing.variables].some((pattern) => pattern?.test(name.toUpperCase()));
  return names.filter((name) => isFound(name) || name === UNREAD);
}

const UNREAD = "what cannot be read";

/** The names under `env` in the settings of a host. A host may read what we cannot. */
function variablesOf(text: string): string[] {
  if (!readJsonTree(text).ok) return /env|\\u/i.test(text) ? [UNREAD] : [];
  const { env } = parseSettings(text);
  return typeof env === "object" && env !== null ? Object.keys(env) : [];
}

/**
 * The names that a file of variables may set. Readers of such files differ in what they take for a quoted value, so a
 * name at the beginning of any line counts, and the sign after it may stand on the next one.
 */
export function variablesIn(text: string): string[] {
  const pieces = text.split(/[=:]/).slice(0, -1);
  const names = pieces.flatMap((piece, at) => {
    const lines = piece.trimEnd().split(/[\r\n\u2028\u2029]/);
    if (at > 0 && lines.length === 1) return []; // within a value
    const words = (lines.at(-1) ?? "").trim().split(/\s+/);
    const name = words[0] === "export" ? words.slice(1) : words;
    return name.length === 1 && name[0] !== undefined && /^[\w.-]+$/.test(name[0]) ? [name[0]] : [];
  });
  return [...new Set(names)];
}
