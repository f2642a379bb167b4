/** `sqlite3 DATABASE SQL`: where the text stays inside the database, that is what is written. */
import type { Program, Word } from "../uses/program.ts";
import { isSink } from "../uses/sinks.ts";
import { readsOf, somewhere, useOf, written } from "../uses/use-of.ts";

const flags = new Set(
  "-header -headers -noheader -column -csv -json -line -list -box -table -markdown -html -quote -tabs -ascii -readonly -batch -bail".split(
    " ",
  ),
);
const valued = new Set("-separator -nullvalue -newline".split(" "));
const shown = /^\.(?:tables|schema|indexes|indices|databases|dump|fullschema)(?: [A-Za-z0-9_%]+)?$/;
/** Functions and statements that reach beyond the database. */
const reaching =
  /writefile|load_extension|edit\s*\(|readfile|attach|vacuum|fts3_tokenizer|shell|zipfile|fileio|lsdir|fsdir/i;
const changing =
  /^(?:insert|update|delete|replace|create|drop|alter|begin|commit|end|rollback|analyze|reindex|savepoint|release|with|select|pragma|explain|values)$/i;
const asking = /^(?:select|values|explain)$/i;
const readingPragma =
  /^pragma\s+(?:table_info|table_list|index_list|index_info|foreign_key_list|database_list|compile_options)\s*(?:\([A-Za-z0-9_' "]*\))?\s*$/i;

export const sqlite: Program = {
  names: ["sqlite3"],
  use(args) {
    const operands: Word[] = [];
    let readOnly = false;
    for (let at = 0; at < args.length; at += 1) {
      const text = args[at]?.text;
      const option = text?.startsWith("--") ? text.slice(1) : text;
      if (text == null || option == null) {
        // Behind the database it is SQL that is not known.
        if (operands.length === 0) return undefined;
        operands.push(args[at] as Word);
      } else if (flags.has(option)) readOnly ||= option === "-readonly";
      else if (valued.has(option)) at += 1;
      else if (option.startsWith("-")) return undefined;
      else operands.push({ text, glob: false });
    }
    const [database, ...statements] = operands;
    if (!database || statements.length === 0 || statements.some(({ text }) => text === null)) return undefined;
    if (database.text?.startsWith("file:")) return undefined;
    const texts = statements.map(({ text }) => (text ?? "").trim());
    // A database that is missing is made even by a question, unless it is opened for reading.
    if (readOnly && texts.every((text) => shown.test(text) || isQuestion(text))) return useOf(readsOf([database]));
    if (!texts.every((text) => shown.test(text) || staysInside(text))) return undefined;
    if (database.text === ":memory:" || database.text === "") return useOf([]);
    return useOf(database.text === null || isSink(database.text) ? [somewhere()] : written(database, "derived"));
  },
};

/** Splitting at every `;` may cut a text in two: the pieces then do not begin like statements, which is no answer. */
function statementsOf(text: string): string[] {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function isQuestion(text: string): boolean {
  const parts = statementsOf(text);
  if (parts.length !== 1 || reaching.test(text) || text.startsWith(".")) return false;
  const [part = ""] = parts;
  if (part.includes("\n.")) return false;
  return asking.test(part.split(/[\s(*]/)[0] ?? "") || readingPragma.test(part);
}

function staysInside(text: string): boolean {
  if (reaching.test(text) || text.startsWith(".") || text.includes("\n.")) return false;
  return statementsOf(text).every((part) => changing.test(part.split(/[\s(*]/)[0] ?? ""));
}
