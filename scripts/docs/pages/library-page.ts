/** The library's reference from its types as they are published. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Produce } from "../produce.ts";
import { fenced } from "../stage.ts";
import { libraryMeanings } from "./library-meanings.ts";

interface Declared {
  name: string;
  kind: "function" | "class" | "value" | "type";
  text: string;
}

export const libraryPage: Produce = async ({ program }) => {
  const declared = readDeclared(readFileSync(join(program, "../../dist/library.d.ts"), "utf8"));
  const byName = new Map(declared.list.map((one) => [one.name, one]));
  const without = declared.shown.filter((name) => !Object.hasOwn(libraryMeanings, name));
  const strange = Object.keys(libraryMeanings).filter((name) => !declared.shown.includes(name));
  if (without.length + strange.length > 0)
    throw new Error(
      `library-meanings.ts lacks ${without.join(", ") || "none"}; has too many: ${strange.join(", ") || "none"}`,
    );
  const names = Object.keys(libraryMeanings);
  const rows = names.map(
    (name) => `| [\`${name}\`](#${name.toLowerCase()}) | ${byName.get(name)?.kind} | ${libraryMeanings[name]} |`,
  );
  const others = declared.list.filter(({ name }) => !declared.shown.includes(name));
  return {
    blocks: {
      "library.names": ["| name | | |", "|---|---|---|", ...rows].join("\n"),
      "library.declarations": names
        .map((name) => `### ${name}\n\n${fenced("ts", byName.get(name)?.text ?? "")}`)
        .join("\n\n"),
      "library.inner": fenced("ts", others.map(({ text }) => text).join("\n")),
    },
  };
};

function readDeclared(text: string): { list: Declared[]; shown: string[] } {
  const file = ts.createSourceFile("library.d.ts", text, ts.ScriptTarget.ES2022, true);
  const list: Declared[] = [];
  const shown: string[] = [];
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      shown.push(...statement.exportClause.elements.map(({ name }) => name.text));
    }
    const named = nameOf(statement);
    // Two spaces, as everywhere in these documents.
    const indented = statement.getText().replace(/^( {4})+/gm, (spaces) => spaces.slice(spaces.length / 2));
    if (named) list.push({ ...named, text: indented });
  }
  return { list, shown };
}

function nameOf(statement: ts.Statement): Pick<Declared, "name" | "kind"> | null {
  if (ts.isFunctionDeclaration(statement)) return { name: statement.name?.text ?? "", kind: "function" };
  if (ts.isClassDeclaration(statement)) return { name: statement.name?.text ?? "", kind: "class" };
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    return { name: statement.name.text, kind: "type" };
  const [first] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  return first && ts.isIdentifier(first.name) ? { name: first.name.text, kind: "value" } : null;
}
