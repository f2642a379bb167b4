/** `sqlite3 DATABASE SQL`: where the text stays inside the database, that is what is written. */
import type { Program, UseEffect, Word } from "../uses/program.ts";
import { isSink } from "../uses/sinks.ts";
import { readsOf, somewhere, useOf, written } from "../uses/use-of.ts";
import { callsOnlyKnown, type SqlWord, sqlWords, statementsOf } from "./sql-words.ts";

const flags = new Set(
  "-header -headers -noheader -column -csv -json -line -list -box -table -markdown -html -quote -tabs -ascii -readonly -safe -batch -bail".split(
    " ",
  ),
);
const valued = new Set("-separator -nullvalue -newline".split(" "));
const shown = /^\.(?:tables|schema|indexes|indices|databases|dump|fullschema)(?: [A-Za-z0-9_%]+)?$/;
/** Functions, modules and statements that reach beyond the database, as they may also stand without a parenthesis. */
const reaching =
  /load_extension|writefile|readfile|^edit$|attach|vacuum|fts3_tokenizer|shell|zipfile|fileio|lsdir|fsdir|virtual|store_directory/;
const changing =
  /^(?:insert|update|delete|replace|create|drop|alter|begin|commit|end|rollback|analyze|reindex|savepoint|release|with|select|pragma|explain|values)$/;
const asking = /^(?:select|values|explain)$/;
const readingPragmas = new Set(
  "table_info table_list index_list index_info foreign_key_list database_list compile_options".split(" "),
);
const pragmas = new Set([
  ...readingPragmas,
  ..."journal_mode foreign_keys user_version application_id synchronous integrity_check quick_check foreign_key_check encoding".split(
    " ",
  ),
  ..."page_size page_count freelist_count auto_vacuum busy_timeout cache_size wal_checkpoint optimize recursive_triggers".split(
    " ",
  ),
]);

export const sqlite: Program = {
  names: ["sqlite3"],
  use(args) {
    const operands: Word[] = [];
    let [readOnly, isHeld] = [false, false];
    for (let at = 0; at < args.length; at += 1) {
      const text = args[at]?.text;
      const option = text?.startsWith("--") ? text.slice(1) : text;
      if (text == null || option == null) {
        // Behind the database it is SQL that is not known.
        if (operands.length === 0) return undefined;
        operands.push(args[at] as Word);
      } else if (flags.has(option)) {
        readOnly ||= option === "-readonly";
        isHeld ||= option === "-safe";
      } else if (valued.has(option)) at += 1;
      else if (option.startsWith("-")) return undefined;
      else operands.push({ text, glob: false });
    }
    const [database, ...statements] = operands;
    if (!database || statements.length === 0 || statements.some(({ text }) => text === null)) return undefined;
    if (database.text?.startsWith("file:")) return undefined;
    const texts = statements.map(({ text }) => (text ?? "").trim());
    const isOwn = database.text === ":memory:" || database.text === "";
    const loads: UseEffect[] =
      isHeld || isOwn || !texts.some(opensTables) ? [] : [{ does: "load_settings", program: "sqlite3" }];
    // A database that is missing is made even by a question, unless it is opened for reading.
    if (readOnly && texts.every((text) => shown.test(text) || isQuestion(text)))
      return useOf([...loads, ...readsOf([database])]);
    if (!texts.every((text) => shown.test(text) || staysInside(text))) return undefined;
    if (isOwn) return useOf([]);
    const changed = database.text === null || isSink(database.text) ? [somewhere()] : written(database, "derived");
    return useOf([...loads, ...changed]);
  },
};

function isKnown(words: readonly SqlWord[]): boolean {
  if (words.some(({ kind, text }) => kind !== "sign" && kind !== "text" && reaching.test(text))) return false;
  const [first, name] = words;
  if (first?.text === "pragma") return words.length < 8 && pragmas.has(name?.text ?? "") && !words.some(isText);
  return callsOnlyKnown(words);
}

function isText({ kind }: SqlWord): boolean {
  return kind === "text";
}

function isQuestion(text: string): boolean {
  const parts = statementsIn(text);
  const [part, ...more] = parts ?? [];
  if (!part || more.length > 0 || !isKnown(part)) return false;
  const [first, name] = part;
  return asking.test(first?.text ?? "") || (first?.text === "pragma" && readingPragmas.has(name?.text ?? ""));
}

function staysInside(text: string): boolean {
  return statementsIn(text)?.every((part) => changing.test(part[0]?.text ?? "") && isKnown(part)) ?? false;
}

/** Undefined: a line of it may be an instruction to the program itself. */
function statementsIn(text: string): SqlWord[][] | undefined {
  if (text.startsWith(".") || text.includes("\n.")) return undefined;
  const words = sqlWords(text);
  return words && statementsOf(words);
}

/** A view or a trigger of the database calls what it says, `edit` too, whoever asks it or adds to it. */
function opensTables(text: string): boolean {
  if (shown.test(text)) return false;
  return (statementsIn(text) ?? []).some((words) => {
    const verb = words[0]?.text ?? "";
    if (["pragma", "create", "begin", "commit", "end", "rollback", "savepoint", "release", "drop"].includes(verb))
      return false;
    return words.some(({ text, kind }, at) => {
      if (kind !== "word") return false;
      if (text === "from") return !/^(?:sqlite_(?:master|schema)|pragma_[a-z_]+)$/.test(words[at + 1]?.text ?? "");
      return ["join", "in", "into", "update", "table", "alter"].includes(text);
    });
  });
}
