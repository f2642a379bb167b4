/** Shows the gate at work: installs and builds where needed, then opens the page on an example; without a terminal it tells the story. */
import { join } from "node:path";
import "./build.mjs";
import { root } from "./root.mjs";
import { runNode } from "./run-node.mjs";

const words = process.argv.length > 2 ? process.argv.slice(2) : ["--page"];
process.exitCode = await runNode([join(root, "apps/cli/bin/intentgate.cjs"), "demo", ...words]);
