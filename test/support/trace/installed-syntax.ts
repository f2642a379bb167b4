/** For tests: the grammars as they were installed. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createSyntax, type Syntax, type SyntaxLimits } from "../../../packages/trace/src/syntax/syntax.ts";
import type { SyntaxTree } from "../../../packages/trace/src/syntax/syntax-tree.ts";

const { resolve } = createRequire(import.meta.url);

export function installedSyntax(limits: Partial<SyntaxLimits> = {}, now = () => performance.now()): Syntax {
  return createSyntax({
    readRuntime: () => readFile(resolve("web-tree-sitter/web-tree-sitter.wasm")),
    async readGrammar(language) {
      const home = language === "tsx" ? "typescript" : language;
      const folder = dirname(resolve(`tree-sitter-${home}/package.json`));
      return readFile(join(folder, `tree-sitter-${language === "c-sharp" ? "c_sharp" : language}.wasm`));
    },
    now,
    limits,
  });
}

const shared = installedSyntax();

export async function treeOf(path: string, source: string): Promise<SyntaxTree> {
  const parsed = await shared.parse(path, Buffer.from(source));
  if (parsed.state === "unparsed") throw new Error(`${path}: ${parsed.why}`);
  return parsed.tree;
}
