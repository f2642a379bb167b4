#!/usr/bin/env node
if (process.argv[2] === "hook") {
  // Hosts make the call when a hook ends with any other code.
  import("../dist/hook.mjs").catch((error) => {
    console.error(`Intentgate could not be loaded, so the answer is no: ${error.message}`);
    process.exit(2);
  });
} else {
  import("../dist/intentgate.mjs");
}
