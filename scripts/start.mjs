/** Shows the gate at work: installs and builds where needed, then runs the demo. */
import { join } from "node:path";
import "./build.mjs";
import { root } from "./root.mjs";
import { runNode } from "./run-node.mjs";

process.exitCode = await runNode([join(root, "apps/cli/bin/intentgate.mjs"), "demo", ...process.argv.slice(2)]);
