/** The program that hosts start: a loader, and beside it the scripts that it loads. */
import { join } from "node:path";
import { build } from "esbuild";
import { lazyParts } from "./lazy-parts.mjs";

/**
 * The first that fits says into which script a file goes. What nearly every event needs stands in `core`; where a file
 * stands that should not costs time and nothing else.
 */
const parts = [
  // Of rooms that wait most of the time, what nearly every event asks.
  ["core", /^packages\/shell\/src\/(facts|syntax\/split-line)/],
  ["core", /^packages\/(tools\/src\/native\/native-tools|trace\/src\/contents\/(content-hash|is-binary))\.ts/],
  ["core", /^packages\/event-hooks\/src\/(run\/(bare-root|event-time|hook-places)|declared\/merge-results)\.ts/],
  ["core", /^packages\/routing\/src\/run\/(ability-calls|open-routings)\.ts/],
  ["core", /^packages\/(gate\/src\/approvals\/(binding|start-intent)|sidecar\/src\/reports\/(intent-text|others))/],
  ["shell", /^packages\/shell\//],
  ["shell", /^packages\/policy\/src\/effects\/(command|declared-command|mentions|other-parts|shell-|strange-)/],
  ["shell", /^node_modules\/unbash\//],
  ["documents", /^node_modules\/(yaml|valibot|@valibot)\//],
  ["documents", /^packages\/documents\/src\/(shape|yaml)\/(?!plain-line|near-miss|text-lines|place)/],
  [
    "documents",
    /^packages\/policy\/src\/(intents\/(decode|edit|import|spec)|policy-file\/(edit|policy-schema|propose))/,
  ],
  ["syntax", /^node_modules\/web-tree-sitter\//],
  ["types", /^node_modules\/(sucrase|@jridgewell|ts-interface-checker)\//],
  ["more", /^node_modules\/(minisearch|smol-toml)\//],
  ["more", /^packages\/[\w-]+\/src\/index\.ts/],
  ["trace", /^(packages\/trace\/|packages\/blame\/src\/attribution\/|node_modules\/)/],
  ["runs", /^packages\/gate\/src\/trust\/(control(?!-rules|-shots)|end-run|git|person)/],
  [
    "runs",
    /^packages\/world\/src\/(git\/(?!git-config|git-facts|git-index|hooks-folders|in-worktree)|processes\/left|files\/tree)/,
  ],
  ["runs", /^packages\/gate\/src\/(observe\/(cache|put-back|root-changes)|calls\/(copied|credit))/],
  ["runs", /^packages\/sidecar\/src\/state\/kept-look/],
  ["more", /^packages\/(blame|event-hooks|routing|tools)\//],
  ["more", /^packages\/gate\/src\/(approvals|intents|resident)\//],
  ["more", /^packages\/hosts\/src\/(install|settings)\//],
  ["more", /^packages\/policy\/src\/effects\/servers\//],
  ["more", /^packages\/sidecar\/src\/reports\//],
  ["more", /^packages\/world\/src\/processes\/(end|run-process|tail)/],
  ["core", /^apps\/cli\/src\/launcher\/launched\.ts/],
  ["more", /^apps\/cli\/src\/(hosts|launcher)\//],
  ["more", /^apps\/cli\/src\/hook\/(after-launch|start-gate|surroundings)\.ts/],
  ["more", /^apps\/cli\/src\/program\/(program-on-path|version)\.ts/],
  ["core", /^(packages|apps)\//],
];

const partOf = (path) => parts.find(([, pattern]) => pattern.test(path))[0];

/** What is to be written, and what it was made from. */
export async function hookProgram(root, dist, settings) {
  const { scripts, entry, inputs } = await lazyParts({
    root,
    entry: "apps/cli/src/hook/main.ts",
    partOf,
    settings,
  });
  const known = {
    scripts: scripts.map(({ file, from }) => ({ file, from })),
    entry,
    wasm: scripts.findIndex(({ name }) => name === "syntax"),
  };
  const loader = await build({
    ...settings,
    entryPoints: [join(root, "apps/cli/src/hook/start/main.ts")],
    bundle: true,
    format: "cjs",
    define: { PROGRAM_PARTS: JSON.stringify(JSON.stringify(known)), "import.meta.url": "undefined" },
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const files = [
    ...scripts.map(({ file, text }) => ({ path: join(dist, "hook", file), text })),
    { path: join(dist, "hook.cjs"), text: plainRequires(loader.outputFiles[0].text) },
  ];
  return { files, inputs: [...new Set([...inputs, ...Object.keys(loader.metafile.inputs)])] };
}

/** As node gives them: to go through all names of each of its modules, and through those of `node:fs` thrice, takes time. */
function plainRequires(text) {
  const plain = text.replace(/__toESM\((require\("node:\w+"\))(?:,1)?\)/g, "$1");
  if (/\bimport_node_\w+\.default\b/.test(plain)) throw new Error("the loader must import what it needs by its name");
  return plain;
}
