import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFolderWatch } from "./folder-watch.ts";

const run = promisify(execFile);
/** Ways to stand in each part of a turn of the event loop. */
const phases: Record<string, () => Promise<unknown>> = {
  "a timer": () => sleep(1),
  "a check": () => turn(),
  "a read that is done": () => readFile(import.meta.filename),
  "a process that has ended": () => run("true"),
  "nothing at all": async () => undefined,
};

function watched() {
  const folder = mkdtempSync(join(tmpdir(), "intentgate-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "a.yaml"), "0");
  const watch = createFolderWatch();
  onTestFinished(() => watch.end());
  return { folder, watch };
}

describe.runIf(process.platform === "linux")("a watched folder", () => {
  it.each(Object.keys(phases))("never hides what was written in place after %s", async (phase) => {
    const { folder, watch } = watched();
    const missed: number[] = [];
    for (let round = 0; round < (phase === "a process that has ended" ? 20 : 200); round++) {
      watch.begin(folder);
      await watch.settle(); // what the last round left
      watch.begin(folder);
      await phases[phase]?.();
      writeFileSync(join(folder, "a.yaml"), String(round));
      await watch.settle();
      if (!watch.mayHaveChanged()) missed.push(round);
    }
    expect(missed).toEqual([]);
  });

  it("is quiet while nothing happens, though not for ever", async () => {
    const { folder, watch } = watched();
    watch.begin(folder);
    await watch.settle();
    watch.begin(folder);
    await watch.settle();
    expect([watch.isWatching(), watch.mayHaveChanged()]).toEqual([true, false]);
    await sleep(2_050);
    expect(watch.mayHaveChanged()).toBe(true);
  });

  it("is not believed where it is gone", async () => {
    const { folder, watch } = watched();
    watch.begin(join(folder, "none"));
    expect([watch.isWatching(), watch.mayHaveChanged()]).toEqual([false, true]);
    watch.begin(folder);
    rmSync(folder, { recursive: true });
    await watch.settle();
    expect(watch.mayHaveChanged()).toBe(true);
  });
});
