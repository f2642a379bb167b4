/** Runs a TypeScript file: `node scripts/run-ts.mjs FILE arguments…`. */
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { bundleTs } from "./bundle-ts.mjs";
import { root } from "./root.mjs";
import { runNode } from "./run-node.mjs";

const [file, ...args] = process.argv.slice(2);
if (!file) {
  process.stderr.write("usage: node scripts/run-ts.mjs FILE arguments…\n");
  process.exit(2);
}

const bundled = join(root, "node_modules/.cache/intentgate", `${basename(file, ".ts")}-${process.pid}.mjs`);
await bundleTs(file, bundled);
process.exitCode = await runNode([bundled, ...args]).finally(() => rmSync(bundled, { force: true }));
