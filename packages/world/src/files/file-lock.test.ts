import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { bundleWorker, type Worker } from "../../../../test/support/worker-process.ts";
import { startedAt } from "../processes/process-identity.ts";
import { tryFileLock, withFileLock } from "./file-lock.ts";

const home = tempFolder("file-lock");
let worker: Worker;
beforeAll(async () => {
  worker = await bundleWorker(new URL("../../../../test/support/world/lock-worker.ts", import.meta.url), home);
});

let folder: string;
let lock: string;
beforeEach(() => {
  folder = tempFolder("lock");
  lock = join(folder, "a.lock");
});
const holder = (over: object = {}) =>
  JSON.stringify({
    pid: process.pid,
    startedAt: startedAt(process.pid),
    host: hostname(),
    token: "0".repeat(16),
    ...over,
  });
const age = (ms: number) => utimesSync(lock, new Date(Date.now() - ms), new Date(Date.now() - ms));

describe("a lock", () => {
  it("is held while the work runs and gone afterwards, whatever came of it", async () => {
    expect(await withFileLock(lock, () => readdirSync(folder).length)).toBe(1);
    await expect(withFileLock(lock, () => Promise.reject(new Error("work")))).rejects.toThrow("work");
    await expect(
      withFileLock(lock, () => {
        throw new Error("at once");
      }),
    ).rejects.toThrow("at once");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("lets one after the other through within one process", async () => {
    let inside = 0;
    const most: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, () =>
        withFileLock(lock, async () => {
          most.push(++inside);
          await new Promise((done) => setTimeout(done, 1));
          inside--;
        }),
      ),
    );
    expect(most).toEqual(Array(10).fill(1));
  });

  it("is not waited for longer than asked, and says who holds it", async () => {
    const release = tryFileLock(lock);
    await expect(withFileLock(lock, () => 1, { waitMs: 30 })).rejects.toThrow(`process ${process.pid} on`);
    release?.();
    expect(await withFileLock(lock, () => 1, { waitMs: 30 })).toBe(1);
  });

  it.each([
    ["a process that is gone", () => holder({ pid: 2 ** 22 + 1, startedAt: "5" })],
    ["a process whose number another one has now", () => holder({ startedAt: "1" })],
  ])("of %s is broken", (_name, text) => {
    writeFileSync(lock, text());
    expect(tryFileLock(lock)).toBeTypeOf("function");
    expect(readdirSync(folder)).toEqual(["a.lock"]);
  });

  it.each([
    ["a living process, however old", () => holder()],
    ["a living process whose start is not known", () => holder({ startedAt: null })],
    ["a process on another machine", () => holder({ host: "elsewhere", pid: 2 ** 22 + 1 })],
  ])("of %s is not broken", (_name, text) => {
    writeFileSync(lock, text());
    age(24 * 60 * 60 * 1000);
    expect(tryFileLock(lock)).toBeNull();
    expect(readFileSync(lock, "utf8")).toBe(text());
  });

  it.each(["", "{", "null", '{"pid":1}'])("that says %j is broken once it is old, not before", (text) => {
    writeFileSync(lock, text);
    expect(tryFileLock(lock)).toBeNull();
    age(60_000);
    expect(tryFileLock(lock)).toBeTypeOf("function");
  });

  it("is broken although somebody who was breaking it died", () => {
    writeFileSync(lock, holder({ startedAt: "1" }));
    const dead = holder({ pid: 2 ** 22 + 1 });
    for (const number of [0, 1]) writeFileSync(`${lock}.${"0".repeat(16)}.${number}`, dead);
    expect(tryFileLock(lock)).toBeTypeOf("function");
    expect(readdirSync(folder)).toEqual(["a.lock"]);
  });

  it("is broken without leaving what former breakers left", () => {
    writeFileSync(`${lock}.${"1".repeat(16)}.0`, holder({ pid: 2 ** 22 + 1 }));
    writeFileSync(lock, holder({ startedAt: "1" }));
    tryFileLock(lock);
    expect(readdirSync(folder)).toEqual(["a.lock"]);
  });

  it("is left to a living process that is breaking it", () => {
    writeFileSync(lock, holder({ startedAt: "1" }));
    writeFileSync(`${lock}.${"0".repeat(16)}.0`, holder());
    expect(tryFileLock(lock)).toBeNull();
  });

  it("that was removed by hand and taken by another is not released by the first", () => {
    const release = tryFileLock(lock);
    rmSync(lock);
    const other = tryFileLock(lock);
    release?.();
    expect(readdirSync(folder)).toEqual(["a.lock"]);
    other?.();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a lock between processes", () => {
  it("goes to the next when its holder is killed", async () => {
    const held = worker.start(["hold", lock]);
    await held.said("held");
    expect(tryFileLock(lock)).toBeNull();
    const waiting = withFileLock(lock, () => "mine");
    held.kill();
    expect(await waiting).toBe("mine");
  });

  it("loses no count over 8 processes, with holders killed among them", async () => {
    const counter = join(folder, "counter");
    writeFileSync(counter, "0");
    const steady = Array.from({ length: 6 }, () => worker.start(["count", lock, counter, "40"]));
    let confirmed = 0;
    for (let killed = 0; killed < 15; killed++) {
      const victim = worker.start(["count", lock, counter, "100000"]);
      await victim.said("1\n");
      await new Promise((done) => setTimeout(done, Math.random() * 10));
      victim.kill();
      confirmed += (await victim.output()).split("\n").filter((line) => line === "1").length;
    }
    for (const one of steady) expect(await one.output()).toBe("1\n".repeat(40));
    confirmed += 6 * 40;
    const counted = Number(readFileSync(counter, "utf8"));
    expect(counted).toBeGreaterThanOrEqual(confirmed);
    expect(counted).toBeLessThanOrEqual(confirmed + 15);
  });
});
