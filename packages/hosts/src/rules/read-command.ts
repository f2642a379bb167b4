/** Every text in a command line that a host may hold its rules against: each command, and each without what only leads to it. */
import { posix } from "node:path";
import { type LinePart, type LineWord, readLine } from "./read-line.ts";

/** One command of a line. */
export interface CommandForms {
  /** As it stands there and with its quotes taken away, whole and without what leads to it. */
  texts: readonly string[];
  /** Its words without redirects, and where among them a command begins. */
  words: readonly string[];
  starts: readonly number[];
  /** Every word, files that are read from or written to among them. */
  named: readonly string[];
  hasRedirect: boolean;
}

export type CommandReading = { whole: string; commands: readonly CommandForms[] } | { tooMuch: string };

/** What stands before or behind a command inside of a script; no host takes it for part of the command. */
const keywords = new Set("if then elif else fi while until do done esac { } ! in".split(" "));

/** Programs that start the command behind their own options. */
const wrappers = new Set(
  `env timeout gtimeout time nice nohup stdbuf xargs command builtin exec eval sudo doas setsid ionice chrt taskset
  unbuffer watch caffeinate noglob nocorrect coproc busybox parallel strace ltrace catchsegv setarch chronic flock
  pkexec runuser su script unshare nsenter chroot prlimit setpriv numactl cgexec systemd-run firejail bwrap rlwrap
  dbus-run-session xvfb-run choom trickle proxychains4 torsocks fakeroot eatmydata hyperfine perf valgrind entr`.split(
    /\s+/,
  ),
);
const shells = new Set("sh bash zsh dash ksh mksh ash fish".split(" "));
const startsAnother = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

const MOST_STARTS = 200;
const MOST_SCRIPTS = 200;

export function readCommand(command: string): CommandReading {
  const commands: CommandForms[] = [];
  const scripts = [command];
  for (let at = 0; at < scripts.length; at += 1) {
    if (scripts.length > MOST_SCRIPTS) return { tooMuch: "it starts one shell inside of another, again and again" };
    const line = readLine(scripts[at] ?? "");
    if ("tooMuch" in line) return line;
    for (const part of line.parts) {
      const { forms, inner } = formsOf(part);
      if (forms.starts.length > MOST_STARTS) return { tooMuch: "it has too many words that may begin a command" };
      commands.push(forms);
      scripts.push(...inner);
    }
  }
  return { whole: command.trim(), commands };
}

function formsOf(part: LinePart): { forms: CommandForms; inner: string[] } {
  const words = part.words.filter(({ isTarget }) => !isTarget);
  const values = words.map(({ value }) => value);
  const { starts, inner } = startsIn(values);
  const plain = values.join(" ");
  const offsets = offsetsIn(words);
  const texts = starts.slice(0, MOST_STARTS).flatMap((at) => {
    const raw = part.text.slice(words[at]?.start ?? 0).trim();
    const bare = plain.slice(offsets[at] ?? 0).trim();
    return raw === bare ? [raw] : [raw, bare];
  });
  return {
    forms: {
      texts: values.length === 0 ? [part.text.trim()] : texts,
      words: values,
      starts,
      named: part.words.map(({ value }) => value),
      hasRedirect: part.hasRedirect,
    },
    inner,
  };
}

function offsetsIn(words: readonly LineWord[]): number[] {
  let offset = 0;
  return words.map(({ value }) => {
    const here = offset;
    offset += value.length + 1;
    return here;
  });
}

/** Where a command may begin among the words, and scripts that stand in them. */
function startsIn(words: readonly string[]): { starts: number[]; inner: string[] } {
  const visited = new Set<number>();
  const seen = new Set<number>();
  const inner: string[] = [];
  const open = [0];
  /** Behind the first wrapper every word is one of these already. */
  let openFrom = words.length;
  for (let at = open.pop(); at !== undefined && seen.size <= MOST_STARTS; at = open.pop()) {
    const word = words[at];
    if (word === undefined || visited.has(at)) continue;
    visited.add(at);
    if (keywords.has(word)) {
      open.push(at + 1);
      continue;
    }
    seen.add(at);
    const program = posix.basename(word);
    if (isAssignment(word)) open.push(at + 1);
    else if (word === "function") open.push(at + 2);
    else if (wrappers.has(program)) {
      const behind = behindIt(words.slice(0, openFrom), at + 1);
      openFrom = Math.min(openFrom, at);
      for (const index of behind) {
        open.push(index);
        // A whole command in one word, as for `env -S` and `watch`.
        if (/\s/.test(words[index] ?? "")) inner.push(words[index] ?? "");
      }
      if (program === "eval") inner.push(words.slice(at + 1).join(" "));
    } else if (program === "find" || program === "fd" || program === "fdfind") {
      const from = at;
      open.push(...words.flatMap((one, index) => (index > from && startsAnother.has(one) ? [index + 1] : [])));
    } else if (shells.has(program)) inner.push(...scriptOf(words, at + 1));
  }
  return { starts: [...seen].sort((a, b) => a - b), inner };
}

/** Which words belong to its own options differs from program to program, so each may begin what it starts. */
function behindIt(words: readonly string[], from: number): number[] {
  return words.flatMap((word, at) => (at < from || word.startsWith("-") || isAssignment(word) ? [] : [at]));
}

/** Any word behind one that holds `-c`: a shell takes options, and their values, on both sides of it. */
function scriptOf(words: readonly string[], from: number): string[] {
  const first = words.findIndex((word, at) => at >= from && /^[-+][a-z]*c/i.test(word));
  return first < 0 ? [] : words.slice(first + 1).filter((word) => !word.startsWith("-"));
}

function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word);
}
