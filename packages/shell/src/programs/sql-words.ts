/** SQL cut into its words as sqlite cuts it, and the calls in it: comments and quotes hide nothing. */

export interface SqlWord {
  /** `name`: an identifier in quotes of any kind. */
  kind: "word" | "name" | "text" | "sign";
  /** Without quotes; words in small letters. */
  text: string;
}

const spaces = /[ \t\n\f\r]/;
const letters = /[A-Za-z0-9_$\u0080-\uffff]/;
/** A quotation and the sign that ends it; doubled, it stands for itself. */
const quotes: Readonly<Record<string, { end: string; kind: "name" | "text" }>> = {
  "'": { end: "'", kind: "text" },
  '"': { end: '"', kind: "name" },
  "`": { end: "`", kind: "name" },
  "[": { end: "]", kind: "name" },
};

/** Undefined: something has no end. */
export function sqlWords(text: string): SqlWord[] | undefined {
  const words: SqlWord[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? "";
    if (spaces.test(sign)) at += 1;
    else if (text.startsWith("--", at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) return undefined;
      at = end + 2;
    } else if (quotes[sign]) {
      const { end, kind } = quotes[sign];
      const quoted = quotedFrom(text, at + 1, end);
      if (quoted === undefined) return undefined;
      words.push({ kind, text: kind === "name" ? quoted.text.toLowerCase() : quoted.text });
      at = quoted.behind;
    } else if (letters.test(sign)) {
      let end = at;
      while (end < text.length && letters.test(text[end] ?? "")) end += 1;
      words.push({ kind: "word", text: text.slice(at, end).toLowerCase() });
      at = end;
    } else {
      words.push({ kind: "sign", text: sign });
      at += 1;
    }
  }
  return words;
}

function quotedFrom(text: string, start: number, end: string): { text: string; behind: number } | undefined {
  let inner = "";
  for (let at = start; at < text.length; at += 1) {
    if (text[at] !== end) inner += text[at];
    else if (text[at + 1] === end && end !== "]") {
      inner += end;
      at += 1;
    } else return { text: inner, behind: at + 1 };
  }
  return undefined;
}

export function statementsOf(words: readonly SqlWord[]): SqlWord[][] {
  const statements: SqlWord[][] = [[]];
  for (const word of words) {
    if (word.kind === "sign" && word.text === ";") statements.push([]);
    else statements.at(-1)?.push(word);
  }
  return statements.filter((words) => words.length > 0);
}

/** These compute with what they are given. */
const functions = new Set(
  `abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling changes char coalesce concat concat_ws cos cosh count cume_dist
  date datetime degrees dense_rank exp first_value floor format group_concat hex highlight ieee754 ifnull iif instr json json_array
  json_array_length json_each json_extract json_group_array json_group_object json_insert json_object json_patch json_quote json_remove
  json_replace json_set json_tree json_type json_valid julianday lag last_insert_rowid last_value lead length likelihood likely ln log
  log10 log2 lower ltrim matchinfo max min mod nth_value ntile nullif octet_length percent_rank pi pow power printf quote radians random
  randomblob rank regexp replace round row_number rtrim sha1 sha3 sign sin sinh snippet soundex sqlite_version sqrt strftime string_agg
  substr substring sum tan tanh time timediff total total_changes trim trunc typeof unhex unicode unixepoch unlikely upper zeroblob
  generate_series pragma_table_info pragma_table_xinfo pragma_table_list pragma_index_list pragma_index_info pragma_foreign_key_list
  pragma_database_list pragma_compile_options pragma_function_list pragma_pragma_list pragma_collation_list`.split(
    /\s+/,
  ),
);

/** Words of the language, and types, that a parenthesis may follow. */
const language = new Set(
  `abort action add all always and any as asc between by case cast check collate conflict cross default desc distinct do else escape
  except exists filter from glob having if in index intersect into is isnull join key like limit match materialized not notnull null of
  offset on or order over partition primary raise references returning select set table then union unique update using values when
  where window with without char character varchar nvarchar nchar decimal numeric number int integer tinyint smallint mediumint bigint
  float double precision real text blob clob date datetime timestamp boolean bool`.split(/\s+/),
);

/** Behind these, in such a statement, stands the name of a table, and then those of its columns. */
const beforeTable: Readonly<Record<string, readonly string[]>> = {
  create: ["table", "exists", "references", "on"],
  alter: ["references"],
  insert: ["into"],
  replace: ["into"],
  with: ["with", "recursive"],
};

/** Whether every name in front of a parenthesis is one of those: a table's only where one is made or filled. */
export function callsOnlyKnown(words: readonly SqlWord[]): boolean {
  const placing = new Map(Object.entries(beforeTable)).get(words[0]?.text ?? "") ?? [];
  return words.every(({ kind, text }, at) => {
    const isCalled = kind !== "sign" && words[at + 1]?.kind === "sign" && words[at + 1]?.text === "(";
    if (!isCalled) return true;
    if (kind === "word" && (functions.has(text) || language.has(text))) return true;
    if (kind === "name" && functions.has(text)) return true;
    const isOfSchema = words[at - 1]?.text === "." && words[at - 1]?.kind === "sign";
    const before = words[isOfSchema ? at - 3 : at - 1];
    return before?.kind === "word" && placing.includes(before.text);
  });
}
