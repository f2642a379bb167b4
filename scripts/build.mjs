/** Bundles the command line program: one entry, a chunk for each verb, no dependency left outside. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import "./ensure-installed.mjs";
import { grammarPackages, writeGrammars } from "./grammars.mjs";
import { root } from "./root.mjs";
import { thirdPartyNotices } from "./third-party-notices.mjs";

const app = join(root, "apps/cli");
const dist = join(app, "dist");
const LIBRARY = "apps/cli/src/library.ts";
const stamp = join(root, "node_modules/.cache/intentgate/build.json");

if (process.argv.includes("--force") || !isUpToDate()) {
  const { build } = await import("esbuild");
  const { hookProgram } = await import("./hook-program.mjs");
  const { libraryTypes } = await import("./library-types.mjs");
  const { pageProgram } = await import("./page-program.mjs");
  const settings = {
    absWorkingDir: root,
    platform: "node",
    target: "node20.19",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    // These builds are the same code as modules: unused parts can be left out, and what they export has names.
    alias: {
      yaml: join(root, "node_modules/yaml/browser/index.js"),
      sucrase: join(root, "node_modules/sucrase/dist/esm/index.js"),
    },
  };
  const bundled = await build({
    ...settings,
    entryPoints: {
      agent: "apps/agent/src/main.ts",
      dashboard: "apps/dashboard/src/main.ts",
      "demo-agents": "apps/cli/src/demo/agents-program.ts",
      intentgate: "apps/cli/src/main.ts",
      library: LIBRARY,
      mcp: "apps/mcp/src/main.ts",
    },
    outdir: dist,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    metafile: true,
    write: false,
    logLevel: "warning",
  }).catch(() => process.exit(1)); // esbuild has said what is wrong
  const hook = await hookProgram(root, dist, settings);
  const page = await pageProgram(root, dist);
  const types = libraryTypes(root, LIBRARY);
  const plugins = await pluginFolders();
  const { metafile } = bundled;
  const outputFiles = [
    ...bundled.outputFiles,
    ...hook.files,
    ...page.files,
    { path: join(dist, "library.d.ts"), text: types.text },
    ...plugins.map(({ path, text }) => ({ path: join(dist, "plugins", path), text })),
  ];
  const grammars = writeGrammars(join(dist, "grammars"));
  writeOutputs(outputFiles, grammars);
  writeFileSync(join(app, "THIRD_PARTY_NOTICES.md"), thirdPartyNotices([metafile, page.metafile], grammarPackages));
  for (const name of ["README.md", "LICENSE"]) {
    if (existsSync(join(root, name))) writeFileSync(join(app, name), readFileSync(join(root, name)));
  }
  const outputs = [...outputFiles.map((file) => file.path), ...grammars].map((path) => relative(root, path));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(
    stamp,
    JSON.stringify({
      outputs,
      inputs: fingerprints([...inputsOf(metafile), ...hook.inputs, ...page.inputs, ...types.inputs]),
    }),
  );
}

/** What people install into their agents as plugins. */
async function pluginFolders() {
  const { bundleTs } = await import("./bundle-ts.mjs");
  const bundled = join(root, "node_modules/.cache/intentgate", `plugin-files-${process.pid}.mjs`);
  await bundleTs(join(root, "apps/cli/src/hosts/plugin-files.ts"), bundled);
  try {
    const { pluginFiles } = await import(pathToFileURL(bundled).href);
    return pluginFiles(JSON.parse(readFileSync(join(app, "package.json"), "utf8")).version);
  } finally {
    rmSync(bundled, { force: true });
  }
}

/** The entry comes last and what is left over goes after it: at every moment there is a program that runs. */
function writeOutputs(files, others) {
  for (const file of files.toSorted((a, b) => b.path.length - a.path.length)) {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.path.endsWith(".mjs") ? withRequire(file.text) : file.text);
  }
  const written = new Set([...files.map((file) => file.path), ...others]);
  for (const name of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name);
    if (name.isFile() && !written.has(path)) rmSync(path, { force: true }); // another build may have been faster
  }
}

/** Bundled CommonJS asks for node's own modules with `require`, which a module does not have. */
function withRequire(text) {
  if (!/\b__require\s*=/.test(text)) return text;
  return `import{createRequire as createRequireHere}from"node:module";const require=createRequireHere(import.meta.url);\n${text}`;
}

function inputsOf(metafile) {
  const docs = ["README.md", "LICENSE"].filter((name) => existsSync(join(root, name)));
  return [
    ...Object.keys(metafile.inputs),
    "package-lock.json",
    "apps/cli/package.json",
    "scripts/build.mjs",
    "scripts/grammars.mjs",
    "scripts/hook-program.mjs",
    "scripts/lazy-parts.mjs",
    "scripts/library-types.mjs",
    "apps/cli/src/hosts/plugin-files.ts",
    ...docs,
  ];
}

function fingerprints(paths) {
  return Object.fromEntries(
    paths.map((path) => {
      const found = statSync(join(root, path), { throwIfNoEntry: false });
      return [path, found ? `${found.mtimeMs} ${found.size}` : "absent"];
    }),
  );
}

function isUpToDate() {
  if (!existsSync(stamp)) return false;
  const { outputs, inputs } = JSON.parse(readFileSync(stamp, "utf8"));
  const now = fingerprints(Object.keys(inputs));
  return (
    outputs.every((path) => existsSync(join(root, path))) &&
    Object.entries(inputs).every(([path, fingerprint]) => now[path] === fingerprint)
  );
}
