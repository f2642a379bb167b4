import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { lineWriter, readLines } from "./lines.ts";
import { isRequest, isResponse, readMessage } from "./message.ts";
import { startProgram } from "./speaking-program.ts";

describe("a message", () => {
  it.each<[object, (message: never) => boolean]>([
    [{ jsonrpc: "2.0", id: 1, method: "a" }, isRequest as never],
    [{ jsonrpc: "2.0", id: "x", method: "a", params: {}, _own: 1 }, isRequest as never],
    [{ jsonrpc: "2.0", method: "a" }, ((message: object) => !("id" in message)) as never],
    [{ jsonrpc: "2.0", id: 1, result: null }, isResponse as never],
    [{ jsonrpc: "2.0", id: null, error: { code: 1, message: "" } }, isResponse as never],
  ])("%j is read", (value, kind) => {
    const read = readMessage(value);
    expect(read.ok && kind(read.message as never)).toBe(true);
  });

  it.each<[unknown]>([
    [null],
    ["text"],
    [[]],
    [{}],
    [{ jsonrpc: "1.0", id: 1, method: "a" }],
    [{ jsonrpc: "2.0", id: 1 }],
    [{ jsonrpc: "2.0", id: 1, method: 5 }],
    [{ jsonrpc: "2.0", id: null, method: "a" }],
    [{ jsonrpc: "2.0", id: 1.5, method: "a" }],
    [{ jsonrpc: "2.0", id: 2 ** 60, method: "a" }],
    [{ jsonrpc: "2.0", id: {}, method: "a" }],
    [{ jsonrpc: "2.0", id: 1, method: "a", params: [] }],
    [{ jsonrpc: "2.0", id: 1, method: "a", params: null }],
    [{ jsonrpc: "2.0", id: 1, method: "a", result: 1 }],
    [{ jsonrpc: "2.0", id: 1, result: 1, error: {} }],
    [{ jsonrpc: "2.0", id: 1, method: "a", Method: "b" }],
    [{ jsonrpc: "2.0", id: 1, method: "a", PARAMS: {} }],
    [{ jsonrpc: "2.0", id: 1, result: 1, ID: 2 }],
  ])("%j is none", (value) => {
    expect(readMessage(value).ok).toBe(false);
  });
});

describe("lines", () => {
  function collect(largest = 1_000) {
    const stream = new PassThrough();
    const lines: string[] = [];
    const events: string[] = [];
    readLines(stream, {
      largest,
      onLine: (line) => lines.push(line),
      onTooLong: () => events.push("too long"),
      onEnd: () => events.push("end"),
    });
    return { stream, lines, events };
  }

  it("are the same however the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", minLength: 1 })),
        fc.integer({ min: 1, max: 7 }),
        async (texts, size) => {
          const plain = texts.map((text) => JSON.stringify(text));
          const { stream, lines } = collect(100_000);
          const bytes = Buffer.from(plain.map((line) => `${line}\n`).join(""));
          for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
          stream.end();
          await new Promise((resolve) => stream.once("close", resolve));
          expect(lines).toEqual(plain);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("leave out what is empty, and the carriage return", async () => {
    const { stream, lines, events } = collect();
    stream.end("a\r\n\n  \nb\nnot ended");
    await new Promise((resolve) => stream.once("close", resolve));
    expect([lines, events]).toEqual([["a", "b"], ["end"]]);
  });

  it("stop at one that is too long", () => {
    const { stream, lines, events } = collect(10);
    stream.write("short\n");
    stream.write("x".repeat(20));
    stream.write("\nlater\n");
    expect([lines, events]).toEqual([["short"], ["too long", "end"]]);
  });

  it("are not written to what is closed", () => {
    const stream = new PassThrough();
    const write = lineWriter(stream);
    stream.destroy();
    expect(() => write("x")).not.toThrow();
  });
});

describe("a program", () => {
  function run(script: string, largest = 1_000) {
    const lines: string[] = [];
    let ended: (how: string) => void = () => undefined;
    const how = new Promise<string>((resolve) => {
      ended = resolve;
    });
    const user =
      process.getuid?.() === 0
        ? { command: "setpriv", before: ["--reuid=65534", "--regid=65534", "--clear-groups"] }
        : null;
    const program = startProgram({
      command: user ? user.command : process.execPath,
      args: [...(user ? [...user.before, process.execPath] : []), "-e", script],
      env: { PATH: process.env.PATH },
      cwd: "/",
      largest,
      onLine: (line) => lines.push(line),
      onEnd: ended,
    });
    onTestFinished(() => program.end());
    return { program, lines, how };
  }

  it("says all it has to say before its end is told", async () => {
    const { lines, how } = run("for (let i = 0; i < 50; i++) console.log('{\"n\":' + i + '}'); process.exitCode = 3");
    expect(await how).toBe("ended with exit code 3");
    expect(lines).toHaveLength(50);
  });

  it("is made to end when it does not do so by itself", async () => {
    const { program, how } = run("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')");
    await program.end();
    expect(await how).toContain("SIGKILL");
  });

  it("that says too much at once is ended", async () => {
    const { how } = run("process.stdout.write('x'.repeat(5000)); setInterval(() => {}, 1000)");
    expect(await how).toContain("more than 1000 bytes");
  });

  it("that cannot be started is said to be so", async () => {
    const how = new Promise<string>((resolve) => {
      const nothing = { args: [], env: {}, largest: 10, onLine: () => undefined, onEnd: resolve };
      startProgram({ command: "/no/such/program", ...nothing });
    });
    expect(await how).toContain("could not be started");
  });
});
