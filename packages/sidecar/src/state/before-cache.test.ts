import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createBeforeCache } from "./before-cache.ts";

let sidecar: string;
let folder: string;
beforeEach(() => {
  sidecar = join(tempFolder("cache"), ".orchestration");
  folder = join(sidecar, "cache", "before");
  mkdirSync(sidecar);
});

const bytes = (text: string) => Buffer.from(text);
const open = (limit = 1_000_000) => createBeforeCache(folder, () => limit);

describe("bytes from before", () => {
  it("are found by their hash, by another process too, and by nobody else", () => {
    open().keep(hashOf("one"), bytes("one"));
    expect(open().find(hashOf("one"))).toEqual(bytes("one"));
    expect(open().find(hashOf("two"))).toBeNull();
    expect(open().listing().has(hashOf("one"))).toBe(true);
    expect(open().listing().has(hashOf("two"))).toBe(false);
    expect(statSync(join(folder, readdirSync(folder)[0] ?? "")).mode & 0o777).toBe(0o600);
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
    tamper(join(folder, readdirSync(folder)[0] ?? ""));
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
    const large = Buffer.alloc(open().largest + 1);
    open().keep(hashOf(large), large);
    expect(open().find(hashOf(large))).toBeNull();
  });

  it("do not bring a removed sidecar back", () => {
    rmSync(sidecar, { recursive: true });
    open().keep(hashOf("one"), bytes("one"));
    expect(existsSync(sidecar)).toBe(false);
  });

  it("make room for newer ones, the oldest first", () => {
    const cache = open(1_000);
    cache.keep(hashOf("oldest"), bytes("oldest"));
    const old = new Date(1);
    utimesSync(join(folder, readdirSync(folder)[0] ?? ""), old, old);
    for (let number = 0; number < 199; number += 1) {
      const text = `${number}`.padStart(100, "x");
      cache.keep(hashOf(text), bytes(text));
    }
    const total = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(total).toBeLessThanOrEqual(1_000 + 200);
    expect(cache.find(hashOf("oldest"))).toBeNull();
    expect(cache.find(hashOf("198".padStart(100, "x")))).not.toBeNull();
  });

  it("count as new when they are kept again, however often a process kept them before", () => {
    const cache = open();
    for (let round = 0; round < 2; round += 1) cache.keep(hashOf("again"), bytes("again"));
    const file = join(folder, readdirSync(folder)[0] ?? "");
    utimesSync(file, new Date(1), new Date(1));
    for (let number = 0; number < 199; number += 1) cache.keep(hashOf(`${number}`), bytes(`${number}`));
    cache.keep(hashOf("again"), bytes("again"));
    expect(statSync(file).mtimeMs).toBeGreaterThan(1_000);
  });

  it("are whole again when they are kept once more, after a writer was cut off", () => {
    open().keep(hashOf("whole"), bytes("whole"));
    writeFileSync(join(folder, readdirSync(folder)[0] ?? ""), "wh");
    open().keep(hashOf("whole"), bytes("whole"));
    expect(open().find(hashOf("whole"))).toEqual(bytes("whole"));
  });
});
