/**
 * The lines that are put into one of git's hooks. They stand right behind the first line: what another hook does, how it
 * ends and what it reads come after them and stay as they were. Text here is one character a byte.
 */
import { factsOf } from "@intentgate/shell";

const BEGIN = "# >>> intentgate: notes which records a commit took in; `intentgate anchor remove` takes this out";
const END = "# <<< intentgate";
const MADE = "# Nothing stood here before.";

/** Where a hook is put that cannot be added to: beside the others, under the name it had. */
export const ASIDE = "before-intentgate";

/** What a file of ours begins with. */
export const SHELL = "#!/bin/sh\n";

/** In another's hook; a hook where none was; a hook that runs the one that was put aside. */
export type Place = "within" | "alone" | "instead";

export type HookName = "post-commit" | "post-rewrite";

/** A commit must not fail, and must say nothing, because of us. What `post-rewrite` is told is for all that read it. */
const calls: Record<HookName, string[]> = {
  "post-commit": [
    "if command -v intentgate >/dev/null 2>&1; then",
    "  intentgate anchor commit </dev/null >/dev/null 2>&1 || :",
    "fi",
  ],
  "post-rewrite": [
    "if command -v intentgate >/dev/null 2>&1; then",
    "  intentgate_told=$(cat)",
    `  printf '%s\\n' "$intentgate_told" | intentgate anchor rewrite >/dev/null 2>&1 || :`,
    `  if [ -n "$intentgate_told" ]; then`,
    "    exec <<INTENTGATE_TOLD",
    "$intentgate_told",
    "INTENTGATE_TOLD",
    "  else",
    "    exec </dev/null",
    "  fi",
    "  unset intentgate_told",
    "fi",
  ],
};

function blockOf(name: HookName, place: Place): string {
  const aside = `"$(dirname -- "$0")/${ASIDE}/${name}"`;
  const goOn = `if [ -x ${aside} ]; then exec ${aside} "$@"; fi`;
  const rest = { within: [], alone: [MADE], instead: [goOn] }[place];
  return `${[BEGIN, ...calls[name], ...rest, END].join("\n")}\n`;
}

/** A whole hook of ours. */
export function ownHook(name: HookName, place: "alone" | "instead"): string {
  return `${SHELL}${blockOf(name, place)}`;
}

/** A first line without an end gets one, and the block has none: so that is known when it is taken out. */
export function withBlock(text: string, name: HookName): string {
  const end = text.indexOf("\n") + 1;
  const block = blockOf(name, "within");
  return end === 0 ? `${text}\n${block.slice(0, -1)}` : `${text.slice(0, end)}${block}${text.slice(end)}`;
}

export interface FoundBlock {
  place: Place;
  /** All but the block. */
  rest: string;
  /** Nothing but the first line stands before it, and it is what would be written now. */
  isCurrent: boolean;
}

/** Null where there is no block, or only half of one. */
export function findBlock(text: string, name: HookName): FoundBlock | null {
  const from = lineStart(text, BEGIN.slice(0, BEGIN.indexOf(":")), 0);
  const end = from < 0 ? -1 : lineStart(text, END, from);
  if (end < 0) return null;
  const isCut = text.length === end + END.length;
  const to = Math.min(text.length, end + END.length + 1);
  const block = text.slice(from, to);
  const place = block.includes(MADE) ? "alone" : block.includes(`/${ASIDE}/`) ? "instead" : "within";
  const before = text.slice(0, isCut ? from - 1 : from);
  return {
    place,
    rest: before + text.slice(to),
    isCurrent: text.indexOf("\n") === from - 1 && `${block}${isCut ? "\n" : ""}` === blockOf(name, place),
  };
}

/** Where a line that begins so begins; -1 where there is none. */
function lineStart(text: string, line: string, from: number): number {
  for (let at = text.indexOf(line, from); at >= 0; at = text.indexOf(line, at + 1))
    if (at === 0 || text[at - 1] === "\n") return at;
  return -1;
}

/** Whether a shell that understands the block runs the file: `#!/bin/sh`, `#!/usr/bin/env bash`, with options or not. */
export function isShellScript(text: string): boolean {
  const first = text.slice(0, 200).split("\n")[0] ?? "";
  if (!first.startsWith("#!") || first.includes("\r")) return false;
  const words = first.slice(2).trim().split(/\s+/);
  const base = (word: string | undefined) => word?.slice(word.lastIndexOf("/") + 1) ?? "";
  const program = factsOf(base(words[0])).startsOthers ? words.slice(1) : words;
  return factsOf(base(program[0])).readsPosix === true && program.slice(1).every((word) => /^-[a-zA-Z]+$/.test(word));
}
