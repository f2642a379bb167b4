/** Writes what is generated in the documents; with `--check` it writes nothing and fails where something is not fresh. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { blockNames, fillBlocks } from "./docs/generated-blocks.ts";
import type { Made } from "./docs/produce.ts";
import { producers } from "./docs/producers.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isCheck = process.argv.includes("--check");

function pages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function buildProgram(): void {
  const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { cwd: root, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the program could not be built\n${built.stdout}${built.stderr}`);
}

async function produceAll(): Promise<Required<Made>> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-docs-program-"));
  try {
    for (const part of ["bin", "dist", "example-hooks", "package.json"])
      cpSync(join(root, "apps/cli", part), join(folder, part), { recursive: true });
    const all: Required<Made> = { blocks: {}, files: {} };
    for (const produce of producers) {
      const made = await produce({ root, program: join(folder, "bin/intentgate.mjs") });
      Object.assign(all.blocks, made.blocks);
      Object.assign(all.files, made.files);
    }
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  buildProgram();
  const { blocks, files } = await produceAll();
  const wanted = new Map<string, string>(
    Object.entries(files).map(([path, text]): [string, string] => [join(root, path), text]),
  );
  const used = new Set<string>();
  for (const page of [join(root, "README.md"), ...pages(join(root, "docs"))]) {
    const text = readFileSync(page, "utf8");
    for (const name of blockNames(text)) used.add(name);
    wanted.set(page, fillBlocks(text, blocks, relative(root, page)));
  }
  const unused = Object.keys(blocks).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`no page shows ${unused.join(", ")}`);
  const stale = [...wanted].filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);
  for (const [path, text] of stale) {
    if (!isCheck) writeFileSync(path, text);
    console.log(`${isCheck ? "not fresh" : "wrote"}  ${relative(root, path)}`);
  }
  if (isCheck && stale.length > 0) console.log("Run `npm run docs`.");
  return isCheck && stale.length > 0 ? 1 : 0;
}

process.exitCode = await main();
