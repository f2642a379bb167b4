/** The page that `intentgate serve` shows: scripts and styles whose names carry a hash of what is in them. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const SOURCE = "apps/dashboard/src/page";

/** What is to be written, what it was made from, and the metafile for the notices. */
export async function pageProgram(root, dist) {
  const folder = join(dist, "page");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: `${SOURCE}/main.tsx` },
    outdir: folder,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
  }).catch(() => process.exit(1)); // esbuild has said what is wrong
  const entry = (ending) => basename(outputFiles.find(({ path }) => isEntry(path, ending)).path);
  const html = readFileSync(join(root, SOURCE, "index.html"), "utf8")
    .replace("/page/main.js", `/page/${entry(".js")}`)
    .replace("/page/main.css", `/page/${entry(".css")}`);
  const icon = readFileSync(join(root, SOURCE, "icon.svg"), "utf8");
  const files = [
    ...outputFiles.map(({ path, text }) => ({ path, text })),
    { path: join(folder, "index.html"), text: html },
    { path: join(folder, "icon.svg"), text: icon },
  ];
  const others = ["index.html", "icon.svg"].map((name) => `${SOURCE}/${name}`);
  return { files, metafile, inputs: [...Object.keys(metafile.inputs), ...others, "scripts/page-program.mjs"] };
}

function isEntry(path, ending) {
  return basename(path).startsWith("main-") && path.endsWith(ending);
}
