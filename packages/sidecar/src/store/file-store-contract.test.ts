import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { storeContract } from "../../../../test/support/sidecar/store-contract.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createFileStore } from "./file-store.ts";

storeContract("files", ({ clock, parse, intentsText }) => {
  const folder = tempFolder("file-store");
  if (intentsText !== null) writeFileSync(join(folder, "active_intents.yaml"), intentsText);
  return createFileStore({ folder, clock, parse });
});
