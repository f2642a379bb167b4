import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import fc from "fast-check";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { cannotWrite } from "../errors/file-problem.ts";
import { isAlive, startedAt } from "../processes/process-identity.ts";
import { appendLines, standAlone } from "./append-line.ts";
import { createExclusive, replaceFile } from "./atomic-write.ts";
import { identity } from "./file-identity.ts";
import { removeLeftovers } from "./leftovers.ts";
import { makeFolder } from "./make-folder.ts";
import { linesFromEnd, readTail } from "./read-tail.ts";

let folder: string;
beforeEach(() => {
  folder = tempFolder("files");
});
const file = (name = "x") => join(folder, name);
const problemOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problems[0];
    throw error;
  }
  return undefined;
};

describe("replacing a file", () => {
  it("creates it with the mode asked for, and keeps the one it has where none is", () => {
    replaceFile(file(), "one", { mode: 0o600 });
    expect([readFileSync(file(), "utf8"), statSync(file()).mode & 0o777]).toEqual(["one", 0o600]);
    chmodSync(file(), 0o775);
    replaceFile(file(), Uint8Array.of(0, 255));
    expect([...readFileSync(file())]).toEqual([0, 255]);
    expect(statSync(file()).mode & 0o777).toBe(0o775);
  });

  it.each([0o644, 0o777, 0o400, 0o4755])("makes what only its owner may read such, where it had mode %o", (former) => {
    writeFileSync(file(), "one");
    chmodSync(file(), former);
    replaceFile(file(), "two", { mode: 0o600 });
    expect([readFileSync(file(), "utf8"), statSync(file()).mode & 0o7777]).toEqual(["two", 0o600]);
  });

  it("gives nobody more than the person's own mask lets through", () => {
    const former = process.umask(0o077);
    onTestFinished(() => void process.umask(former));
    replaceFile(file(), "one", { mode: 0o755 });
    expect(statSync(file()).mode & 0o7777).toBe(0o700);
  });

  it("replaces a link and leaves its target alone", () => {
    writeFileSync(file("target"), "theirs");
    symlinkSync(file("target"), file());
    replaceFile(file(), "ours");
    expect([readFileSync(file("target"), "utf8"), readFileSync(file(), "utf8")]).toEqual(["theirs", "ours"]);
  });

  it("leaves nothing behind where it cannot be done", () => {
    mkdirSync(file());
    expect(problemOf(() => replaceFile(file(), "x"))).toMatchObject({ code: "CANNOT_WRITE", file: file() });
    expect(readdirSync(folder)).toEqual(["x"]);
    expect(problemOf(() => replaceFile(file("none/y"), "x"))?.remedy).toContain("intentgate init");
  });

  it("does not call a bug a full disk", () => {
    expect(() => cannotWrite(new TypeError("bug"), "x")).toThrow(TypeError);
    expect(() => replaceFile(file("a\0b"), "x")).toThrow(TypeError);
  });
});

describe("creating a file exclusively", () => {
  it("succeeds once and keeps the first content", () => {
    expect([createExclusive(file(), "one", 0o600), createExclusive(file(), "two", 0o600)]).toEqual([true, false]);
    expect(readFileSync(file(), "utf8")).toBe("one");
    expect(readdirSync(folder)).toEqual(["x"]);
  });

  it("does not succeed over a link that leads nowhere", () => {
    symlinkSync(file("nowhere"), file());
    expect(createExclusive(file(), "one", 0o600)).toBe(false);
    expect(readdirSync(folder)).toEqual(["x"]);
  });
});

describe("leftovers of killed writers", () => {
  it("are removed when they belong to this file and their writer is gone", () => {
    const names = [
      "x.999999999-0123456789ab.tmp",
      `x.${process.pid}-0123456789ab.tmp`,
      "x.tmp",
      "y.999999999-0123456789ab.tmp",
    ];
    for (const name of names) writeFileSync(file(name), "");
    removeLeftovers(file());
    expect(readdirSync(folder).sort()).toEqual(names.slice(1).sort());
  });
});

describe("appending lines", () => {
  it("puts a torn last line on a line of its own", () => {
    appendLines(file(), ["a", "b"], { mode: 0o600 });
    appendFileSync(file(), "torn");
    appendLines(file(), ["c"]);
    appendLines(file(), []);
    expect(readFileSync(file(), "utf8")).toBe("a\nb\ntorn\nc\n");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["continued a torn line", "torn", "ours\n", "torn" + "ours\n" + "\nours\n"],
    ["continued a torn line and was followed", "torn", "ours\ntheirs\n", "torn" + "ours\ntheirs\n" + "\nours\n"],
    ["stands between others", "a\n", "theirs\nours\ntheirs\n", "a\ntheirs\nours\ntheirs\n"],
    ["stands first", "", "ours\ntheirs\n", "ours\ntheirs\n"],
    ["stands alone after one that ends alike", "", "not ours\nours\n", "not ours\nours\n"],
  ])("writes a line again exactly when it %s", (_name, before, since, expected) => {
    writeFileSync(file(), before + since);
    const opened = openSync(file(), "a+");
    standAlone(opened, Buffer.from("ours\n"), before.endsWith("torn") ? before.length - 2 : before.length);
    closeSync(opened);
    expect(readFileSync(file(), "utf8")).toBe(expected);
  });

  it("says where the lines begin, and nothing where other bytes may stand between", () => {
    expect(appendLines(file(), ["a", "b"])).toMatchObject({ from: 0, now: { size: 4 } });
    expect(appendLines(file(), ["c"])).toMatchObject({ from: 4, now: { size: 6, ino: statSync(file()).ino } });
    expect(appendLines(file(), [])).toBeNull();
    appendFileSync(file(), "torn");
    expect(appendLines(file(), ["d"])).toBeNull();
    expect(readFileSync(file(), "utf8")).toBe("a\nb\nc\ntorn\nd\n");
  });

  it("refuses a line that is two, a link, and a folder", () => {
    expect(() => appendLines(file(), ["a\nb"])).toThrow("line end");
    symlinkSync(file("target"), file("link"));
    expect(problemOf(() => appendLines(file("link"), ["a"]))?.code).toBe("CANNOT_WRITE");
    expect(problemOf(() => appendLines(folder, ["a"]))?.code).toBe("CANNOT_WRITE");
    expect(readdirSync(folder)).toEqual(["link"]);
  });

  it("writes into nothing but a regular file", () => {
    execFileSync("mkfifo", [file("pipe")]);
    for (const odd of ["/dev/full", file("pipe")]) {
      expect(problemOf(() => appendLines(odd, ["a"]))).toMatchObject({
        code: "CANNOT_WRITE",
        file: odd,
        remedy: expect.stringContaining("regular file"),
      });
    }
  });

  it("says which disk is full and what to do", () => {
    const full = Object.assign(new Error("no space"), { code: "ENOSPC", syscall: "write" });
    expect(cannotWrite(full, "x").problems[0]).toMatchObject({
      code: "CANNOT_WRITE",
      file: "x",
      remedy: expect.stringContaining("disk space"),
    });
  });
});

describe("reading from the end", () => {
  it("gives the last lines, oldest first", () => {
    writeFileSync(file(), "a\nb\n\nc\nd");
    expect(readTail(file(), 3)).toEqual(["b", "c", "d"]);
    expect(readTail(file(), 99)).toEqual(["a", "b", "c", "d"]);
    expect([readTail(file(), 0), readTail(file("none"), 3)]).toEqual([[], []]);
  });

  it("gives every line whole, wherever the blocks end", () => {
    const anyLine = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.nat(70_000).map((length) => "ü".repeat(length)),
      fc.nat(140_000).map((length) => "x".repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 6 }), fc.boolean(), (lines, ended) => {
        const clean = lines.map((line) => line.replaceAll("\n", ""));
        writeFileSync(file(), clean.join("\n") + (ended && clean.length > 0 ? "\n" : ""));
        expect([...linesFromEnd(file())].reverse()).toEqual(clean.filter((line) => line !== ""));
      }),
      { numRuns: 60 },
    );
  });

  it("is a problem where the file cannot be read, not an empty one", () => {
    expect(problemOf(() => readTail(folder, 1))?.code).toBe("CANNOT_READ");
  });
});

describe("the identity of a file", () => {
  it("changes with every way to change it, and is absent without a file", () => {
    expect(identity(file())).toBe("absent");
    const seen = new Set<string>();
    const note = () => seen.add(identity(file()));
    writeFileSync(file(), "a");
    note();
    note();
    writeFileSync(file(), "ab");
    note();
    utimesSync(file(), 1, 1);
    note();
    replaceFile(file(), "ab");
    note();
    expect(seen.size).toBe(4);
  });
});

describe("making a folder", () => {
  it("makes one, finds one, and makes no parents", () => {
    makeFolder(file());
    makeFolder(file());
    expect(statSync(file()).mode & 0o777).toBe(0o700);
    expect(problemOf(() => makeFolder(file("no/where")))).toMatchObject({ code: "SIDECAR_MISSING" });
  });
});

describe("the identity of a process", () => {
  it.runIf(process.platform === "linux")("tells a living one from one that had its number", () => {
    const mine = startedAt(process.pid);
    expect(mine).toMatch(/^\d+$/);
    expect(isAlive(process.pid, mine)).toBe(true);
    expect(isAlive(process.pid, "1")).toBe(false);
  });

  it("takes what it cannot know for alive, and what cannot be for dead", () => {
    expect(isAlive(process.pid, null)).toBe(true);
    for (const pid of [0, -1, 1.5, Number.NaN, 2 ** 40]) expect(isAlive(pid, null)).toBe(false);
    expect([startedAt(2 ** 22 + 1), isAlive(2 ** 22 + 1, null)]).toEqual([null, false]);
  });
});
