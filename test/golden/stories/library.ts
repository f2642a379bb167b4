/** Tools of a program of one's own: run through the gate, told before and after, only asked about; hooks of its own. */
import { openLibrary } from "../library-session.ts";
import type { Story } from "../play-story.ts";
import { DELETIONS_ASK, twoIntents } from "../stage.ts";

const session = { id: "s1", host: "my-app", model: "model-x" };
const writes = { effect: "write", paths_from: ["file"] };

const through: Story = {
  name: "library-through",
  setting: { policy: `${DELETIONS_ASK}tools:\n  look_up: { effect: read }\n` },
  async play(stage) {
    const gate = openLibrary(stage);
    const run = (title: string, request: object, act: object, says?: "once") =>
      gate.does(title, "through", { session, ...request, act }, says);
    const page = (file: string) => ({ tool: "save_page", input: { file }, declared: writes });
    await gate.does("its tools", "tools", null);
    await gate.does("context without an intent", "context", session);
    await run("without an intent", page("src/auth/p.md"), { writes: { "src/auth/p.md": "p\n" } });
    await gate.take();
    await gate.does("context with an intent", "context", session);
    await run("as declared", page("src/auth/p.md"), { writes: { "src/auth/p.md": "p\n" }, result: { saved: 1 } });
    await run("more than declared", page("src/auth/q.md"), {
      writes: { "src/auth/q.md": "q\n", "src/pay/q.md": "q\n" },
    });
    await run("out of scope", page("src/pay/p.md"), { writes: { "src/pay/p.md": "p\n" } });
    await run("it fails half-way", page("src/auth/f.md"), {
      writes: { "src/auth/f.md": "half\n" },
      fails: "disk full",
    });
    await run(
      "declared to run",
      { tool: "runner", input: {}, declared: { effect: "run", paths_from: [] } },
      {
        writes: { "src/auth/r.md": "r\n", "src/pay/r.md": "r\n" },
      },
    );
    await run(
      "declared to run, approved",
      { tool: "runner", input: {}, declared: { effect: "run", paths_from: [] } },
      {
        writes: { "src/auth/r.md": "r\n", "src/pay/r.md": "r\n" },
      },
      "once",
    );
    await run(
      "declared to delete",
      { tool: "drop", input: { file: "src/auth/p.md" }, declared: { ...writes, effect: "delete" } },
      {
        removes: ["src/auth/p.md"],
      },
      "once",
    );
    await run("nobody knows it", { tool: "mystery", input: {} }, {});
    await run("the policy knows it", { tool: "look_up", input: {} }, { result: "found" });
    await run(
      "a known name is no other tool",
      { tool: "read_file", input: { path: "README.md" }, declared: writes },
      {},
    );
    await run("an effect that is none", { tool: "odd", input: {}, declared: { effect: "magic" } }, {});
    await gate.does("only asked", "decide", { session, ...page("src/auth/d.md") });
    await gate.does("only asked, out of scope", "decide", { session, ...page("src/pay/d.md") });
    await gate.ends();
  },
};

const beforeAndAfter: Story = {
  name: "library-two-phase",
  async play(stage) {
    const gate = openLibrary(stage);
    const call = (callId: string, toolName: string, payload: object) => ({
      toolName,
      payload,
      session,
      cwd: stage.repo,
      callId,
    });
    const write = (id: string, path: string, content = "x\n") => call(id, "write_to_file", { path, content });
    const before = (title: string, one: object) => gate.does(`before: ${title}`, "before", one);
    const after = (title: string, one: object, outcome: unknown = true) =>
      gate.does(`after: ${title}`, "after", { ...one, outcome });
    await before("without an intent", write("c1", "src/auth/a.ts"));
    await after("of what was refused", write("c1", "src/auth/a.ts"));
    await gate.take();
    await before("in scope", write("c2", "src/auth/a.ts"));
    stage.put("src/auth/a.ts", "x\n");
    await after("in scope", write("c2", "src/auth/a.ts"));
    await after("a second time", write("c2", "src/auth/a.ts"));
    await after("never begun", write("c3", "src/auth/b.ts"));
    await before("that will fail", write("c4", "src/auth/c.ts"));
    await after("that failed", write("c4", "src/auth/c.ts"), { kind: "failed", error: "disk full" });
    const command = call("c5", "execute_command", { command: "cp README.md src/auth/read.md" });
    await before("a command", command);
    stage.put("src/auth/read.md", "# Sample\n");
    stage.put("src/pay/stray.md", "# Sample\n");
    await after("a command that strayed", command);
    await before("left open", write("c6", "src/auth/left.ts"));
    stage.put("src/auth/left.ts", "left\n");
    await gate.ends();
    const next = openLibrary(stage);
    await next.call("read_file", { path: "README.md" }, { session: "s2" });
    await next.does("after: in another process", "after", { ...write("c6", "src/auth/left.ts"), outcome: true });
    await next.ends();
  },
};

const ownHooks: Story = {
  name: "library-own-hooks",
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.does("a post-hook that fails", "postHook", { name: "notify" });
    await gate.write("src/auth/a.ts", "a\n");
    await gate.does("a hook called like ours", "preHook", { name: "scope", answer: { allow: true } });
    await gate.write("src/pay/a.ts", "a\n");
    await gate.does("a hook that says no", "preHook", { name: "freeze", answer: { allow: false, reason: "frozen" } });
    await gate.write("src/auth/b.ts", "b\n");
    await gate.call("read_file", { path: "README.md" });
    await gate.ends();
    const next = openLibrary(stage);
    await next.does("a critical hook that throws", "preHook", { name: "strange", answer: "throw", critical: true });
    await next.write("src/auth/c.ts", "c\n");
    await next.ends();
    const last = openLibrary(stage);
    await last.does("a hook that throws", "preHook", { name: "strange", answer: "throw" });
    await last.write("src/auth/d.ts", "d\n");
    await last.ends();
  },
};

const roots: Story = {
  name: "two-roots",
  async play(stage) {
    const other = `${stage.folder}/other`;
    stage.put("../other/.orchestration/active_intents.yaml", twoIntents.replaceAll("INT-0", "INT-1"));
    stage.put("../other/.orchestration/policy.yaml", "version: 1\n");
    stage.put("../other/src/auth/x.ts", "x\n");
    stage.put("../state/intentgate/roots.json", JSON.stringify({ version: 1, roots: [stage.repo, other] }));
    const gate = openLibrary(stage, [stage.repo, other]);
    const both = [
      "*** Begin Patch",
      "*** Add File: src/auth/one.ts",
      "+x",
      `*** Add File: ${other}/src/auth/two.ts`,
      "+x",
      "*** End Patch",
      "",
    ].join("\n");
    await gate.take();
    await gate.call("apply_patch", { patch: both });
    await gate.call("select_active_intent", { intent_id: "INT-101" }, { cwd: other });
    await gate.call("apply_patch", { patch: both });
    await gate.write(`${other}/src/pay/no.ts`, "x\n");
    await gate.write("src/auth/rel.ts", "x\n", { cwd: other });
    await gate.shell(`echo x > ${other}/src/auth/three.ts`);
    await gate.ends();
    for (const verb of [
      ["trace", "log"],
      ["session", "list", "--all"],
    ])
      await stage.run(`of the other root: ${verb.join(" ")}`, [...verb, "--json"], "", other);
  },
};

export const library: readonly Story[] = [through, beforeAndAfter, ownHooks, roots];
