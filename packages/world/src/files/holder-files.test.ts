/** With kept files a lock is what it is without them: the tests of locks hold, and nothing is left or mixed up. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleWorker, type Worker } from "../../../../test/support/worker-process.ts";
import { tryFileLock, withFileLock } from "./file-lock.ts";
import { keepHolderFiles } from "./holder-files.ts";
import { readHolder } from "./lock-holder.ts";

const home = mkdtempSync(join(tmpdir(), "holder-files-"));
let worker: Worker;
beforeAll(async () => {
  worker = await bundleWorker(new URL("../../../../test/support/world/lock-worker.ts", import.meta.url), home);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

let [place, folder, lock] = ["", "", ""];
let forget: () => void;
beforeEach(() => {
  place = mkdtempSync(join(home, "p-"));
  folder = mkdtempSync(join(home, "l-"));
  lock = join(folder, "a.lock");
  forget = keepHolderFiles(place);
});
afterEach(() => forget());

const tokenIn = (file: string) => readHolder(readFileSync(file, "utf8"))?.token;

describe("with kept files", () => {
  it("a lock is held while the work runs and gone afterwards, and the next one needs no new file", async () => {
    const kept: string[][] = [];
    for (let round = 0; round < 50; round++) {
      await withFileLock(lock, () => void kept.push(readdirSync(folder), readdirSync(place)));
      expect(readdirSync(folder)).toEqual([]);
    }
    expect(new Set(kept.map((names) => names.join()))).toEqual(new Set(["a.lock", readdirSync(place).join()]));
    expect(readdirSync(place)).toHaveLength(1);
  });

  it("two locks that are held at the same time never say the same", () => {
    const other = join(folder, "b.lock");
    const releases = [tryFileLock(lock), tryFileLock(other)];
    expect(tokenIn(lock)).not.toBe(tokenIn(other));
    for (const release of releases) release?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("whoever was not first gets nothing, and takes no file with every try", () => {
    const release = tryFileLock(lock);
    for (let round = 0; round < 20; round++) expect(tryFileLock(lock)).toBeNull();
    expect(readdirSync(place)).toHaveLength(2);
    release?.();
  });

  it("a lock that was removed by hand and taken by another is not released by the first", () => {
    const release = tryFileLock(lock);
    rmSync(lock);
    const other = tryFileLock(lock);
    release?.();
    expect(readdirSync(folder)).toEqual(["a.lock"]);
    other?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a second release does not release the lock that has the same file since", () => {
    const release = tryFileLock(lock);
    release?.();
    const next = tryFileLock(lock);
    release?.();
    expect(readdirSync(folder)).toEqual(["a.lock"]);
    expect(tryFileLock(lock)).toBeNull();
    next?.();
  });

  it("only so many are kept, however many locks were held at once", () => {
    const releases = Array.from({ length: 40 }, (_, at) => tryFileLock(join(folder, `${at}.lock`)));
    expect(readdirSync(place)).toHaveLength(40);
    for (const release of releases) release?.();
    expect(readdirSync(place)).toHaveLength(8);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("none is left once they are kept no longer, also of a lock that is released after that", () => {
    const [late, early] = [tryFileLock(lock), tryFileLock(join(folder, "b.lock"))];
    early?.();
    forget();
    expect(readdirSync(place)).toHaveLength(1);
    late?.();
    expect([readdirSync(place), readdirSync(folder)]).toEqual([[], []]);
  });

  it("those of processes that are gone are removed, those of others stay", () => {
    const [gone, living] = [`holder.${2 ** 22 + 1}-0123456789ab.tmp`, `holder.${process.ppid}-0123456789ab.tmp`];
    for (const name of [gone, living, "socket"]) writeFileSync(join(place, name), "");
    forget();
    forget = keepHolderFiles(place);
    expect(readdirSync(place).sort()).toEqual([living, "socket"].sort());
  });
});

describe("where kept files are of no use a lock is a file of its own:", () => {
  it.each<[string, () => void]>([
    ["somebody removed them", () => rmSync(join(place, readdirSync(place)[0] ?? ""))],
    [
      "their folder is gone",
      () => {
        rmSync(place, { recursive: true });
      },
    ],
  ])("%s", (_what, spoil) => {
    tryFileLock(lock)?.();
    spoil();
    const release = tryFileLock(lock);
    expect(statSync(lock).nlink).toBe(1);
    expect(tryFileLock(lock)).toBeNull();
    release?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(isAnotherDisk("/dev/shm"))("they are on another disk", () => {
    const far = mkdtempSync("/dev/shm/holder-files-");
    try {
      forget();
      forget = keepHolderFiles(far);
      for (let round = 0; round < 3; round++) {
        const release = tryFileLock(lock);
        expect([statSync(lock).nlink, tryFileLock(lock)]).toEqual([1, null]);
        release?.();
      }
      expect([readdirSync(folder), readdirSync(far).length]).toEqual([[], 1]);
    } finally {
      forget();
      rmSync(far, { recursive: true });
    }
  });

  it("a folder that is not there is told as ever", () => {
    expect(() => tryFileLock(join(folder, "no", "a.lock"))).toThrow("cannot write");
  });
});

function isAnotherDisk(path: string): boolean {
  return existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev;
}

describe("between processes that keep files and one that does not", () => {
  it("a lock goes to the next when its holder is killed", async () => {
    const held = worker.start(["hold", lock, "", "0", mkdtempSync(join(home, "p-"))]);
    await held.said("held");
    expect(tryFileLock(lock)).toBeNull();
    const waiting = withFileLock(lock, () => "mine");
    held.kill();
    expect(await waiting).toBe("mine");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("no count is lost, with holders killed among them", async () => {
    const counter = join(folder, "counter");
    writeFileSync(counter, "0");
    const places = Array.from({ length: 3 }, (_, at) => join(home, `count-${at}`));
    for (const one of places) mkdirSync(one);
    const steady = [...places, ""].map((one) => worker.start(["count", lock, counter, "40", one]));
    let confirmed = steady.length * 40;
    for (let killed = 0; killed < 10; killed++) {
      const victim = worker.start(["count", lock, counter, "100000", places[killed % 3] ?? ""]);
      await victim.said("1\n");
      await new Promise((done) => setTimeout(done, Math.random() * 10));
      victim.kill();
      confirmed += (await victim.output()).split("\n").filter((line) => line === "1").length;
    }
    for (const one of steady) expect(await one.output()).toBe("1\n".repeat(40));
    const counted = Number(readFileSync(counter, "utf8"));
    expect(counted).toBeGreaterThanOrEqual(confirmed);
    expect(counted).toBeLessThanOrEqual(confirmed + 10);
  });
});
