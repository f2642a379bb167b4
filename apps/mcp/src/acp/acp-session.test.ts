/** What a yes covers, and what is said and recorded of calls that nobody was asked about. */
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { opened, type Wire } from "../../../../test/support/mcp/acp-stage.ts";
import type { Raw } from "../../../../test/support/mcp/gateway-stage.ts";

const yes = { outcome: "selected", optionId: "yes" };
const options = [
  { optionId: "yes", name: "Y", kind: "allow_once" },
  { optionId: "no", name: "N", kind: "reject_once" },
];
const diff = (path: string, oldText: string | null, newText: string) => ({ type: "diff", path, oldText, newText });

interface Scene extends Wire {
  at(path: string): string;
  /** Whether the agent was told yes. */
  may(toolCall: object): Promise<boolean>;
  call(method: string, params: object): Promise<Raw>;
  tell(update: object): Promise<void>;
  /** What the editor was asked to do. */
  did(): string[];
  ledger(): [string, string, string, unknown][];
  turn(): Promise<void>;
}

/** An editor whose person says no to whatever comes, and does what it is asked for at once. */
async function scene({ name = "strange", takes = true, cwd = "" } = {}): Promise<Scene> {
  const info = { protocolVersion: 1, agentInfo: { name, version: "1" } };
  const one = await opened({ initialize: () => ({ result: info }) });
  const at = (path: string) => join(one.root, path);
  if (cwd !== "") await one.ask("session/load", { sessionId: "s1", cwd: at(cwd), mcpServers: [] });
  for (const path of ["src/a.ts", "README.md"]) utimesSync(at(path), 1, 1);
  const say = (text: string) => one.ask("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text }] });
  if (takes) await say("/intent INT-001");
  let seen = one.editor.length;
  const did: string[] = [];
  function serve(): void {
    for (; seen < one.editor.length; seen += 1) {
      const { id, method, params } = one.editor[seen];
      if (method === undefined || id === undefined) continue;
      if (method !== "session/request_permission") did.push(`${method} ${params.cwd ?? params.path ?? ""}`);
      if (method === "fs/write_text_file") writeFileSync(params.path, params.content);
      const isQuestion = method === "session/request_permission";
      const result = isQuestion ? { outcome: { outcome: "cancelled" } } : { terminalId: "t1", exitCode: 0 };
      one.fromEditor({ id, result });
    }
  }
  async function served<T>(work: Promise<T>): Promise<T> {
    const timer = setInterval(serve, 1);
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }
  return {
    ...one,
    at,
    did: () => did,
    async may(toolCall) {
      const answer = await served(one.agentAsks("session/request_permission", { sessionId: "s1", toolCall, options }));
      return answer.result?.outcome?.optionId === yes.optionId;
    },
    call: (method, params) => served(one.agentAsks(method, { sessionId: "s1", ...params })),
    async tell(update) {
      one.update({ sessionUpdate: "tool_call_update", ...update });
      await one.quiet();
    },
    ledger() {
      const file = at(".orchestration/agent_trace.jsonl");
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, "utf8").trim().split("\n");
      return lines.map((line) => {
        const { intent_id, files, decision } = JSON.parse(line);
        const { ranges } = files[0].conversations[0];
        return [intent_id, files[0].relative_path, decision.approval, ranges === "unknown" ? ranges : ranges.length];
      });
    },
    turn: async () => void (await say("go on")),
  };
}

describe("a yes", () => {
  it.each<[string, (one: Scene) => object]>([
    ["to a harmless command", () => ({ kind: "execute", title: "ls", rawInput: { command: "ls" } })],
    ["to thinking", () => ({ kind: "think", title: "think" })],
    ["to reading", ({ at }) => ({ kind: "read", title: "r", locations: [{ path: at("README.md") }] })],
    ["to another mode", () => ({ kind: "switch_mode", title: "go" })],
  ])("%s is none if a diff is attached, and covers no write", async (_name, made) => {
    const one = await scene();
    for (const path of [".orchestration/policy.yaml", "README.md", "src/n.ts"].map(one.at)) {
      const content = [diff(path, null, "pwn\n")];
      expect(await one.may({ toolCallId: path, ...made(one), content })).toBe(false);
      if (path.endsWith("n.ts")) continue;
      expect((await one.call("fs/write_text_file", { path, content: "pwn\n" })).error).toBeDefined();
    }
    expect(readFileSync(one.at("README.md"), "utf8")).toBe("read me\n");
    expect([one.did(), one.ledger()]).toEqual([[], []]);
  });

  it("covers its write once, with this content, at this path", async () => {
    const one = await scene();
    const path = one.at("src/n.ts");
    expect(await one.may({ toolCallId: "c", kind: "edit", content: [diff(path, null, "x\n")] })).toBe(true);
    expect((await one.call("fs/write_text_file", { path: one.at("README.md"), content: "x\n" })).error).toBeDefined();
    expect((await one.call("fs/write_text_file", { path, content: "x\n" })).error).toBeUndefined();
    await one.tell({ toolCallId: "c", status: "completed" });
    await one.turn();
    expect(one.ledger()).toEqual([["INT-001", "src/n.ts", "none", 1]]);
    writeFileSync(path, "a person's\n");
    expect((await one.call("fs/write_text_file", { path, content: "x\n" })).error).toBeDefined();
  });

  it("to a small edit covers what it makes of the file, and not a whole new one", async () => {
    const one = await scene();
    const path = one.at("src/a.ts");
    const ask = (toolCallId: string) => one.may({ toolCallId, kind: "edit", content: [diff(path, "one", "eins")] });
    expect(await ask("c1")).toBe(true);
    expect((await one.call("fs/write_text_file", { path, content: "eins" })).error).toBeDefined();
    expect(readFileSync(path, "utf8")).toBe("one\n");
    expect(await ask("c2")).toBe(true);
    expect((await one.call("fs/write_text_file", { path, content: "eins\n" })).error).toBeUndefined();
  });

  it("to a command covers it in the session's folder only, once, and the editor is told the folder", async () => {
    const one = await scene({ cwd: "src" });
    const command = 'echo "mode: observe" > policy.yaml';
    const ask = (toolCallId: string) => one.may({ toolCallId, kind: "execute", title: "x", rawInput: { command } });
    expect(await ask("c")).toBe(true);
    for (const cwd of [".orchestration", "."].map(one.at))
      expect((await one.call("terminal/create", { command, cwd })).error).toBeDefined();
    const env = [{ name: "A", value: "1" }];
    expect((await one.call("terminal/create", { command, env })).error).toBeDefined();
    expect(one.did()).toEqual([]);
    expect((await one.call("terminal/create", { command })).error).toBeUndefined();
    expect(one.did()).toEqual([`terminal/create ${one.at("src")}`]);
  });
});

describe("what an agent does without asking", () => {
  const search = { toolCallId: "g", kind: "search", title: "grep", status: "in_progress" };

  it("is nothing, however often it only searches, reads, thinks, and lists what is to do", async () => {
    const one = await scene({ name: "gemini-cli" });
    for (let time = 0; time < 12; time += 1) {
      for (const [tool, kind] of [
        ["grep_search", "search"],
        ["read_file", "read"],
        ["write_todos", "other"],
        ["web_fetch", "fetch"],
        ["codebase_investigator", "think"],
      ]) {
        const toolCallId = `${tool}__${time}`;
        const locations = kind === "read" ? [{ path: one.at("README.md") }] : [];
        await one.tell({ ...search, sessionUpdate: "tool_call", toolCallId, kind, locations });
        await one.tell({ toolCallId, status: "completed" });
      }
    }
    await one.turn();
    expect(one.said()).not.toMatch(/without asking|VIOLATION/);
    expect(one.ledger()).toEqual([]);
    const content = [diff(one.at("src/n.ts"), null, "x")];
    expect(await one.may({ toolCallId: "z", kind: "edit", content })).toBe(true);
  });

  it("is in the ledger with its lines, and said once, where it would have passed", async () => {
    const one = await scene();
    for (const name of ["n", "m"]) {
      const path = one.at(`src/${name}.ts`);
      const toolCallId = name;
      await one.tell({ toolCallId, kind: "edit", status: "pending", content: [diff(path, null, "x\ny\n")] });
      writeFileSync(path, "x\ny\n");
      await one.tell({ toolCallId, status: "completed" });
    }
    await one.turn();
    expect(one.ledger()).toEqual([
      ["INT-001", "src/n.ts", "unasked", 1],
      ["INT-001", "src/m.ts", "unasked", 1],
    ]);
    expect(one.said()).not.toContain("VIOLATION");
    expect(one.said().split("without asking")).toHaveLength(2);
  });

  it.each<[string, string[], string]>([
    ["completes", ["completed"], "VIOLATION"],
    ["is said to have failed", ["failed"], "VIOLATION"],
    ["never ends", [], "VIOLATION"],
  ])("is a violation that %s, in the ledger and in the conversation", async (_name, statuses, text) => {
    const one = await scene();
    const path = one.at("README.md");
    const said = { toolCallId: "c", kind: "edit", status: "pending" };
    await one.tell({ ...said, content: [diff(path, "read me\n", "changed\n")] });
    writeFileSync(path, "changed\n");
    for (const status of statuses) await one.tell({ toolCallId: "c", status });
    await one.turn();
    expect(one.said()).toMatch(new RegExp(`${text}.*README.md`));
    expect(one.ledger()).toEqual([["INT-001", "README.md", "unasked:SCOPE_VIOLATION", 1]]);
  });

  it("has unknown lines where it was only told of when it was over", async () => {
    const one = await scene();
    const path = one.at("README.md");
    writeFileSync(path, "changed\n");
    const content = [diff(path, "read me\n", "changed\n")];
    await one.tell({ toolCallId: "c", kind: "edit", status: "completed", content });
    await one.turn();
    expect(one.ledger()).toEqual([["INT-001", "README.md", "unasked:SCOPE_VIOLATION", "unknown"]]);
    expect(one.said()).toContain("VIOLATION");
  });

  it("has unknown lines where it had written long before its word reached us", async () => {
    const one = await scene();
    const path = one.at("src/n.ts");
    writeFileSync(path, "x\n");
    await sleep(80);
    await one.tell({ toolCallId: "c", kind: "edit", status: "pending", content: [diff(path, null, "x\n")] });
    await one.tell({ toolCallId: "c", status: "completed" });
    await one.turn();
    expect(one.ledger()).toEqual([["INT-001", "src/n.ts", "unasked", "unknown"]]);
  });

  it("is what a call does beyond what was judged: another file at its end", async () => {
    const one = await scene();
    const content = [diff(one.at("src/n.ts"), null, "n\n")];
    expect(await one.may({ toolCallId: "c", kind: "edit", content })).toBe(true);
    writeFileSync(one.at("README.md"), "B\n");
    await one.tell({ toolCallId: "c", status: "completed", content: [diff(one.at("README.md"), "read me\n", "B\n")] });
    await one.turn();
    expect(one.said()).toMatch(/VIOLATION.*README.md/);
    expect(one.ledger()).toEqual([["INT-001", "README.md", "unasked:SCOPE_VIOLATION", "unknown"]]);
  });

  it("is what it does all the same after a no", async () => {
    const one = await scene();
    const path = one.at("README.md");
    const content = [diff(path, "read me\n", "B\n")];
    expect(await one.may({ toolCallId: "c", kind: "edit", content })).toBe(false);
    writeFileSync(path, "B\n");
    await one.tell({ toolCallId: "c", status: "completed" });
    await one.turn();
    expect(one.said()).toMatch(/VIOLATION.*README.md/);
  });

  it.each<[string, (one: Scene) => Promise<void>]>([
    [
      "a refused call that is called completed, and did nothing",
      async (one) => {
        await one.may({ toolCallId: "c", kind: "edit", content: [diff(one.at("README.md"), null, "x")] });
        await one.tell({ toolCallId: "c", status: "completed" });
      },
    ],
    [
      "the end of an allowed call after the turn",
      async (one) => {
        const path = one.at("src/n.ts");
        await one.may({ toolCallId: "c", kind: "edit", content: [diff(path, null, "x\n")] });
        writeFileSync(path, "x\n");
        await one.turn();
        await one.tell({ toolCallId: "c", status: "completed", content: [diff(path, null, "x\n")] });
      },
    ],
    [
      "a tool nobody knows that changes nothing",
      async (one) => {
        await one.tell({ toolCallId: "c", kind: "other", title: "todo", status: "pending", rawInput: { todos: [] } });
        await one.tell({ toolCallId: "c", status: "completed" });
      },
    ],
    ["the end of a call that nobody heard of", (one) => one.tell({ toolCallId: "c", status: "completed" })],
    [
      "an edit that failed and changed nothing",
      async (one) => {
        const content = [diff(one.at("README.md"), "no such text", "x")];
        await one.tell({ toolCallId: "c", kind: "edit", status: "pending", content });
        await one.tell({ toolCallId: "c", status: "failed" });
      },
    ],
  ])("is no violation: %s", async (_name, play) => {
    const one = await scene();
    await play(one);
    await one.turn();
    expect(one.said()).not.toContain("VIOLATION");
    expect(one.ledger().every(([, path]) => path === "src/n.ts")).toBe(true);
  });

  it("never counts as refusals in a row", async () => {
    const one = await scene();
    for (let time = 0; time < 12; time += 1) {
      const toolCallId = `c${time}`;
      const content = [diff(one.at("README.md"), null, `${time}\n`)];
      await one.tell({ toolCallId, kind: "edit", status: "completed", content });
    }
    await one.turn();
    expect(await one.may({ toolCallId: "z", kind: "edit", content: [diff(one.at("src/n.ts"), null, "x")] })).toBe(true);
  });
});
