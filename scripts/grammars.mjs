/** The parser and its grammars, packed as they are shipped: a tenth of their size, and packed anew only when they change. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { root } from "./root.mjs";

const installed = {
  runtime: "web-tree-sitter/web-tree-sitter.wasm",
  javascript: "tree-sitter-javascript/tree-sitter-javascript.wasm",
  typescript: "tree-sitter-typescript/tree-sitter-typescript.wasm",
  tsx: "tree-sitter-typescript/tree-sitter-tsx.wasm",
  python: "tree-sitter-python/tree-sitter-python.wasm",
  go: "tree-sitter-go/tree-sitter-go.wasm",
  rust: "tree-sitter-rust/tree-sitter-rust.wasm",
  java: "tree-sitter-java/tree-sitter-java.wasm",
  c: "tree-sitter-c/tree-sitter-c.wasm",
  cpp: "tree-sitter-cpp/tree-sitter-cpp.wasm",
  "c-sharp": "tree-sitter-c-sharp/tree-sitter-c_sharp.wasm",
  ruby: "tree-sitter-ruby/tree-sitter-ruby.wasm",
  php: "tree-sitter-php/tree-sitter-php.wasm",
  bash: "tree-sitter-bash/tree-sitter-bash.wasm",
};

/** Folders of the packages they come from, for the notices. */
export const grammarPackages = [...new Set(Object.values(installed).map((path) => `node_modules/${dirname(path)}`))];

/** Writes `<name>.wasm.br` into a folder and gives the paths. */
export function writeGrammars(folder) {
  mkdirSync(folder, { recursive: true });
  return Object.entries(installed).map(([name, path]) => {
    const target = join(folder, `${name}.wasm.br`);
    writeFileSync(target, packed(join(root, "node_modules", path), name));
    return target;
  });
}

function packed(path, name) {
  const { size, mtimeMs } = statSync(path);
  const kept = join(root, "node_modules/.cache/intentgate/grammars", `${name}-${size}-${Math.round(mtimeMs)}.br`);
  if (existsSync(kept)) return readFileSync(kept);
  const bytes = brotliCompressSync(readFileSync(path));
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, bytes);
  return bytes;
}
