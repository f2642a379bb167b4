import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { verifyLedger } from "@intentgate/trace";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  approval,
  draftFor,
  FAR_FUTURE,
  phase,
  sampleIntentsText,
  sampleParse,
} from "../../../../test/support/sidecar/contract-samples.ts";
import { createFileStore } from "./file-store.ts";
import type { Store } from "./store.ts";

/** A real small disk; only root may mount one. */
function mounted(folder: string, options: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

const probe = mkdtempSync(join(tmpdir(), "mount-"));
const canMount = mounted(probe, "size=64k");
if (canMount) execFileSync("umount", [probe]);
rmSync(probe, { recursive: true });

describe.skipIf(!canMount)("a disk of 96 kB (skipped where mounting is not allowed)", () => {
  let folder: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "disk-"));
    mounted(folder, "size=96k");
    writeFileSync(join(folder, "active_intents.yaml"), sampleIntentsText);
    store = createFileStore({ folder, clock: () => new Date(), parse: sampleParse });
  });
  afterEach(() => {
    execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true });
  });

  const attempts: [string, () => unknown][] = [
    ["a record", () => store.ledger.append("s", draftFor(1))],
    ["a session's event", () => store.sessions.append("s", [{ kind: "saw", path: "x".repeat(5_000), hash: null }])],
    ["a decision", () => store.decisions.append(Array.from({ length: 50 }, () => phase("i", "pre")))],
    ["an approval", () => store.approvals.open(approval("ap-1", { expiresAt: FAR_FUTURE, tool: "x".repeat(5_000) }))],
  ];

  it.each(attempts)("that is full refuses %s with a problem", async (_name, attempt) => {
    fill(join(folder, "filler"));
    await expect((async () => attempt())()).rejects.toThrow(ProblemError);
  });

  it.each(attempts)("that is read-only refuses %s with a problem", async (_name, attempt) => {
    await attempt();
    execFileSync("mount", ["-o", "remount,ro", folder]);
    await expect((async () => attempt())()).rejects.toThrow(/CANNOT_WRITE.*EROFS/);
  });

  it("that is read-only is not ready for a record", async () => {
    await store.ledger.append("s", draftFor(1));
    store.ledger.ready("s");
    execFileSync("mount", ["-o", "remount,ro", folder]);
    expect(() => store.ledger.ready("s")).toThrow(/CANNOT_WRITE.*EROFS/);
  });

  it("that fills up while records are written keeps a sound ledger, and goes on when there is space", async () => {
    let written = 0;
    const failure = await (async () => {
      for (;;) {
        try {
          await store.ledger.append("s", { ...draftFor(written), description: "x".repeat(1_500) });
          written++;
        } catch (error) {
          return error;
        }
      }
    })();
    expect(failure).toBeInstanceOf(ProblemError);
    expect((failure as ProblemError).problems[0]).toMatchObject({
      code: "CANNOT_WRITE",
      remedy: expect.stringContaining("space"),
    });
    expect(written).toBeGreaterThan(5);
    const check = await verifyLedger(store.ledger.placedLines(), store.ledger.heads());
    expect(check).toMatchObject({ records: written, findings: [] });
    execFileSync("mount", ["-o", "remount,size=256k", folder]);
    expect((await store.ledger.append("s", draftFor(1))).integrity.seq).toBe(written + 1);
    expect(await verifyLedger(store.ledger.placedLines(), store.ledger.heads())).toMatchObject({ findings: [] });
  });

  it("that is full leaves the intents file as it was", async () => {
    fill(join(folder, "filler"));
    const edited = await store.intents.edit((text) => ({ ok: true, value: `${text}${"INT-003 x\n".repeat(3_000)}` }));
    expect(!edited.ok && edited.problems[0]?.code).toBe("CANNOT_WRITE");
    expect(readFileSync(join(folder, "active_intents.yaml"), "utf8")).toBe(sampleIntentsText);
  });

  function fill(path: string): void {
    expect(() => {
      for (;;) writeFileSync(path, Buffer.alloc(4_096), { flag: "a" });
    }).toThrow("ENOSPC");
  }
});
