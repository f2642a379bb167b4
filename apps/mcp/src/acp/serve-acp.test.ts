import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Raw, start } from "../../../../test/support/mcp/gateway-stage.ts";
import { binary, plant } from "../../../../test/support/mcp/server-stage.ts";
import { lineOf } from "./serve-acp.ts";

const lineAgent = fileURLToPath(new URL("../../../../test/support/mcp/line-agent.mjs", import.meta.url));

/** An editor that has an agent write these lines: what it got of them, and what the agent was answered. */
async function sending(lines: (root: string) => string[]) {
  const planted = plant({ files: { "README.md": "read me\n" } });
  const { root } = planted;
  const one = start(planted, [binary, "acp", "--root", root, "--", process.execPath, lineAgent]);
  const ask = (id: number, method: string, params: object) => {
    one.write({ jsonrpc: "2.0", id, method, params });
    return one.until((message) => message.id === id);
  };
  await ask(1, "initialize", { protocolVersion: 1 });
  await ask(2, "session/new", { cwd: root, mcpServers: [] });
  const before = one.lines.length;
  const prompt = [{ type: "text", text: JSON.stringify(lines(root)) }];
  const { result } = await ask(3, "session/prompt", { sessionId: "s1", prompt });
  const received: Raw[] = result.received.map((line: string) => JSON.parse(line));
  const seen = one.lines.slice(before, -1).filter((line) => !line.includes("[Intentgate]"));
  return { seen, received, errors: one.errors(), readme: readFileSync(join(root, "README.md"), "utf8") };
}

describe("lines of an agent", () => {
  it("reach the editor as they were read and decided on, one message in each", async () => {
    const write = (root: string) => ({
      jsonrpc: "2.0",
      id: "w",
      method: "fs/write_text_file",
      params: { sessionId: "s1", path: join(root, "README.md"), content: "changed\n" },
    });
    const { seen, received, errors, readme } = await sending((root) => [
      JSON.stringify([
        { jsonrpc: "2.0", method: "_own/first" },
        write(root),
        { jsonrpc: "2.0", method: "_own/second" },
      ]),
      `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":\r${JSON.stringify(write(root))}\r}}`,
      `{"jsonrpc":"2.0","method":"fs/write_text_file","params":{"a":1},"method":"_own/third"}`,
      `{"jsonrpc":"2.0","method":"_own/fourth","params":{"text":"\u2028\u0085${"\\u2029"}"}}`,
      "no message",
      `{"id":"x","method":"fs/write_text_file"}`,
      `[[${JSON.stringify(write(root))}]]`,
    ]);
    expect(seen.every((line) => !/[\r\u0085\u2028\u2029]/.test(line))).toBe(true);
    const messages = seen.map((line) => JSON.parse(line));
    expect(messages.map(({ method }) => method)).toEqual([
      "_own/first",
      "_own/second",
      "session/update",
      "_own/third",
      "_own/fourth",
    ]);
    expect(seen[3]).toBe('{"jsonrpc":"2.0","method":"_own/third","params":{"a":1}}');
    expect(messages[4].params).toEqual({ text: "\u2028\u0085\u2029" });
    expect(received.filter(({ id }) => id === "w").map(({ error }) => error.message)).toEqual([
      expect.stringContaining("STALE_FILE"),
    ]);
    expect(errors).toContain("no JSON");
    expect(errors).toContain("no message");
    expect(readme).toBe("read me\n");
  });

  it("are the same message when they are read again, and hold nothing that ends a line", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })), (params) => {
        const message = { jsonrpc: "2.0" as const, method: "_own", params };
        const line = lineOf(message);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(message)));
        expect(line).not.toMatch(/[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/);
      }),
    );
  });
});
