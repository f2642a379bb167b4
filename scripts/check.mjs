/** Everything that can be checked without running the program: all of it, also after the first failure. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import "./build.mjs"; // the examples are compiled against the types that are published
import { root } from "./root.mjs";

const cache = join(root, "node_modules/.cache/intentgate/types");
mkdirSync(cache, { recursive: true });
const tsc = "node_modules/typescript/bin/tsc";

const checks = [
  ["format and lint", "node_modules/@biomejs/biome/bin/biome", "check", "."],
  types("types", "tsconfig.json"),
  types("types of the engine alone", "packages/engine/tsconfig.json"),
  types("types of the page", "apps/dashboard/src/page/tsconfig.json"),
  types("types of the panel", "apps/vscode/src/panel/tsconfig.json"),
  types("types of what a browser does", "test/e2e/tsconfig.json"),
  types("types of the examples", "docs/guides/examples/tsconfig.json"),
  ["rules of the sources", "scripts/count-source.mjs", "--check"],
  ["unused code", "node_modules/knip/bin/knip.js"],
];
if (existsSync(join(root, "scripts/docs.ts"))) {
  checks.push(["generated documents", "scripts/run-ts.mjs", "scripts/docs.ts", "--check"]);
}

const waiting = [...checks];
const results = [];
await Promise.all(Array.from({ length: availableParallelism() }, runNext));
for (const { name, ok, output } of results) {
  process.stdout.write(`${ok ? "ok    " : "FAILED"}  ${name}\n${ok ? "" : output}`);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

/** What was found of files that did not change since is kept. */
function types(name, project) {
  const kept = join(cache, `${project.replaceAll("/", "-")}.tsbuildinfo`);
  return [name, tsc, "--noEmit", "--incremental", "--tsBuildInfoFile", kept, "-p", project];
}

async function runNext() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results.push(await run(next));
}

function run([name, ...command]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (output += text));
    child.on("error", (error) => resolve({ name, ok: false, output: `${error}\n` }));
    child.on("close", (code) => resolve({ name, ok: code === 0, output }));
  });
}
