/** Everything that can be checked without running the program: all of it, also after the first failure. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import "./build.mjs"; // the examples are compiled against the types that are published
import { root } from "./root.mjs";

const checks = [
  ["format and lint", "node_modules/@biomejs/biome/bin/biome", "check", "."],
  ["types", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json"],
  ["types of the engine alone", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "packages/engine/tsconfig.json"],
  ["types of the page", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "apps/dashboard/src/page/tsconfig.json"],
  ["types of the panel", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "apps/vscode/src/panel/tsconfig.json"],
  ["types of what a browser does", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "test/e2e/tsconfig.json"],
  ["types of the examples", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "docs/guides/examples/tsconfig.json"],
  ["rules of the sources", "scripts/count-source.mjs", "--check=rules"],
  ["unused code", "node_modules/knip/bin/knip.js"],
];
if (existsSync(join(root, "scripts/docs.ts"))) {
  checks.push(["generated documents", "scripts/run-ts.mjs", "scripts/docs.ts", "--check"]);
}

const results = await Promise.all(checks.map(run));
for (const { name, ok, output } of results) {
  process.stdout.write(`${ok ? "ok    " : "FAILED"}  ${name}\n${ok ? "" : output}`);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

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
