/** A process of its own for the lock's tests: holds a lock for ever, or counts under it; keeps files where a folder is named. */
import { readFileSync, writeSync } from "node:fs";
import { replaceFile } from "../../../packages/world/src/files/atomic-write.ts";
import { withFileLock } from "../../../packages/world/src/files/file-lock.ts";
import { keepHolderFiles } from "../../../packages/world/src/files/holder-files.ts";

const [what, lock = "", counter = "", times = "0", kept = ""] = process.argv.slice(2);

if (kept !== "") keepHolderFiles(kept);

if (what === "hold")
  await withFileLock(lock, () => {
    writeSync(1, "held\n");
    return new Promise(() => setInterval(() => undefined, 1_000));
  });

for (let time = 0; time < Number(times); time++) {
  await withFileLock(lock, async () => {
    const count = Number(readFileSync(counter, "utf8"));
    await new Promise((done) => setImmediate(done));
    replaceFile(counter, String(count + 1));
  });
  writeSync(1, "1\n");
}
