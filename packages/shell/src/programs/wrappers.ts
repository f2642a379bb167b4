/** Programs that run the command behind their own options. */

import { type OptionTable, optionTable, splitArguments } from "../uses/options.ts";
import { type Nested, onlyReads, type Program, type UseEffect, type Word } from "../uses/program.ts";
import { somewhere, useOf, written } from "../uses/use-of.ts";
import { withoutAssignments } from "./env.ts";

interface Wrapper {
  names: readonly string[];
  options: string;
  /** Operands of its own in front of the command. */
  before?: number;
  /** Options under which it does something else. */
  unless?: readonly string[];
  /** Options whose value is a file that is written. */
  writes?: readonly string[];
  /** `NAME=value` may stand in front of the command. */
  assignments?: boolean;
  /** The option that names the folder the command runs in. */
  folder?: string;
  /** Without a command it shows something. */
  alone?: boolean;
}

const rows: readonly Wrapper[] = [
  { names: ["nice"], options: "-0123456789 n|adjustment:", alone: true },
  { names: ["nohup", "setsid"], options: "-cfw ctty fork wait" },
  { names: ["unbuffer", "chronic", "caffeinate", "catchsegv"], options: "-pveidmsu" },
  {
    names: ["timeout", "gtimeout"],
    options: "-fpv k|kill-after: s|signal: foreground preserve-status verbose",
    before: 1,
  },
  { names: ["time"], options: "-apqvl f|format: o|output: append portability quiet verbose", writes: ["o"] },
  { names: ["stdbuf"], options: "i|input: o|output: e|error:" },
  { names: ["ionice"], options: "-t c|class: n|classdata: p|pid: P: u: ignore", unless: ["p", "P", "u"] },
  {
    names: ["chrt"],
    options: "-abdfiormv p|pid R T: P: D: all-tasks batch deadline fifo idle other rr max reset-on-fork",
    before: 1,
    unless: ["p", "m", "max"],
  },
  { names: ["taskset"], options: "-a p|pid c|cpu-list all-tasks", before: 1, unless: ["p"] },
  {
    names: ["sudo"],
    options: `-AbEHnPSB u|user: g|group: p|prompt: C: h|host: T|command-timeout: D|chdir: e|edit i|login s|shell l|list
      k|reset-timestamp K v|validate preserve-env? set-home non-interactive stdin background`,
    unless: ["e", "i", "s", "l", "k", "K", "v", "h", "preserve-env"],
    folder: "D",
    assignments: true,
  },
  // The shell has its own; this is what another program finds under the name.
  { names: ["command"], options: "-p" },
  { names: ["fakeroot", "eatmydata", "dbus-run-session"], options: "" },
  { names: ["doas"], options: "-n u: s L C:", unless: ["s", "L", "C"] },
  { names: ["busybox", "toybox"], options: "" },
];

function wrapper(row: Wrapper): Program {
  const table: OptionTable = optionTable(row.options);
  const before = row.before ?? 0;
  return {
    names: row.names,
    use(args) {
      const split = splitArguments(table, args, { operandsEndOptions: true });
      if (!split || split.has(...(row.unless ?? []))) return undefined;
      // Where one of its own words is not known, so is where the command begins.
      if (split.options.some(({ value }) => value?.text === null)) return undefined;
      if (split.operands.slice(0, before + 1).some(({ text }) => text === null)) return undefined;
      const effects = split.values(...(row.writes ?? [])).flatMap((file) => written(file, "create_or_replace"));
      const operands = split.operands.slice(before);
      const read = row.assignments ? withoutAssignments(operands) : { command: operands, sets: new Map() };
      if (!read) return undefined;
      const { command, sets } = read;
      if (command.length === 0) return row.alone && split.options.length === 0 ? onlyReads([]) : undefined;
      const folder = row.folder === undefined ? null : (split.value(row.folder)?.text ?? null);
      return useOf(effects, [{ runs: "words", words: command, moreArguments: false, folder, sets }]);
    },
  };
}

const flockOptions = optionTable(
  "-eFnosuxv E|conflict-exit-code: w|wait|timeout: c|command: exclusive shared nonblock nb unlock close no-fork verbose",
);

/** The file it locks is made where it is missing. */
const flock: Program = {
  names: ["flock"],
  use(args) {
    const split = splitArguments(flockOptions, args, { operandsEndOptions: true });
    const [file, ...command] = split?.operands ?? [];
    if (!split || file?.text == null || split.has("c")) return undefined;
    const lock: UseEffect[] = /^[0-9]+$/.test(file.text) && command.length === 0 ? [] : written(file, "derived");
    const [first, script, ...more] = command;
    if (!first) return lock.length === 0 ? onlyReads([]) : undefined;
    if (first.text === "-c" || first.text === "--command") {
      if (!script || more.length > 0) return undefined;
      return useOf(lock, [{ runs: "script", text: script.text, folder: null }]);
    }
    return useOf(lock, [{ runs: "words", words: command, moreArguments: false, folder: null }]);
  },
};

const scriptOptions = optionTable("-aefq t|timing? c|command: return append flush quiet force");

/** Keeps all that a command prints; the command is an option, or stands behind the file as on BSD. */
const script: Program = {
  names: ["script"],
  use(args) {
    const option = args.some(({ text }) => text === "-c" || text === "--command" || text?.startsWith("--command="));
    const split = splitArguments(scriptOptions, args, { operandsEndOptions: !option });
    const text = split?.value("c");
    const [kept = { text: "typescript", glob: false }, ...words] = split?.operands ?? [];
    if (!split || split.value("t") || (text ? words.length > 0 : words.length === 0)) return undefined;
    const effects =
      kept.text === null ? [somewhere()] : written(kept, split.has("a", "append") ? "derived" : "create_or_replace");
    return text
      ? useOf(effects, [{ runs: "script", text: text.text, folder: null }])
      : useOf(effects, [{ runs: "words", words, moreArguments: false, folder: null }]);
  },
};

const watchOptions = optionTable(
  "-bcdegptwx n|interval: beep color differences? errexit chgexit precise no-title no-wrap exec",
);

/** Gives its words to a shell, joined by spaces, or with `-x` as they are; what was meant as one word counts too. */
const watch: Program = {
  names: ["watch"],
  use(args) {
    const split = splitArguments(watchOptions, args, { operandsEndOptions: true });
    if (!split || split.operands.length === 0 || split.mayHideOption) return undefined;
    if (split.has("x", "exec")) {
      return useOf([], [{ runs: "words", words: split.operands, moreArguments: false, folder: null }]);
    }
    return useOf([], [{ runs: "script", text: joined(split.operands), folder: null }, ...asTheyAre(split.operands)]);
  },
};

/** Where joining loses quotes, the words as they stand are what the person meant: both are looked at. */
export function asTheyAre(words: readonly Word[]): Nested[] {
  const loses = words.length > 1 && words.some(({ text }) => text === null || /[\s;&|<>$`(){}*?'"\\#~]/.test(text));
  return loses ? [{ runs: "words", words, moreArguments: false, folder: null }] : [];
}

function joined(words: readonly Word[]): string | null {
  return words.some(({ text, glob }) => text === null || glob) ? null : words.map(({ text }) => text).join(" ");
}

export const wrappers: readonly Program[] = [...rows.map(wrapper), flock, script, watch];
