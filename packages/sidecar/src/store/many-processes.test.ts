import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifyLedger } from "@intentgate/trace";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  approval,
  draftFor,
  FAR_FUTURE,
  sampleIntentsText,
  sampleParse,
} from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { bundleWorker, type Worker } from "../../../../test/support/worker-process.ts";
import { createFileStore } from "./file-store.ts";
import type { Store } from "./store.ts";

const home = tempFolder("many");
let worker: Worker;
beforeAll(async () => {
  worker = await bundleWorker(new URL("../../../../test/support/sidecar/store-worker.ts", import.meta.url), home);
});

let folder: string;
let store: Store;
beforeEach(() => {
  folder = tempFolder("sidecar");
  writeFileSync(join(folder, "active_intents.yaml"), sampleIntentsText);
  store = createFileStore({ folder, clock: () => new Date(), parse: sampleParse });
});

const verify = () => verifyLedger(store.ledger.placedLines(), store.ledger.heads());
const confirmed = (output: string) => output.split("\n").filter((line) => line !== "" && line !== "ready");
async function idsInLedger(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { line } of store.ledger.placedLines()) {
    if (line.endsWith("}}")) ids.push(JSON.parse(line).id);
  }
  return ids;
}
const names = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`);

describe("16 processes at once", () => {
  it("append 50 records each to one ledger, some to the same session, and none is lost or torn", async () => {
    const running = names(16).map((name, at) => worker.start(["ledger", folder, `s${at % 5}`, "50", name]));
    const written = (await Promise.all(running.map((one) => one.output()))).flatMap(confirmed);
    expect(written).toHaveLength(800);
    expect(await verify()).toEqual({ records: 800, sessions: 5, findings: [], anchor: "heads" });
    expect((await idsInLedger()).sort()).toEqual(written.sort());
    expect(readdirSync(join(folder, "locks"))).toEqual([]);
    expect(readdirSync(join(folder, "heads"))).toHaveLength(5);
  });

  it("append to one session's journal and to the decisions without losing a line", async () => {
    const running = names(16).map((name, at) =>
      worker.start([at % 2 ? "session" : "decisions", folder, "s", "50", name]),
    );
    await Promise.all(running.map((one) => one.output()));
    expect(store.sessions.read("s")).toMatchObject({ damaged: 0 });
    expect(store.sessions.read("s").seen.size).toBe(400);
    expect(new Set(store.decisions.newest(1_000).map((row) => row.invocation_id)).size).toBe(400);
  });

  it("use an approval once", async () => {
    store.approvals.open(approval("ap-1", { expiresAt: FAR_FUTURE }));
    const running = names(8).map((name) => worker.start(["use", folder, "ap-1", "20", name]));
    const outputs = await Promise.all(running.map((one) => one.output()));
    expect(outputs.join("").split("used").length - 1).toBe(1);
  });

  it("edit the intents one after the other", async () => {
    const running = names(8).map((name) => worker.start(["edit", folder, "", "10", name]));
    await Promise.all(running.map((one) => one.output()));
    const read = store.intents.read();
    expect(read.ok && read.value.intents.size).toBe(82);
  });
});

describe("100 kills at random moments", () => {
  it("lose at most the unfinished record, and the chain goes on", async () => {
    const written: string[] = [];
    for (let round = 0; round < 50; round++) {
      // Two at a time, in the same session every other round.
      const victims = [0, 1].map((at) =>
        worker.start(["ledger", folder, round % 2 ? "shared" : `s${at}`, "100000", `r${round}v${at}`]),
      );
      await Promise.all(victims.map((victim) => victim.said("-0\n")));
      for (const victim of victims) {
        await new Promise((done) => setTimeout(done, Math.random() * 12));
        victim.kill();
      }
      for (const victim of victims) written.push(...confirmed(await victim.output()));
    }
    expect(written.length).toBeGreaterThan(100);
    const kept = await idsInLedger();
    const inLedger = new Set(kept);
    expect(written.filter((id) => !inLedger.has(id))).toEqual([]);
    expect(inLedger.size).toBe(kept.length);
    expect(kept.length).toBeLessThanOrEqual(written.length + 100);

    for (const session of ["s0", "s1", "shared"]) await store.ledger.append(session, draftFor(1));
    const after = await verify();
    expect(after.findings.filter((finding) => finding.kind !== "torn")).toEqual([]);
    expect(after.findings.length).toBeLessThanOrEqual(100);
    expect(store.ledger.newest(3)).toHaveLength(3);
  }, 240_000);

  it("leave a session's journal readable, with every confirmed event", async () => {
    const written: string[] = [];
    for (let round = 0; round < 20; round++) {
      const victims = [0, 1].map((at) => worker.start(["session", folder, "s", "100000", `r${round}v${at}`]));
      await Promise.all(victims.map((victim) => victim.said("-0\n")));
      for (const victim of victims) {
        await new Promise((done) => setTimeout(done, Math.random() * 12));
        victim.kill();
      }
      for (const victim of victims) written.push(...confirmed(await victim.output()));
    }
    const { seen, damaged } = store.sessions.read("s");
    expect(written.filter((id) => !seen.has(id))).toEqual([]);
    expect(damaged).toBeLessThanOrEqual(40);
  });
});
