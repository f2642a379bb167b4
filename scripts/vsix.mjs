/** Packs the VS Code extension: bundled, with the command line program beside it, as `apps/vscode/dist/intentgate.vsix`. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import "./build.mjs";
import { cachedInstall } from "./cached-install.mjs";
import { writeGrammars } from "./grammars.mjs";
import { root } from "./root.mjs";
import { runBounded } from "./run-bounded.mjs";

const app = join(root, "apps/vscode");
const stage = join(app, "dist/stage");
const vsix = join(app, "dist/intentgate.vsix");

rmSync(stage, { recursive: true, force: true });
mkdirSync(join(stage, "dist"), { recursive: true });
await bundle();
copyParts();
await pack();
process.stdout.write(`${vsix}\n`);

async function bundle() {
  const { build } = await import("esbuild");
  const shared = {
    absWorkingDir: root,
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "warning",
  };
  await build({
    ...shared,
    entryPoints: { extension: "apps/vscode/src/extension.ts", agent: "apps/vscode/src/chat/agent-main.ts" },
    outdir: join(stage, "dist"),
    outExtension: { ".js": ".cjs" },
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    // The editor loads scripts, and a script has no address of its own to find its grammars by.
    define: { "import.meta.url": "scriptUrl" },
    banner: { js: 'const scriptUrl = require("node:url").pathToFileURL(__filename).href;' },
    alias: {
      yaml: join(root, "node_modules/yaml/browser/index.js"),
      sucrase: join(root, "node_modules/sucrase/dist/esm/index.js"),
    },
  }).catch(() => process.exit(1)); // esbuild has said what is wrong
  await build({
    ...shared,
    entryPoints: ["apps/vscode/src/panel/panel.ts", "apps/vscode/src/panel/panel.css"],
    outdir: join(stage, "dist/panel"),
    platform: "browser",
    format: "iife",
    target: "es2022",
  }).catch(() => process.exit(1));
}

function copyParts() {
  const {
    devDependencies,
    private: _private,
    type,
    ...manifest
  } = JSON.parse(readFileSync(join(app, "package.json"), "utf8"));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const part of ["media", "walkthrough", "README.md"])
    cpSync(join(app, part), join(stage, part), { recursive: true });
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  cpSync(join(root, "apps/cli/THIRD_PARTY_NOTICES.md"), join(stage, "THIRD_PARTY_NOTICES.md"));
  for (const name of ["policy.schema.json", "event-hook.schema.json"])
    cpSync(join(root, "docs/reference", name), join(stage, "schemas", name));
  writeGrammars(join(stage, "dist/grammars"));
  for (const part of ["bin", "dist", "example-hooks", "package.json"])
    cpSync(join(root, "apps/cli", part), join(stage, "dist/program", part), { recursive: true });
}

async function pack() {
  const installed = await cachedInstall("vsce", { packages: ["@vscode/vsce@3.9.2"] });
  if (!installed.ok) {
    process.stderr.write(`vsce could not be installed: ${installed.why}\n`);
    process.exit(3); // nothing is wrong with the extension
  }
  const program = join(installed.folder, "node_modules/@vscode/vsce/vsce");
  const words = ["package", "--no-dependencies", "--allow-missing-repository", "--out", vsix];
  const done = await runBounded(process.execPath, [program, ...words], { cwd: stage, withinMs: 120_000 });
  if (done.code === 0) return;
  process.stderr.write(`${done.out}\n`);
  process.exit(1);
}
