/** Runs a TypeScript file: `node scripts/run-ts.mjs FILE arguments…`. */
import { readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import "./ensure-installed.mjs";
import { root } from "./root.mjs";
import { runNode } from "./run-node.mjs";

const [file, ...args] = process.argv.slice(2);
if (!file) {
  process.stderr.write("usage: node scripts/run-ts.mjs FILE arguments…\n");
  process.exit(2);
}

/** Our own packages are TypeScript and go into the bundle; what was installed is loaded from where it is. */
const ourSources = {
  name: "our-sources",
  setup(build) {
    build.onResolve({ filter: /^intentgate$/ }, () => ({ path: join(root, "apps/cli/src/library.ts") }));
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || /^@intentgate\//.test(path) ? undefined : { path, external: true },
    );
    // A file asks for its own place and not for the bundle's.
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      loader: "ts",
    }));
  },
};

const { build } = await import("esbuild");
const bundled = join(root, "node_modules/.cache/intentgate", `${basename(file, ".ts")}-${process.pid}.mjs`);
await build({
  entryPoints: [resolve(file)],
  outfile: bundled,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  plugins: [ourSources],
  logLevel: "warning",
}).catch(() => process.exit(1)); // esbuild has said what is wrong

process.exitCode = await runNode([bundled, ...args]).finally(() => rmSync(bundled, { force: true }));
