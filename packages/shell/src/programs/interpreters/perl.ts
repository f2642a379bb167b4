/** `perl`: its version, edits in place by plain substitutions, and one-liners that are nothing but known calls. */
import { optionTable, splitArguments } from "../../uses/options.ts";
import { type Nested, onlyReads, type Program, type Use, type UseEffect, type Word } from "../../uses/program.ts";
import { edited, readsOf, useOf, written } from "../../uses/use-of.ts";
import {
  type CallMeaning,
  deletesAll,
  each,
  harmless,
  type Meanings,
  moves,
  runsText,
  useOfCalls,
  writesArgument,
} from "./call-effects.ts";
import { readLiteralCalls } from "./literal-calls.ts";
import { isPlainEditing } from "./perl-editing.ts";
import { programText } from "./program-text.ts";

const table = optionTable("-nplwaWs e: E: i? 0? F:");

/** `open(F, ">x")`, `open(F, ">", "x")`; a name with a pipe is a command. */
const opens: CallMeaning = ({ args }) => {
  const [, first, second] = args[0] ?? [];
  if (typeof first !== "string" || (second !== undefined && typeof second !== "string")) return undefined;
  const joined = second === undefined ? first.trim() : `${first.trim().split(":")[0]?.trim()} ${second}`;
  const piped = pipeOf(joined, second !== undefined);
  if (piped) return { nested: [piped] };
  const mode = /^\+?(?:>>|>|<)?/.exec(joined)?.[0] ?? "";
  const path = joined.slice(mode.length).trim();
  if (path === "" || path.startsWith("&")) return undefined;
  const effects: UseEffect[] =
    mode === "" || mode === "<"
      ? [{ does: "read", path }]
      : written(path, mode === ">" ? "create_or_replace" : "derived");
  return { effects };
};

function pipeOf(text: string, separate: boolean): Nested | undefined {
  if (separate && (text.startsWith("|-") || text.startsWith("-|"))) {
    return { runs: "script", text: text.slice(2).trim(), folder: null };
  }
  if (text.startsWith("|")) return { runs: "script", text: text.slice(1), folder: null };
  return text.endsWith("|") ? { runs: "script", text: text.slice(0, -1), folder: null } : undefined;
}

const meanings: Meanings = {
  ...each("print say exit", harmless),
  ...each("unlink", deletesAll),
  ...each("rmdir", deletesAll),
  ...each("mkdir", writesArgument(0, "derived")),
  ...each("rename", moves),
  ...each("system exec", runsText),
  open: opens,
};

/** `-0777pi`: behind the number of the separator more options may follow. */
function behindSeparator(word: Word): Word[] {
  const [, before, rest] = /^(-[nplwaWs]*0(?:[0-7]*|x[0-9a-fA-F]*))([a-zA-Z].*)$/s.exec(word.text ?? "") ?? [];
  if (before === undefined || rest === undefined) return [word];
  return [
    { text: before, glob: false },
    { ...word, text: `-${rest}` },
  ];
}

export const perl: Program = {
  names: ["perl"],
  use(args, around): Use | undefined {
    const [option] = args.map(({ text }) => text);
    if (args.length === 1 && ["--version", "-v", "--help", "-h"].includes(option ?? "")) return onlyReads([]);
    const split = splitArguments(table, args.flatMap(behindSeparator), { operandsEndOptions: true });
    const piped = programText(
      args.map(({ text }) => text),
      [],
      () => around.stdin,
    );
    const programs = piped === null ? (split?.values("e", "E") ?? []) : [{ text: piped, glob: false }];
    if (!split || programs.length === 0 || programs.some(({ text }) => text === null)) return undefined;
    const program = programs.map(({ text }) => text).join("\n");
    if (!split.has("n", "p")) {
      if (split.has("i") || split.has("a", "F")) return undefined;
      const calls = readLiteralCalls(program, {
        computed: "$@",
        escapesInSingle: false,
        comment: "#",
        bareArguments: true,
        statement: (tokens) =>
          tokens.length === 2 && tokens[0]?.text === "use" && ["strict", "warnings"].includes(tokens[1]?.text ?? ""),
      });
      return calls && useOfCalls(calls, meanings);
    }
    const inPlace = split.options.find(({ name }) => name === "i");
    // A name with a pipe is run, one with `>` is written.
    const strange = split.operands.some(({ text }) => (text === null ? !inPlace : /[|<>]|^\s|\s$/.test(text)));
    if (strange || !isPlainEditing(program)) return undefined;
    const files = split.operands.filter(({ text }) => text !== "-");
    return useOf([
      ...readsOf(files),
      ...(inPlace ? files.flatMap((file) => edited(file, inPlace.value?.text ?? "")) : []),
    ]);
  },
};
