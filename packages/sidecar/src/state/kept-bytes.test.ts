import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { hashOf, LARGEST_KEPT } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createKeptBytes, KEPT_DAYS } from "./kept-bytes.ts";

let folder: string;
let former: string;
beforeEach(() => {
  const place = tempFolder("kept");
  folder = join(place, "state", "kept");
  former = join(place, "sidecar", "cache", "before");
});

const bytes = (text: string) => Buffer.from(text);
const open = (limit = 1_000_000, isWanted = true) =>
  createKeptBytes({ folder, former, limitBytes: () => limit, isWanted: () => isWanted });
const files = () => readdirSync(folder).filter((name) => name !== "pruned");
const DAY = 86_400_000;

describe("bytes from before", () => {
  it("are found by their hash, by another process too, and by nobody else", () => {
    open().keep(hashOf("one"), bytes("one"));
    expect(open().find(hashOf("one"))).toEqual(bytes("one"));
    expect(open().find(hashOf("two"))).toBeNull();
    expect(open().listing().has(hashOf("one"))).toBe(true);
    expect(open().listing().has(hashOf("two"))).toBe(false);
    expect(statSync(join(folder, files()[0] ?? "")).mode & 0o777).toBe(0o600);
  });

  it.each<[string, (file: string) => void]>([
    ["other bytes of the same length", (file) => writeFileSync(file, "two")],
    ["longer bytes", (file) => writeFileSync(file, "one and more")],
    [
      "a folder",
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      "a link that leads nowhere",
      (file) => {
        rmSync(file);
        symlinkSync("/nowhere", file);
      },
    ],
    ["nothing", (file) => rmSync(file)],
  ])("are not taken from what somebody put in their place: %s", (_what, tamper) => {
    open().keep(hashOf("one"), bytes("one"));
    tamper(join(folder, files()[0] ?? ""));
    expect(open().find(hashOf("one"))).toBeNull();
  });

  it("are kept again when they were taken away", () => {
    const cache = open();
    cache.keep(hashOf("one"), bytes("one"));
    rmSync(folder, { recursive: true });
    expect(cache.listing().has(hashOf("one"))).toBe(false);
    cache.keep(hashOf("one"), bytes("one"));
    expect(cache.find(hashOf("one"))).toEqual(bytes("one"));
  });

  it("are not kept where they are too large", () => {
    const large = Buffer.alloc(LARGEST_KEPT + 1);
    open(1e9).keep(hashOf(large), large);
    expect(open().find(hashOf(large))).toBeNull();
    const larger = Buffer.alloc(101);
    open(100).keep(hashOf(larger), larger);
    expect(open().find(hashOf(larger))).toBeNull();
  });

  it("are not kept where nobody wants them: the sidecar is gone", () => {
    open(1_000, false).keep(hashOf("one"), bytes("one"));
    expect(existsSync(folder)).toBe(false);
  });

  it("that cannot be kept are a problem that names the folder", () => {
    mkdirSync(join(folder, ".."), { recursive: true });
    writeFileSync(folder, "no folder");
    expect(() => open().keep(hashOf("one"), bytes("one"))).toThrow(ProblemError);
  });

  it("lie in a folder that is nobody else's", () => {
    open().keep(hashOf("one"), bytes("one"));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("of an earlier version are still found in the sidecar, and never written there", () => {
    mkdirSync(former, { recursive: true });
    writeFileSync(join(former, hashOf("old").replace(":", "-")), "old");
    expect(open().find(hashOf("old"))).toEqual(bytes("old"));
    open().keep(hashOf("new"), bytes("new"));
    expect(readdirSync(former)).toHaveLength(1);
  });

  it("are forgotten once they are too old, by the next process that keeps something an hour later", () => {
    open().keep(hashOf("old"), bytes("old"));
    open().keep(hashOf("young"), bytes("young"));
    const aged = (text: string, days: number) => {
      const then = new Date(Date.now() - days * DAY);
      utimesSync(join(folder, hashOf(text).replace(":", "-")), then, then);
    };
    aged("old", KEPT_DAYS + 0.1);
    aged("young", KEPT_DAYS - 0.1);
    open().keep(hashOf("now"), bytes("now"));
    expect(open().find(hashOf("old"))).not.toBeNull();
    utimesSync(join(folder, "pruned"), new Date(1), new Date(1));
    open().keep(hashOf("later"), bytes("later"));
    expect(open().find(hashOf("old"))).toBeNull();
    expect(open().find(hashOf("young"))).not.toBeNull();
  });

  it("make room for newer ones, the oldest first", () => {
    const cache = open(1_000);
    cache.keep(hashOf("oldest"), bytes("oldest"));
    const old = new Date(1);
    utimesSync(join(folder, files()[0] ?? ""), old, old);
    for (let number = 0; number < 199; number += 1) {
      const text = `${number}`.padStart(100, "x");
      cache.keep(hashOf(text), bytes(text));
    }
    const total = files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(total).toBeLessThanOrEqual(1_000 + 200);
    expect(cache.find(hashOf("oldest"))).toBeNull();
    expect(cache.find(hashOf("198".padStart(100, "x")))).not.toBeNull();
  });

  it("count as new when they are kept again, however often a process kept them before", () => {
    const cache = open();
    for (let round = 0; round < 2; round += 1) cache.keep(hashOf("again"), bytes("again"));
    const file = join(folder, files()[0] ?? "");
    utimesSync(file, new Date(1), new Date(1));
    cache.keep(hashOf("again"), bytes("again"));
    expect(statSync(file).mtimeMs).toBeGreaterThan(1_000);
  });

  it("are whole again when they are kept once more, after a writer was cut off", () => {
    open().keep(hashOf("whole"), bytes("whole"));
    writeFileSync(join(folder, files()[0] ?? ""), "wh");
    open().keep(hashOf("whole"), bytes("whole"));
    expect(open().find(hashOf("whole"))).toEqual(bytes("whole"));
  });
});

describe("bytes of a process that keeps many", () => {
  const many = (from: number, until: number) => Array.from({ length: until - from }, (_, at) => `text ${from + at}`);
  const keepAll = (cache: ReturnType<typeof open>, texts: readonly string[]) => {
    for (const text of texts) cache.keep(hashOf(text), bytes(text));
  };
  const pack = () => join(folder, files().find((name) => name.startsWith("pack-")) ?? "no pack");

  it("lie in one file behind the first, and are found one by one, by another process too", () => {
    const cache = open();
    keepAll(cache, many(0, 100));
    expect(files()).toHaveLength(5);
    expect(statSync(pack()).mode & 0o777).toBe(0o600);
    const listing = open().listing();
    for (const text of many(0, 100)) {
      for (const asked of [cache, open()]) expect(asked.find(hashOf(text))).toEqual(bytes(text));
      expect(listing.has(hashOf(text))).toBe(true);
    }
    expect(cache.find(hashOf("text 100"))).toBeNull();
    expect(listing.has(hashOf("text 100"))).toBe(false);
  });

  it("are not kept twice, whatever bytes they are", () => {
    const cache = open();
    const odd = ["", "\n", `${hashOf("x")} 1\nx`, "no end"];
    keepAll(cache, [...many(0, 10), ...odd]);
    const { size } = statSync(pack());
    keepAll(cache, [...many(0, 10), ...odd]);
    expect(statSync(pack()).size).toBe(size);
    for (const text of odd) expect(open().find(hashOf(text))).toEqual(bytes(text));
    expect(open().find(hashOf("x"))).toBeNull();
  });

  it("that are large lie in a file of their own", () => {
    const cache = open();
    keepAll(cache, many(0, 10));
    const large = Buffer.alloc(70_000, "l");
    cache.keep(hashOf(large), large);
    expect(files()).toHaveLength(6);
    expect(open().find(hashOf(large))).toEqual(large);
  });

  it.each<[string, (file: string) => void, number]>([
    ["its last entry was cut off", (file) => writeFileSync(file, readFileSync(file).subarray(0, -1)), 9],
    ["somebody wrote behind it", (file) => writeFileSync(file, `${readFileSync(file)}more`), 10],
    ["other bytes stand in its first entry", (file) => writeFileSync(file, replaced(file, "text 4", "text x")), 9],
    ["it is gone", (file) => rmSync(file), 4],
    ["a link stands there", (file) => instead(file, () => symlinkSync("/nowhere", file)), 4],
    ["a folder stands there", (file) => instead(file, () => mkdirSync(file)), 4],
  ])("are found as far as they are what they were, and kept again as ever: %s", (_what, tamper, left) => {
    const cache = open();
    keepAll(cache, many(0, 10));
    tamper(pack());
    expect(many(0, 10).filter((text) => open().find(hashOf(text)) !== null)).toHaveLength(left);
    keepAll(cache, many(10, 20));
    for (const text of many(10, 20))
      for (const asked of [cache, open()]) expect(asked.find(hashOf(text))).not.toBeNull();
  });

  it("are not looked for behind a line that names none", () => {
    keepAll(open(), many(0, 10));
    writeFileSync(pack(), replaced(pack(), "sha256", "sha257"));
    expect(many(0, 10).filter((text) => open().find(hashOf(text)) !== null)).toEqual(many(0, 4));
    expect(many(0, 10).filter((text) => open().listing().has(hashOf(text)))).toEqual(many(0, 4));
  });

  it("are forgotten with their pack once it is too old, and never before its youngest", () => {
    keepAll(open(), many(0, 10));
    const at = (days: number) => new Date(Date.now() - days * DAY);
    for (const name of files()) utimesSync(join(folder, name), at(KEPT_DAYS + 0.1), at(KEPT_DAYS + 0.1));
    utimesSync(pack(), at(KEPT_DAYS - 0.1), at(KEPT_DAYS - 0.1));
    open().prune();
    expect(many(0, 10).filter((text) => open().find(hashOf(text)) !== null)).toEqual(many(4, 10));
    utimesSync(pack(), at(KEPT_DAYS + 0.1), at(KEPT_DAYS + 0.1));
    open().prune();
    expect(files()).toEqual([]);
  });

  it("make room for newer ones, a pack at a time", () => {
    const cache = open(16_000);
    const texts = many(0, 400);
    keepAll(cache, texts);
    cache.prune();
    const total = files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(total).toBeLessThanOrEqual(16_000);
    expect(files().length).toBeGreaterThan(2);
    expect(cache.find(hashOf("text 0"))).toBeNull();
    expect(cache.find(hashOf("text 399"))).not.toBeNull();
  });
});

function instead(file: string, make: () => void): void {
  rmSync(file);
  make();
}

function replaced(file: string, what: string, by: string): string {
  return readFileSync(file, "utf8").replace(what, by);
}
