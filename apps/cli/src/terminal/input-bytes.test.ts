import { decodeUtf8 } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import { readAll, readLines } from "./input-bytes.ts";

async function* chunks(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text as string);
}
async function linesOf(limit: number, ...texts: string[]): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for await (const line of readLines(chunks(...texts), limit)) found.push(line === null ? null : line.toString());
  return found;
}

describe("reading everything", () => {
  it("gives all bytes up to the limit, and nothing beyond it", async () => {
    expect((await readAll(chunks("ab", "c"), 3))?.toString()).toBe("abc");
    expect(await readAll(chunks("ab", "cd"), 3)).toBeNull();
    expect((await readAll(chunks(), 3))?.length).toBe(0);
  });
});

describe("reading lines", () => {
  it.each([
    ["lines within a chunk and across chunks", ["a\nb", "c\n\n", "d"], ["a", "bc", "", "d"]],
    ["a last line with its end", ["a\n"], ["a"]],
    ["nothing", [], []],
    ["a line that is too long, and the ones after it", ["12345", "6\nok\n"], [null, "ok"]],
    ["a too long line at the end", ["ok\n", "12", "3456"], ["ok", null]],
    ["a line of exactly the limit", ["12345\n"], ["12345"]],
  ])("gives %s", async (_what, texts, lines) => {
    expect(await linesOf(5, ...texts)).toEqual(lines);
  });
});

describe("bytes as text", () => {
  it.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0x61, 0x80]]])("are none where they are %j", (bytes) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toBeNull();
  });

  it("stay what they are, a byte order mark included", () => {
    expect(decodeUtf8(Buffer.from("\ufeffä"))).toBe("\ufeffä");
  });
});
