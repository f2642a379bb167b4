#!/usr/bin/env node
"use strict";
const asksForHelp = process.argv.includes("--help") || process.argv.includes("-h");
if (process.argv[2] === "hook" && !asksForHelp) {
  try {
    require("../dist/hook.cjs");
  } catch (error) {
    // Hosts make the call when a hook ends with any other code.
    console.error(`Intentgate could not be loaded, so the answer is no: ${error.message}`);
    process.exit(2);
  }
} else {
  import("../dist/intentgate.mjs");
}
