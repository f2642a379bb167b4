/** What a server may do beside its tools: methods that are none of the protocol's, and resources that are files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectGateway } from "../../../../test/support/mcp/gateway-stage.ts";
import { call, type Planted, plant } from "../../../../test/support/mcp/server-stage.ts";
import { behind, callOf, files, opened, policy } from "../../../../test/support/mcp/strange-stage.ts";
import { filesOf, onlyReads } from "./known-methods.ts";

const seenBy = (planted: Planted) => join(planted.folder, "tmp", "seen");
const methods = (planted: Planted): string[] =>
  readFileSync(seenBy(planted), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).method);

describe("a method that is none of the protocol's", () => {
  it.each([
    "own/method",
    "own/other",
    "resources/write",
    "resources/delete",
    "tools/run",
    "tools/callMany",
    "files/write",
    "sampling/createMessage",
    "roots/list",
    "elicitation/create",
    "x",
  ])("does not reach the server unasked: %s", async (method) => {
    const planted = plant({ files });
    const started = await opened(planted, behind(seenBy(planted)));
    started.write({ jsonrpc: "2.0", id: 1, method, params: { path: join(planted.root, "README.md") } });
    const { error } = await started.until((message) => message.id === 1);
    expect(error).toMatchObject({ code: -32050, data: { type: "tool_error" } });
    expect(["INTENT_REQUIRED", "NO_ANSWER"]).toContain(error.data.code);
    expect(methods(planted)).not.toContain(method);
  });

  it("that names a control file is refused, whoever would be asked", async () => {
    const planted = plant({ files });
    const started = await opened(planted, behind(seenBy(planted)));
    started.write(callOf("take", "select_active_intent", { intent_id: "INT-001" }));
    await started.until((message) => message.id === "take");
    const params = { to: join(planted.root, ".orchestration/active_intents.yaml") };
    started.write({ jsonrpc: "2.0", id: 1, method: "own/method", params });
    expect((await started.until((message) => message.id === 1)).error.data.code).toBe("CONTROL_FILE");
  });

  it("passes with all that it says where a person declared it, and its very line comes back", async () => {
    const started = await opened(plant({ files, policy }));
    const params = { _meta: { trace: 1 }, odd: [null] };
    started.write({ jsonrpc: "2.0", id: 1, method: "own/method", params });
    expect((await started.until((message) => message.id === 1)).result).toEqual({ ...params, answered: 1 });
  });

  it.each(["notifications/tell", "notifications/write", "notifications/tools/call", "notifications/"])(
    "is not told to the server either: %s",
    async (method) => {
      const planted = plant({ files });
      const started = await opened(planted, behind(seenBy(planted)));
      started.write({ jsonrpc: "2.0", method, params: { path: "README.md" } });
      started.write({ jsonrpc: "2.0", id: 2, method: "own/method" });
      await started.until((message) => message.id === 2);
      started.write({ jsonrpc: "2.0", id: 3, method: "ping" });
      await started.until((message) => message.id === 3);
      expect(methods(planted)).toEqual(["initialize", "notifications/initialized", "ping"]);
    },
  );
});

describe("a resource that is a file", () => {
  it.each([
    "file:///proc/self/environ",
    "FILE:///proc/1/environ",
    "file://localhost/proc/self/environ",
    "file:///proc/self/env%69ron",
    "file:///%70roc/self/environ",
    "file:///proc/self/environ?x",
    "file:///proc/self/environ#x",
    "/proc/self/environ",
    "file://other/share/x",
    "file:relative",
    "file:///a%zz",
    "file:///a%ff",
  ])("is decided as any read of it: %s", async (uri) => {
    const planted = plant({ files, policy });
    const started = await opened(planted, behind(seenBy(planted)));
    started.write({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } });
    expect((await started.until((message) => message.id === 1)).error.code).toBe(-32050);
    expect(methods(planted)).not.toContain("resources/read");
  });

  it("is read as before where a read passes, and a resource of the server's own too", async () => {
    const planted = plant({ files, policy });
    const client = await connectGateway(planted, behind(seenBy(planted)));
    const one = await client.readResource({ uri: "strange://one" });
    expect(one.contents).toEqual([{ uri: "strange://one", text: "of strange" }]);
    await expect(client.readResource({ uri: `file://${planted.root}/README.md` })).rejects.toThrow("not mine");
    expect(methods(planted).filter((method) => method === "resources/read").length).toBe(2);
  });

  it("that the server showed counts as seen by nobody: a file is not overwritten for it", async () => {
    const planted = plant({ files, policy });
    const client = await connectGateway(planted, behind());
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    await client.readResource({ uri: `file://${planted.root}/src/a.ts` }).catch(() => undefined);
    const written = await call(client, "write", { path: join(planted.root, "src/a.ts") });
    expect(written.isError).toBe(true);
  });
});

describe("names of resources", () => {
  it.each<[unknown, string[] | null]>([
    ["strange://one", []],
    ["memo:///etc/passwd", []],
    ["file:///a b", ["/a b"]],
    ["file:///a%20b", ["/a%20b", "/a b"]],
    ["~/x", ["~/x"]],
    ["x", ["x"]],
    ["C:\\x", ["C:\\x"]],
    ["file://x", null],
    ["file:", null],
    [7, null],
    [undefined, null],
    [["file:///x"], null],
  ])("%j may be the files %j", (uri, paths) => {
    expect(filesOf(uri)).toEqual(paths);
  });

  it("and only methods that change nothing are handed on as they are", () => {
    for (const method of ["tools/call", "sampling/createMessage", "own/method", "Ping", ""])
      expect(onlyReads(method)).toBe(false);
  });
});
