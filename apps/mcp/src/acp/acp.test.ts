import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentProgram, type Editor, editor, files } from "../../../../test/support/mcp/acp-stage.ts";
import { ledger, type Raw, start } from "../../../../test/support/mcp/gateway-stage.ts";
import { binary, plant } from "../../../../test/support/mcp/server-stage.ts";

const take = { do: "mcp", tool: "select_active_intent", input: { intent_id: "INT-001" } };
const edit = (id: string, path: string, oldText: string | null, newText: string) => ({
  do: "permission",
  toolCall: {
    toolCallId: id,
    title: "Edit",
    kind: "edit",
    status: "pending",
    content: [{ type: "diff", path, oldText, newText }],
  },
});
const done = (toolCallId: string, status = "completed") => ({
  do: "update",
  update: { sessionUpdate: "tool_call_update", toolCallId, status },
});
const yes = { outcome: "selected", optionId: "yes" };
const no = { outcome: "selected", optionId: "no" };
const said = ({ seen }: Editor) =>
  seen
    .flatMap(({ params }) =>
      params?.update?.sessionUpdate === "agent_message_chunk" ? [params.update.content.text] : [],
    )
    .join("");

describe("an agent that asks", () => {
  it("is refused without an intent, and the person and the next prompt are told why", async () => {
    const one = await editor();
    const path = join(one.planted.root, "src/new.ts");
    expect(await one.play([edit("c1", path, null, "x\n"), done("c1", "failed")])).toEqual([no, null]);
    expect(said(one)).toContain("intent");
    const [note] = await one.play([{ do: "mode" }]);
    expect(note.note).toMatch(/Intentgate refused.*INTENT_REQUIRED/s);
    expect(one.seen.filter(({ method }) => method === "session/request_permission")).toEqual([]);
  });

  it("takes an intent over our server, and is then allowed inside its scope, once and in the ledger", async () => {
    const one = await editor();
    const path = join(one.planted.root, "src/new.ts");
    const told = await one.play([
      take,
      edit("c1", path, null, "x\n"),
      { do: "write", path, content: "x\n" },
      done("c1"),
      edit("c2", join(one.planted.root, "src/a.ts"), "two\n", "zwei\n"),
      { do: "write", path: join(one.planted.root, "src/a.ts"), content: "one\nzwei\n" },
      done("c2"),
    ]);
    expect(told[0]).toMatchObject({ success: true });
    expect([told[1], told[4]]).toEqual([yes, yes]);
    const rows = ledger(one.planted).map((record: Raw) => [
      record.intent_id,
      record.files[0].relative_path,
      record.files[0].conversations[0].url,
      record.files[0].conversations[0].ranges[0].start_line,
    ]);
    expect(rows).toEqual([
      ["INT-001", "src/new.ts", `acp-${one.sessionId}`, 1],
      ["INT-001", "src/a.ts", `acp-${one.sessionId}`, 2],
    ]);
  });

  it.each<[string, (root: string) => object]>([
    ["a file outside the scope", (root) => edit("c", `${root}/README.md`, "read me\n", "x\n")],
    ["a file outside the root", () => edit("c", "/etc/passwd", "root", "x\n")],
    ["a control file", (root) => edit("c", `${root}/.claude/settings.json`, null, "{}")],
    ["the whole content of a file that was never read", (root) => edit("c", `${root}/src/a.ts`, null, "x\n")],
    ["a relative path", () => edit("c", "../README.md", "read me\n", "x\n")],
    [
      "one good and one bad file",
      (root) => ({
        do: "permission",
        toolCall: {
          toolCallId: "c",
          kind: "edit",
          title: "t",
          content: ["src/n.ts", "README.md"].map((path) => ({ type: "diff", path: `${root}/${path}`, newText: "x" })),
        },
      }),
    ],
    [
      "a deletion elsewhere",
      (root) => ({
        do: "permission",
        toolCall: { toolCallId: "c", kind: "delete", title: "t", locations: [{ path: `${root}/README.md` }] },
      }),
    ],
    [
      "a command whose text is only a title",
      (root) => ({
        do: "permission",
        toolCall: { toolCallId: "c", kind: "execute", title: `ls ${root}` },
      }),
    ],
    [
      "a command that writes elsewhere",
      () => ({
        do: "permission",
        toolCall: { toolCallId: "c", kind: "execute", title: "t", rawInput: { command: "echo x > README.md" } },
      }),
    ],
    [
      "what calls itself our tool but is none",
      () => ({
        do: "permission",
        toolCall: { toolCallId: "c", kind: "other", title: "select_active_intent (intentgate MCP Server)" },
      }),
    ],
    ["what says nothing of itself", () => ({ do: "permission", toolCall: { toolCallId: "c" } })],
    [
      "what may only be allowed for ever",
      (root) => ({
        ...edit("c", `${root}/src/n.ts`, null, "x"),
        offered: [
          { optionId: "always", name: "Always", kind: "allow_always" },
          { optionId: "no", name: "No", kind: "reject_once" },
        ],
      }),
    ],
  ])("is refused %s", async (_name, step) => {
    const one = await editor();
    const told = await one.play([take, step(one.planted.root)]);
    expect(told[1]).toEqual(no);
  });

  it("gets `cancelled` where it offers no way to say no", async () => {
    const one = await editor();
    const step = {
      ...edit("c", join(one.planted.root, "README.md"), null, "x"),
      offered: [{ optionId: "yes", name: "Y", kind: "allow_once" }],
    };
    expect(await one.play([step])).toEqual([{ outcome: "cancelled" }]);
  });

  it.each([
    ["once", yes],
    ["reject", no],
  ])("has the person asked in the editor where the policy wants it, and %s holds", async (answer, outcome) => {
    const one = await editor({ answer });
    one.planted.put("src/a.pem", "never kept\n");
    const call = {
      toolCallId: "c",
      kind: "delete",
      title: "harmless",
      locations: [{ path: join(one.planted.root, "src/a.pem") }],
    };
    const told = await one.play([take, { do: "permission", toolCall: call }]);
    expect(told[1]).toEqual(outcome);
    const question = one.seen.find(({ method }) => method === "session/request_permission").params;
    expect(question.toolCall.title).not.toContain("harmless");
    expect(JSON.stringify(question.toolCall.content)).toContain("INT-001");
    expect(question.options.map((option: Raw) => option.kind)).not.toContain("allow_always");
  });
});

describe("what the editor does for the agent", () => {
  it("writes nothing without an intent, and the agent hears the code", async () => {
    const one = await editor();
    const path = join(one.planted.root, "src/new.ts");
    const [answer] = await one.play([{ do: "fsWrite", path, content: "x" }]);
    expect(answer.error).toContain("INTENT_REQUIRED");
    expect(existsSync(path)).toBe(false);
  });

  it("writes inside the scope what the agent has read, and only that", async () => {
    const one = await editor();
    const at = (path: string) => join(one.planted.root, path);
    const told = await one.play([
      take,
      { do: "fsWrite", path: at("src/a.ts"), content: "blind\n" },
      { do: "fsRead", params: { path: at("src/a.ts"), line: 1, limit: 1 } },
      { do: "fsWrite", path: at("src/a.ts"), content: "blind\n" },
      { do: "fsRead", params: { path: at("src/a.ts") } },
      { do: "fsWrite", path: at("src/a.ts"), content: "seen\n" },
      { do: "fsWrite", path: at("README.md"), content: "x" },
    ]);
    expect(told[1].error).toContain("STALE_FILE");
    expect(told[3].error).toContain("STALE_FILE");
    expect(told[4].content).toBe("one\ntwo\n");
    expect(told[5]).not.toHaveProperty("error");
    expect(told[6].error).toContain("SCOPE_VIOLATION");
    expect(readFileSync(at("src/a.ts"), "utf8")).toBe("seen\n");
    expect(ledger(one.planted).map((record: Raw) => record.files[0].relative_path)).toEqual(["src/a.ts"]);
  });

  it("a write that was asked for is decided once; another text for the same file is another write", async () => {
    const one = await editor();
    const path = join(one.planted.root, "src/new.ts");
    const told = await one.play([
      take,
      edit("c1", path, null, "x\n"),
      { do: "fsWrite", path, content: "x\n" },
      done("c1"),
      edit("c2", path, "x\n", "y\n"),
      { do: "fsWrite", path, content: "something else\n" },
    ]);
    expect([told[1], told[4]]).toEqual([yes, yes]);
    expect(ledger(one.planted)).toHaveLength(2);
  });

  it.each<[string, object, RegExp]>([
    ["writes outside the scope", { command: "echo x > README.md" }, /SCOPE_VIOLATION/],
    ["is not understood", { command: "python3 -c 'x'" }, /HITL_REJECT/],
    ["brings an environment along", { command: "ls", env: [{ name: "PATH", value: "/tmp" }] }, /HITL_REJECT/],
    ["has words that a shell would read otherwise", { command: "ls", args: ["; rm -rf src"] }, /HITL_REJECT/],
    ["runs in another folder", { command: "echo x > a.txt", cwd: "/" }, /HITL_REJECT|SCOPE/],
  ])("runs no command that %s", async (_name, params, code) => {
    const one = await editor();
    const told = await one.play([take, { do: "terminal", params }]);
    expect(told[1].error).toMatch(code);
    expect(one.seen.some(({ method }) => method === "terminal/create")).toBe(false);
    expect(readFileSync(join(one.planted.root, "README.md"), "utf8")).toBe("read me\n");
  });

  it("runs a command that stays inside the scope, and records what it wrote", async () => {
    const one = await editor();
    const told = await one.play([take, { do: "terminal", params: { command: "echo made > src/made.txt" } }]);
    expect(told[1]).toEqual({ exitCode: 0 });
    expect(ledger(one.planted).map((record: Raw) => record.files[0].relative_path)).toEqual(["src/made.txt"]);
  });
});

describe("modes", () => {
  it("puts an agent that does not ask into the mode in which it does, and hides the others", async () => {
    const one = await editor({ words: ["scripted", "yolo"] });
    expect(one.opened.result.modes).toEqual({
      currentModeId: "default",
      availableModes: [{ id: "default", name: "default" }],
    });
    expect(one.opened.result._meta).toEqual({ kept: true });
    expect(await one.play([{ do: "mode" }])).toEqual(["default"]);
  });

  it.each(["acceptEdits", "yolo", "nobody-knows", 7])("does not let the editor choose %j", async (modeId) => {
    const one = await editor();
    expect((await one.ask("session/set_mode", { sessionId: one.sessionId, modeId })).error.message).toContain("asks");
    expect(await one.play([{ do: "mode" }])).toEqual(["default"]);
  });

  it("reports what an agent did without asking, as a violation", async () => {
    const one = await editor({ words: ["scripted", "default", "no-modes"] });
    const path = join(one.planted.root, "README.md");
    const { toolCall } = edit("c9", path, "read me\n", "changed\n");
    await one.play([
      { do: "update", update: { sessionUpdate: "tool_call", ...toolCall } },
      { do: "write", path, content: "changed\n" },
      done("c9"),
    ]);
    expect(said(one)).toMatch(/VIOLATION.*without asking/);
    expect(one.errors()).toContain("no mode that is known to ask");
    expect(one.errors()).toContain("VIOLATION");
  });

  it("says nothing of what only looked", async () => {
    const one = await editor();
    const looks = {
      toolCallId: "c",
      kind: "read",
      title: "Read",
      locations: [{ path: join(one.planted.root, "README.md") }],
    };
    await one.play([{ do: "update", update: { sessionUpdate: "tool_call", ...looks } }, done("c")]);
    expect(said(one)).toBe("");
  });
});

describe("everything else", () => {
  it("passes both ways as it is", async () => {
    const one = await editor();
    const [answer] = await one.play([{ do: "own", method: "_own/ask", params: { a: [1, { b: null }] } }]);
    expect(answer).toEqual({});
    expect(one.seen.find(({ method }) => method === "_own/ask").params).toEqual({ a: [1, { b: null }] });
  });

  it("has no other server called like ours, and none where the agent cannot reach it", async () => {
    expect((await (await editor()).play([take]))[0]).toMatchObject({ success: true });
    const without = await editor({ words: ["scripted", "default", "no-http"] });
    expect(await without.play([take])).toEqual(["no such server"]);
    expect(without.errors()).toContain("/intent");
  });

  it("lets the person take an intent by a prompt, which the agent does not see", async () => {
    const one = await editor({ words: ["scripted", "default", "no-http"] });
    const say = (text: string) =>
      one.ask("session/prompt", { sessionId: one.sessionId, prompt: [{ type: "text", text }] });
    expect((await say("/intent INT-404")).result).toEqual({ stopReason: "end_turn" });
    expect(said(one)).toContain("INT-404");
    await say("/intent INT-001");
    const path = join(one.planted.root, "src/new.ts");
    expect(await one.play([edit("c1", path, null, "x")])).toEqual([yes]);
  });

  it("does not gate a version of the protocol that it does not know, and says so", async () => {
    const planted = plant({ files });
    const started = start(planted, [
      binary,
      "acp",
      "--root",
      planted.root,
      "--",
      process.execPath,
      agentProgram,
      "x",
      "default",
      "v2",
    ]);
    started.write({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: 2, clientCapabilities: {} },
    });
    expect((await started.until((message) => message.id === 1)).error.message).toContain("version 2");
  });

  it("ends with an error when the agent does", async () => {
    const planted = plant({ files });
    const started = start(planted, [
      binary,
      "acp",
      "--root",
      planted.root,
      "--",
      process.execPath,
      "-e",
      "process.exit(3)",
    ]);
    expect(await new Promise((resolve) => started.child.once("exit", resolve))).toBe(1);
    expect(started.errors()).toContain("exit code 3");
  });
});
