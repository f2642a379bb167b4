/** Calls within calls, in two processes at once, told without being asked, and a ledger that cannot be written. */
import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openEditor } from "../editor.ts";
import { claudeCode } from "../host-payloads.ts";
import { hostSession } from "../host-session.ts";
import { openLibrary } from "../library-session.ts";
import type { Story } from "../play-story.ts";

const session = (id: string) => ({ id, host: "my-app", model: "model-x" });
const page = (id: string, file: string) => ({
  tool: "save_page",
  input: { file },
  declared: { effect: "write", paths_from: ["file"] },
  session: session(id),
  act: { writes: { [file]: `${file}\n` } },
});
const runner = (id: string, writes: Record<string, string>) => ({
  tool: "runner",
  input: {},
  declared: { effect: "run", paths_from: [] },
  session: session(id),
  act: { writes },
});

const nested: Story = {
  name: "calls-within-calls",
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take("INT-001", "s1");
    await gate.take("INT-001", "s2");
    await gate.does("a write of another session while a program runs", "within", {
      outer: runner("s1", { "src/auth/outer.ts": "outer\n" }),
      inner: page("s2", "src/auth/inner.ts"),
    });
    await gate.does("a refused one while a program runs", "within", {
      outer: runner("s1", { "src/pay/outer.ts": "out of scope\n" }),
      inner: page("s2", "src/pay/inner.ts"),
    });
    await gate.does("two programs", "within", {
      outer: runner("s1", { "src/auth/one.ts": "one\n", "README.md": "whose is it\n" }),
      inner: runner("s2", { "src/auth/two.ts": "two\n", "src/auth/one.ts": "of the other\n" }),
    });
    await gate.ends();
  },
};

const processes: Story = {
  name: "two-processes",
  async play(stage) {
    const [one, two] = [openLibrary(stage), openLibrary(stage)];
    const write = (callId: string, path: string) => ({
      toolName: "write_to_file",
      payload: { path, content: "x\n" },
      session: session("s1"),
      cwd: stage.repo,
      callId,
    });
    await one.take();
    await one.does("before, in the first", "before", write("c1", "src/auth/a.ts"));
    await two.does("before again, in the second", "before", write("c1", "src/auth/a.ts"));
    stage.put("src/auth/a.ts", "x\n");
    await two.does("after, in the second", "after", { ...write("c1", "src/auth/a.ts"), outcome: true });
    await one.does("after again, in the first", "after", { ...write("c1", "src/auth/a.ts"), outcome: true });
    await two.does("begun in the second", "before", write("c2", "src/auth/b.ts"));
    stage.put("src/auth/b.ts", "x\n");
    await one.write("src/auth/c.ts", "c\n");
    await one.shell("echo d > src/auth/d.ts", { session: "s1" });
    await two.ends();
    await one.call("read_file", { path: "README.md" });
    await one.does("after, the second is gone", "after", { ...write("c2", "src/auth/b.ts"), outcome: true });
    await one.take("INT-002", "s2");
    await one.write("src/pay/e.ts", "e\n", { session: "s2" });
    await one.ends();
  },
};

const unasked: Story = {
  name: "acp-unasked",
  async play(stage) {
    const acp = await openEditor(stage);
    const { at, tells, writes, done, looks } = acp;
    const shell = (toolCallId: string, command: string, rest: object = {}) => ({
      do: "update",
      update: {
        sessionUpdate: "tool_call",
        toolCallId,
        title: command,
        kind: "execute",
        status: "pending",
        rawInput: { command },
        ...rest,
      },
    });
    const over = (toolCallId: string, status: string) =>
      acp.update({ sessionUpdate: "tool_call_update", toolCallId, status });
    await acp.plays(
      "without an intent",
      tells("c1", "src/auth/a.ts", null, "a\n"),
      looks,
      writes("src/auth/a.ts", "a\n"),
      done("c1"),
    );
    await acp.prompt("the person takes an intent", "/intent INT-001");
    await acp.plays(
      "in scope",
      tells("c2", "src/auth/b.ts", null, "b\n"),
      looks,
      writes("src/auth/b.ts", "b\n"),
      done("c2"),
    );
    await acp.plays(
      "an edit of a file nobody read",
      tells("c3", "src/auth/token.ts", "1", "2"),
      looks,
      writes("src/auth/token.ts", "export const token = 2;\n"),
      done("c3"),
    );
    await acp.plays("it failed", tells("c4", "src/auth/c.ts", null, "c\n"), looks, over("c4", "failed"));
    await acp.plays(
      "a command in scope",
      shell("c5", "echo d > src/auth/d.ts"),
      looks,
      writes("src/auth/d.ts", "d\n"),
      done("c5"),
    );
    await acp.plays(
      "a command out of scope",
      shell("c6", "echo d > README.md"),
      looks,
      writes("README.md", "d\n"),
      done("c6"),
    );
    await acp.plays("a command nobody knows", shell("c7", "frobnicate"), looks, done("c7"));
    await acp.plays(
      "asked after all",
      tells("c8", "src/auth/e.ts", null, "e\n"),
      acp.asks("c8", "src/auth/e.ts", null, "e\n"),
      writes("src/auth/e.ts", "e\n"),
      done("c8"),
    );
    await acp.plays(
      "never told to be over",
      tells("c9", "src/auth/f.ts", null, "f\n"),
      looks,
      writes("src/auth/f.ts", "f\n"),
    );
    await acp.plays(
      "only looked",
      {
        do: "update",
        update: {
          sessionUpdate: "tool_call",
          toolCallId: "c10",
          title: "Read",
          kind: "read",
          status: "pending",
          locations: [{ path: at("README.md") }],
        },
      },
      done("c10"),
    );
    await acp.ends();
  },
};

const unwritable: Story = {
  name: "unwritable",
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    await ann.take("INT-001");
    await ann.writes("src/auth/a.ts", "a\n");
    const sessions = join(stage.repo, ".orchestration/sessions");
    for (const name of readdirSync(sessions)) appendFileSync(join(sessions, name), "no event\n{}\n");
    await ann.writes("src/auth/b.ts", "b\n");
    stage.remove(".orchestration/agent_trace.jsonl");
    stage.put(".orchestration/agent_trace.jsonl/in-the-way", "");
    await ann.writes("src/auth/c.ts", "c\n");
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/auth/d.ts", "d\n");
    await gate.shell("echo e > src/auth/e.ts");
    await gate.ends();
  },
};

const redacted: Story = {
  name: "redacted",
  async play(stage) {
    const key = "sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz";
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/auth/config.ts", `export const key = "${key}";\n`);
    await gate.shell(`echo "Authorization: Bearer ${key}"`);
    await gate.shell(`echo password=hunter2-hunter2 > src/pay/x.ts`);
    await gate.call("record_lesson", { lesson: `The key is ${key}` });
    await gate.ends();
  },
};

const ability: Record<string, string> = {
  ".system/registry/high-level/regression.yaml": `id: regression
type: workflow
version: 1
operation_key: workflow.auth.regression
summary: Run the regression suite.
when_to_use: Regression workflow
scope: { modules: ["auth"] }
routing_hints: { keywords: ["regression tests"] }
`,
  ".system/registry/config/regression.yaml": `id: regression
impl: { kind: script, script: { path: ./scripts/regression.sh } }
`,
  "scripts/regression.sh": `#!/bin/sh\necho report > src/auth/report.txt\nprintf '{"status":"success","passed":42}'\n`,
};

const abilities: Story = {
  name: "abilities",
  setting: {
    files: ability,
    policy: 'version: 1\ncommands:\n  - { run: ./scripts/regression.sh, writes: ["src/auth/**"] }\n',
  },
  async play(stage) {
    stage.executable("scripts/regression.sh");
    const run = (title: string, ...words: string[]) => stage.run(title, [...words, "--json"]);
    await run("without an intent", "ability", "run", "regression", "--session", "s1");
    await stage.run("take", ["call"], '{"tool":"select_active_intent","input":{"intent_id":"INT-001"},"session":"s1"}');
    await run("with an intent", "ability", "run", "regression", "--session", "s1");
    await run("no such ability", "ability", "run", "nothing", "--session", "s1");
  },
};

export const overlaps: readonly Story[] = [nested, processes, unasked, unwritable, redacted, abilities];
