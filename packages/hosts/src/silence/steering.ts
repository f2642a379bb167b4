/** Variables that a host takes out of files into its own process, and so into that of our hook. */
import type { Host } from "../host/host.ts";

/** Variables that decide which programs and which state our hook meets. */
const steering =
  /^(?:XDG_.*|HOME|PATH|TMPDIR|NODE_OPTIONS|NODE_PATH|NODE_COMPILE_CACHE|OPENSSL_.*|GCONV_PATH|LD_.*|DYLD_.*|BUN_.*|PERL.*|BASH_ENV|BASHOPTS|SHELLOPTS|INTENTGATE_.*|GIT_(?!AUTHOR_|COMMITTER_).*)$/;

/** What may stand in any host's settings: language, time, ways to the network, what was measured. */
const harmless =
  /^(?:LANG|LC_[A-Z]+|TZ|CI|TERM|NO_COLOR|FORCE_COLOR|NODE_ENV|HTTPS?_PROXY|NO_PROXY|OTEL_[A-Z_]+|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL))$/;

/** What a name under `env` in the settings of a host does to our hook. Whatever is not known to be harmless may do anything. */
export function steers(host: Host, name: string): "surely" | "perhaps" | "not" {
  if ([harmless, host.silencing.harmless].some((pattern) => pattern?.test(name))) return "not";
  return isSteering(host, name) ? "surely" : "perhaps";
}

/** What in a file of variables, which a project has for its own programs, would steer our hook or keep the host from asking it. */
export function steeringIn(host: Host, kind: "variables" | "bunfig", text: string): string[] {
  // A key may be spelled with escapes: who writes one into such a file hides something.
  if (kind === "bunfig") return /preload|\\[uU]/.test(text) ? ["preload"] : [];
  return variablesIn(text).filter((name) => isSteering(host, name));
}

function isSteering({ silencing }: Host, name: string): boolean {
  return [steering, silencing.variables].some((pattern) => pattern?.test(name.toUpperCase()));
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
