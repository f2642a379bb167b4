import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import type { TraceRecord } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { type Door, expectDenied, openDoor } from "./door.ts";

const bytesOf = (door: Door, path: string) => readFileSync(join(door.root, path));
const hashOf = (bytes: Uint8Array | string) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
function lastRecord(door: Door): TraceRecord | undefined {
  return openWorkspace(door.root, { stateDir: door.stateDir }).home.store.ledger.newest(1)[0];
}

describe("content that is written", () => {
  it.each([
    ["line ends of two bytes", "a\r\nb\r\n"],
    ["mixed line ends", "a\r\nb\nc\rd"],
    ["no line end", "a"],
    ["nothing at all", ""],
    ["a byte order mark", "\ufeffa\n"],
    ["control characters", "a\0b\u0007c\n"],
    ["every plane of Unicode", "ä ツ 😀 \u{10ffff} e\u0301\n"],
    ["a line of a million characters", `${"x".repeat(1_000_000)}\n`],
    ["200,000 lines", "line\n".repeat(200_000)],
  ])("stands there byte for byte, and in the ledger by its hash: %s", async (_name, content) => {
    const door = openDoor();
    await door.take();
    const answer = await door.write("src/b.ts", content);
    expect(answer).toMatchObject({ exit: 0, body: { result: { content_hash: hashOf(content) } } });
    expect(bytesOf(door, "src/b.ts").equals(Buffer.from(content))).toBe(true);
    const [file] = lastRecord(door)?.files ?? [];
    expect(file).toMatchObject({ relative_path: "src/b.ts", change: "created", after_hash: hashOf(content) });
  });

  it("of almost 8 MB passes; more is refused and nothing is written", async () => {
    const door = openDoor();
    await door.take();
    const large = "0123456789abcde\n".repeat(490_000);
    expect(await door.write("src/large.txt", large)).toMatchObject({ exit: 0 });
    expect(bytesOf(door, "src/large.txt").length).toBe(large.length);
    expectDenied(await door.write("src/larger.txt", "x".repeat(8_000_001)));
    expect(() => bytesOf(door, "src/larger.txt")).toThrow("ENOENT");
  });
});

describe("a file with odd bytes", () => {
  it("of no text is never shown, replaced only by who names its hash, and recorded as binary", async () => {
    const door = openDoor();
    const bytes = Buffer.concat([Buffer.from([0, 255, 254]), randomBytes(5_000)]);
    writeFileSync(join(door.root, "src/image.bin"), bytes);
    await door.take();
    expectDenied(await door.write("src/image.bin"), "STALE_FILE");
    const edit = await door.call("edit", { path: "src/image.bin", old_string: "a", new_string: "b" });
    expect(edit).toMatchObject({ exit: 1, body: { result: { code: "NOT_TEXT" } } });
    expect(bytesOf(door, "src/image.bin").equals(bytes)).toBe(true);
    const read = await door.call("read_file", { path: "src/image.bin" });
    expect(read.body.result).toMatchObject({ binary: true, content_hash: hashOf(bytes) });
    expectDenied(await door.write("src/image.bin", "text\n"), "STALE_FILE");
    const named = { path: "src/image.bin", content: "text\n", observed_content_hash: hashOf(bytes) };
    expect(await door.call("write_to_file", named)).toMatchObject({ exit: 0 });
    expect(lastRecord(door)?.files[0]).toMatchObject({ before_hash: hashOf(bytes), binary: true });
  });

  it("keeps its line ends of two bytes through an edit", async () => {
    const door = openDoor({ files: { "src/crlf.ts": "one\r\ntwo\r\nthree\r\n" } });
    await door.take();
    const edit = { path: "src/crlf.ts", old_string: "two\n", new_string: "2\nand a half\n" };
    expect(await door.call("edit", edit)).toMatchObject({ exit: 0 });
    expect(bytesOf(door, "src/crlf.ts").toString()).toBe("one\r\n2\r\nand a half\r\nthree\r\n");
    expect(lastRecord(door)?.files[0]?.conversations[0]?.ranges).toMatchObject([{ start_line: 2, end_line: 3 }]);
  });

  it("that is not UTF-8 is not touched by an edit", async () => {
    const latin = Buffer.from("caf\xe9 = 1;\n", "latin1");
    const door = openDoor({ files: { "src/latin.ts": latin } });
    await door.take();
    const edit = await door.call("edit", { path: "src/latin.ts", old_string: "= 1", new_string: "= 2" });
    if (edit.exit === 0) expect(bytesOf(door, "src/latin.ts").toString("latin1")).toBe("caf\xe9 = 2;\n");
    else expect(bytesOf(door, "src/latin.ts").equals(latin)).toBe(true);
  });
});
