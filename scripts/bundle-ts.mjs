/** One file of TypeScript with all of our own that it imports, as a program for node. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import "./ensure-installed.mjs";
import { root } from "./root.mjs";

/** `readSource` gives the text of one of our files; what was installed is loaded from where it is. */
export async function bundleTs(file, outfile, readSource = (path) => readFileSync(path, "utf8")) {
  const ourSources = {
    name: "our-sources",
    setup(build) {
      build.onResolve({ filter: /^intentgate$/ }, () => ({ path: join(root, "apps/cli/src/library.ts") }));
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === "entry-point" || /^@intentgate\//.test(path) ? undefined : { path, external: true },
      );
      // A file asks for its own place and not for the bundle's.
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        contents: readSource(path).replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
        loader: "ts",
      }));
    },
  };
  const { build } = await import("esbuild");
  await build({
    entryPoints: [resolve(file)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    plugins: [ourSources],
    logLevel: "warning",
  }).catch(() => process.exit(1)); // esbuild has said what is wrong
}
