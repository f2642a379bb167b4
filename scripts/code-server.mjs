/** A real VS Code workbench for tests: code-server from npm, with what its server part needs, in the cache folder. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedInstall } from "./cached-install.mjs";
import { runBounded } from "./run-bounded.mjs";

const VERSION = "4.100.3";
/** Needs a compiler, and no test needs it. */
const leftOut = ["kerberos"];

/** `{ ok: true, entry }` where `entry` is what node starts, or `{ ok: false, why }`. */
export async function codeServer() {
  const installed = await cachedInstall("code-server", { packages: [`code-server@${VERSION}`] });
  if (!installed.ok) return installed;
  const home = join(installed.folder, "node_modules/code-server");
  const vscode = join(home, "lib/vscode");
  const done = join(vscode, "installed");
  if (!existsSync(done)) {
    withoutCompiler(installed.folder, vscode);
    // The first is the workbench's server, the second brings TypeScript to its language features.
    for (const cwd of [vscode, join(vscode, "extensions")]) {
      const words = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
      const npm = await runBounded("npm", words, { cwd, withinMs: 180_000 });
      if (npm.code !== 0) return { ok: false, why: `the parts of the workbench: ${npm.out.trim().split("\n")[0]}` };
    }
    writeFileSync(done, "");
  }
  return { ok: true, entry: join(home, "out/node/entry.js") };
}

/** Passwords are hashed by a native module; without a password nothing is hashed. */
function withoutCompiler(folder, vscode) {
  writeFileSync(join(folder, "node_modules/argon2/argon2.js"), "module.exports = {};\n");
  rmSync(join(vscode, "npm-shrinkwrap.json"), { force: true });
  const file = join(vscode, "package.json");
  const { dependencies, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
  for (const name of leftOut) delete dependencies[name];
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies }));
}
