/** What the words of a handler's command say about the files that it runs. Nothing is looked at here. */
import { normalize } from "node:path";
import { changesFolder, factsOfProgram, leadsElsewhere, type ScriptWords } from "@intentgate/shell";
import type { Handler } from "../declared/event-hook.ts";
import { splitCommand } from "../handlers/split-command.ts";

export interface CommandWords {
  /** Must be plain files. */
  files: readonly string[];
  /** From `handler.files`: files or folders that must be there. */
  listed: readonly string[];
  /** Count where they are plain files. */
  possible: readonly string[];
  /** At least one of them must be there, unless there are none. */
  steering: readonly string[];
  /** Given to options, and may not be folders: such a program would run what is in them. */
  closed: readonly string[];
  /** Why nobody can tell what runs; null where the files say it. */
  unclear: string | null;
}

export type WordsOf = (handler: Handler) => CommandWords;

/** What was read once is known for as long as the handler is: they are asked for at every event, and there may be hundreds. */
export function createWordsOf(): WordsOf {
  const known = new WeakMap<Handler, CommandWords>();
  return (handler) => {
    const words = known.get(handler) ?? commandWords(handler);
    known.set(handler, words);
    return words;
  };
}

const none: CommandWords = { files: [], listed: [], possible: [], steering: [], closed: [], unclear: null };

export function commandWords(handler: Handler): CommandWords {
  if (handler.kind === "builtin") return none;
  const listed = distinct(handler.files);
  if (handler.kind === "module") return { ...none, files: distinct([handler.command.trim()]), listed };
  const { command } = handler;
  const split = splitCommand(command);
  if (split.kind === "unsound") return { ...none, listed, unclear: `the command cannot be read: ${split.why}` };
  const all = split.kind === "words" ? [...split.words] : [];
  const moved = [...all, ...pieces(command)].find(changesFolder);
  if (moved !== undefined) {
    return { ...none, listed, unclear: `${moved} makes it run in another folder; write a script for that` };
  }
  if (split.kind === "shell") {
    const first = split.first?.includes("/") ? [split.first] : [];
    const words = pieces(command);
    const unclear = listed.length === 0 ? "it is written for a shell" : null;
    return {
      ...none,
      files: distinct(first),
      listed,
      possible: distinct([...words, ...words.flatMap((word) => factsOfProgram(word).steeredBy ?? [])]),
      unclear,
    };
  }
  return wordsOf(split.words, listed);
}

function wordsOf([program = "", ...rest]: readonly string[], listed: readonly string[]): CommandWords {
  const first = program.includes("/") ? [program] : [];
  const words = [...rest, ...rest.flatMap(pieces), ...rest.flatMap(glued)].filter((word) => !word.startsWith("-"));
  const { script: known, steeredBy = [], startsOthers } = factsOfProgram(program);
  const steering = distinct(steeredBy);
  const possible = distinct([...words, ...steering]);
  // Who lists what runs has said it; what else is a file counts all the same.
  if (listed.length > 0) return { ...none, files: distinct(first), listed, possible };
  // `npm test` means no folder, `gradle -p tools` does.
  const given = rest.flatMap((word, at) =>
    word.startsWith("-") ? [...pieces(word), ...glued(word)] : rest[at - 1]?.startsWith("-") ? [word] : [],
  );
  const closed = steering.length > 0 && !known ? distinct(given) : [];
  const script = known ? scriptOf(rest, known) : null;
  const verb = rest.find((word) => leadsElsewhere(program, word));
  let unclear: string | null = null;
  if (startsOthers) unclear = `${program} runs something else`;
  else if (verb !== undefined) unclear = `${program} ${verb} runs something else`;
  else if (known && script === null) unclear = `${program} is given no file as its first word`;
  const files = distinct([...first, ...words.filter(looksLikePath), ...(script === null ? [] : [script])]);
  return { ...none, files, possible, closed, unclear, steering: known ? [] : steering };
}

/** The first word that is no harmless option; null where it is none that can be told. */
function scriptOf(words: readonly string[], { flags, verbs }: ScriptWords): string | null {
  const left = words.slice(verbs.includes(words[0] ?? "") ? 1 : 0);
  const script = left.find((word) => !flags.test(word));
  return script === undefined || script === "" || script.startsWith("-") ? null : script;
}

/** What a shell or an option would make of a word. */
function pieces(text: string): string[] {
  return text.split(/[\s"'`;|&()<>{}=,]+/).filter(Boolean);
}

/** `-fother.mk` names a file too. */
function glued(word: string): string[] {
  return /^-[A-Za-z]./.test(word) ? [word.slice(2)] : [];
}

function looksLikePath(word: string): boolean {
  return word.includes("/") || /\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(word);
}

function distinct(paths: readonly string[]): string[] {
  return [...new Set(paths.filter(Boolean).map((path) => normalize(path)))];
}
