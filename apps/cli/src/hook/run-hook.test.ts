import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { readInput } from "./run-hook.ts";

function sent(chunks: readonly string[], isEnded = true): PassThrough {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  if (isEnded) stream.end();
  return stream;
}

it.each<[string, string[], string | null]>([
  ["whole, however it is cut", ["a", "bc", "é"], "abcé"],
  ["nothing as nothing", [], ""],
  ["what just fits", ["12345678"], "12345678"],
  ["what is too much as null", ["12345678", "9"], null],
])("reads %s", async (_what, chunks, text) => {
  const read = await readInput(sent(chunks), 8, 5_000);
  expect(read === null ? null : read.toString("utf8")).toBe(text);
});

it("does not wait for what is too much to end", async () => {
  expect(await readInput(sent(["123456789"], false), 8, 5_000)).toBeNull();
});

it("gives up on a payload without an end, and on one that breaks off", async () => {
  await expect(readInput(sent(["1"], false), 8, 20)).rejects.toThrow("did not come to its end");
  const broken = sent(["1"], false);
  const read = readInput(broken, 8, 5_000);
  broken.destroy(new Error("gone"));
  await expect(read).rejects.toThrow("gone");
});
