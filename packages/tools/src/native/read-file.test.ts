import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TempWorkspace, tempWorkspace } from "../../../../test/support/tools/temp-workspace.ts";
import { defaultLimits } from "../contract/tool.ts";
import { contentHash } from "../define/define-tool.ts";

let space: TempWorkspace;

const small = { limits: { ...defaultLimits, readBytes: 10 } };

describe("read_file", () => {
  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ["returns the content as it is", "a\r\nb", {}, { content: "a\r\nb", total_lines: 2 }],
    ["counts no line in an empty file", "", {}, { content: "", total_lines: 0 }],
    ["counts a last line without newline", "a\nb", {}, { content: "a\nb", total_lines: 2 }],
    ["does not count the end as a line", "a\nb\n", {}, { content: "a\nb\n", total_lines: 2 }],
    ["reads from a line", "a\nb\nc\n", { start_line: 2 }, { content: "b\nc\n", total_lines: 3 }],
    ["reads to a line", "a\nb\nc\n", { end_line: 2 }, { content: "a\nb\n", total_lines: 3 }],
    ["reads one line", "a\nb\nc\n", { start_line: 2, end_line: 2 }, { content: "b\n", total_lines: 3 }],
    ["reads nothing past the end", "a\n", { start_line: 5 }, { content: "", total_lines: 1 }],
    [
      "numbers lines when told",
      "a\nb\nc\n",
      { start_line: 2, line_numbers: true },
      { content: "2 | b\n3 | c\n", total_lines: 3 },
    ],
    ["keeps the byte order mark", "\uFEFFa", {}, { content: "\uFEFFa", total_lines: 1 }],
    ["takes null for fields left out", "a", { start_line: null, end_line: null }, { content: "a", total_lines: 1 }],
  ])("%s", async (_name, before, input, facts) => {
    space = tempWorkspace({ f: before });
    const content_hash = contentHash(Buffer.from(before));
    expect(await space.run("read_file", { path: "f", ...input })).toEqual({ path: "f", content_hash, ...facts });
  });

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ["after the last whole line", "one\ntwo\nthree\n", {}, { content: "one\ntwo\n", next_start_line: 3 }],
    [
      "counted from the first line read",
      "a\none\ntwo\nthree\n",
      { start_line: 2 },
      { content: "one\ntwo\n", next_start_line: 4 },
    ],
    ["within a line that alone is too long", "x".repeat(11), {}, { content: "x".repeat(10) }],
    ["between characters", "éééééé", {}, { content: "ééééé" }],
    ["not through a character", "xéxéxééé", {}, { content: "xéxéxé" }],
  ])("cuts a long file %s and says so", async (_name, before, input, facts) => {
    space = tempWorkspace({ f: before });
    const result = await space.run("read_file", { path: "f", ...input }, small);
    expect(result).toMatchObject({ truncated: true, content_hash: contentHash(Buffer.from(before)), ...facts });
    expect("next_start_line" in result).toBe("next_start_line" in facts);
  });

  it.each([
    ["a NUL", Buffer.from("a\u0000b")],
    ["bytes that are not UTF-8", Buffer.from([0x61, 0xff])],
  ])("tells of a file with %s only what it is", async (_name, bytes) => {
    space = tempWorkspace({ f: bytes });
    const content_hash = contentHash(bytes);
    expect(await space.run("read_file", { path: "f" })).toEqual({
      path: "f",
      binary: true,
      size: bytes.length,
      content_hash,
    });
  });

  it.each([
    ["a missing file", { path: "gone" }, "NOT_FOUND"],
    ["a folder", { path: "folder" }, "IS_FOLDER"],
    ["a pipe, without waiting for it", { path: "pipe" }, "NOT_A_FILE"],
    ["a dangling link", { path: "dangling" }, "IS_LINK"],
    ["a path outside", { path: "../x" }, "PATH_REFUSED"],
    ["lines in the wrong order", { path: "f", start_line: 3, end_line: 2 }, "BAD_INPUT"],
    ["line 0", { path: "f", start_line: 0 }, "BAD_INPUT"],
    ["a line as text", { path: "f", start_line: "1" }, "BAD_INPUT"],
    ["two names for the path", { path: "f", file_path: "f" }, "BAD_INPUT"],
  ])("refuses %s", async (_name, input, code) => {
    space = tempWorkspace({ f: "a" });
    mkdirSync(join(space.root, "folder"));
    symlinkSync("nowhere", join(space.root, "dangling"));
    execFileSync("mkfifo", [join(space.root, "pipe")]);
    expect((await space.run("read_file", input)).code).toBe(code);
  });

  it("reads every line range as slicing the lines does, over many chunks", async () => {
    space = tempWorkspace();
    const lines = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\r"), maxLength: 30_000 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(12), fc.nat(12), async (texts, start, more) => {
        const whole = texts.join("\n");
        const limits = { ...defaultLimits, readBytes: 100_000_000 };
        await space.run("write_to_file", { path: "f", content: whole });
        const range = { start_line: start + 1, end_line: start + 1 + more };
        const { content } = await space.run("read_file", { path: "f", ...range }, { limits });
        const pieces = whole.split(/(?<=\n)/);
        expect(content).toBe(pieces.slice(start, start + 1 + more).join(""));
      }),
      { numRuns: 40 },
    );
  });
});

describe("stat", () => {
  it("tells files from folders", async () => {
    space = tempWorkspace({ "folder/f": "abc" });
    expect(await space.run("stat", { path: "folder/f" })).toMatchObject({
      type: "file",
      size: 3,
      mode: expect.stringMatching(/^0\d{3}$/),
    });
    expect(await space.run("stat", { path: "folder" })).toMatchObject({ type: "folder" });
  });

  it.each([
    ["gone", "NOT_FOUND"],
    ["f/below", "NOT_A_FOLDER"],
    ["../x", "PATH_REFUSED"],
  ])("refuses %s", async (path, code) => {
    space = tempWorkspace({ f: "abc" });
    expect((await space.run("stat", { path })).code).toBe(code);
  });
});
