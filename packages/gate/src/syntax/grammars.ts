/** Where the parser and its grammars lie: beside the built program, packed; or, from source, as they were installed. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { createSyntax, type Syntax, type SyntaxParts } from "@intentgate/trace";

/** Loads a grammar when it is first asked for; what stays in memory shares one between its workspaces. */
export function openSyntax(): Syntax {
  let syntax: Syntax | null = null;
  return {
    parse(path, bytes) {
      syntax ??= createSyntax({ ...grammarReader(), now: () => performance.now() });
      return syntax.parse(path, bytes);
    },
  };
}

export function grammarReader(here = import.meta.url): Pick<SyntaxParts, "readRuntime" | "readGrammar"> {
  return {
    async readRuntime() {
      const packed = await readPacked("runtime", here);
      return packed ?? readFile(createRequire(here).resolve("web-tree-sitter/web-tree-sitter.wasm"));
    },
    readGrammar: async (language) => (await readPacked(language, here)) ?? readInstalled(language, here),
  };
}

/** The program is one file and its chunks, which lie a folder deeper. */
async function readPacked(name: string, here: string): Promise<Uint8Array | null> {
  for (const folder of ["./grammars/", "../grammars/"]) {
    const packed = await ifThere(readFile(new URL(`${folder}${name}.wasm.br`, here)));
    if (packed) return promisify(brotliDecompress)(packed);
  }
  return null;
}

async function readInstalled(language: string, here: string): Promise<Uint8Array | null> {
  const home = language === "tsx" ? "typescript" : language;
  try {
    const folder = dirname(createRequire(here).resolve(`tree-sitter-${home}/package.json`));
    return await ifThere(readFile(join(folder, `tree-sitter-${language.replace("-", "_")}.wasm`)));
  } catch (error) {
    if (isMissing(error, "MODULE_NOT_FOUND")) return null;
    throw error;
  }
}

async function ifThere(read: Promise<Buffer>): Promise<Buffer | null> {
  try {
    return await read;
  } catch (error) {
    if (isMissing(error, "ENOENT")) return null;
    throw error;
  }
}

function isMissing(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
