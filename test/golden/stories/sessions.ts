/** Calls that are begun and not ended, processes that die, subagents, and two sessions at once. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCode, codex, geminiCli, generic } from "../host-payloads.ts";
import { hostSession } from "../host-session.ts";
import { openLibrary } from "../library-session.ts";
import type { Story } from "../play-story.ts";
import { program, type Stage } from "../stage.ts";

const openCalls: Story = {
  name: "open-calls",
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    const bob = hostSession(stage, codex, "ses-bob");
    await ann.take("INT-001");
    await bob.take("INT-002");
    await ann.asksToWrite("src/auth/open.ts", "one\n", "open");
    stage.put("src/auth/open.ts", "one\n");
    await stage.run("while it is open", ["session", "show", "claude-code:ses-ann", "--json"]);
    await bob.writes("src/pay/bob.ts", "b\n");
    await ann.asksToRun("ls src");
    await ann.asksToWrite("src/auth/never.ts", "never written\n");
    const busy = claudeCode.stop(ann.call());
    await ann.send("a subagent still works", {
      ...busy,
      payload: { ...busy.payload, background_tasks: [{ id: "t1", status: "running" }] },
    });
    await ann.stops();
    await ann.saysItWrote("src/auth/open.ts", "one\n", "open");
    await ann.asksToWrite("src/auth/last.ts", "last\n", "last");
    stage.put("src/auth/last.ts", "last\n");
    await ann.send("the session is over", {
      event: "SessionEnd",
      payload: { hook_event_name: "SessionEnd", session_id: "ses-ann", cwd: stage.repo, reason: "exit" },
    });
  },
};

const killedHost: Story = {
  name: "killed-host",
  async play(stage) {
    for (const host of [claudeCode, geminiCli]) {
      const ann = hostSession(stage, host, `ses-${host.name}`);
      await ann.take("INT-001");
      await ann.asksToWrite(`src/auth/${host.name}.ts`, "half\n", `open-${host.name}`);
      stage.put(`src/auth/${host.name}.ts`, "half\n");
      await ann.asksToRun(`echo x > src/auth/shell-${host.name}.ts`, `shell-${host.name}`);
      stage.put(`src/auth/shell-${host.name}.ts`, "x\n");
      await stage.killHost();
      const bob = hostSession(stage, host, `bob-${host.name}`);
      await bob.asksToRun("ls src");
      await ann.saysItWrote(`src/auth/${host.name}.ts`, "half\n", `open-${host.name}`);
      await ann.asksToWrite(`src/auth/again-${host.name}.ts`, "again\n");
    }
  },
};

const work = "echo $$ > ../work-pid\necho made > src/auth/made.txt\necho out > src/pay/out.txt\nexec sleep 60\n";

/** Kills `intentgate call` while its command runs, and then the command. */
async function killedWhile(stage: Stage): Promise<void> {
  const child = spawn(process.execPath, [program, "call"], {
    cwd: stage.repo,
    env: stage.env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.stdin.end(JSON.stringify({ tool: "execute_command", input: { command: "sh tools/work.sh" }, session: "s1" }));
  const made = join(stage.repo, "src/pay/out.txt");
  while (!(existsSync(made) && readFileSync(made, "utf8").includes("out")) && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill("SIGKILL");
  await gone;
  process.kill(Number(readFileSync(join(stage.folder, "work-pid"), "utf8")), "SIGKILL");
}

const killedCall: Story = {
  name: "killed-call",
  setting: {
    files: { "tools/work.sh": work },
    policy: 'version: 1\ncommands:\n  - { run: sh tools/work.sh, writes: ["src/auth/**"] }\n',
  },
  async play(stage) {
    const call = (title: string, tool: string, input: object, session = "s1") =>
      stage.run(title, ["call"], JSON.stringify({ tool, input, session }));
    await call("take", "select_active_intent", { intent_id: "INT-001" });
    await killedWhile(stage);
    stage.tell("the process was killed while its command ran", null);
    await call("another session settles it", "read_file", { path: "README.md" }, "s2");
    await call("and nobody a second time", "read_file", { path: "README.md" });
    await call("the session goes on", "write_to_file", { path: "src/auth/on.ts", content: "on\n" });
    await stage.run("no tool", ["call"], "{}");
  },
};

const subagents: Story = {
  name: "subagents",
  async play(stage) {
    for (const host of [claudeCode, generic]) {
      const folder = `src/auth/${host.name}`;
      const ann = hostSession(stage, host, `ses-${host.name}`);
      const helper = hostSession(stage, host, `ses-${host.name}`, { agent: "helper-1" });
      await helper.asksToWrite(`${folder}/early.ts`, "x\n");
      await ann.take("INT-001");
      await helper.take("INT-002");
      await helper.writes(`${folder}/sub.ts`, "by the helper\n");
      await helper.writes("src/pay/sub.ts", "outside\n");
      await ann.writes(`${folder}/lead.ts`, "by the lead\n");
      await helper.asksToWrite(`${folder}/open.ts`, "open\n", "sub-open");
      stage.put(`${folder}/open.ts`, "open\n");
      await ann.stops();
    }
  },
};

const twoSessions: Story = {
  name: "two-sessions",
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    const bob = hostSession(stage, codex, "ses-bob");
    await ann.take("INT-001");
    await bob.take("INT-001");
    await ann.asksToWrite("src/auth/same.ts", "ann\n", "a1");
    await bob.asksToWrite("src/auth/same.ts", "bob\n", "b1");
    stage.put("src/auth/same.ts", "ann\n");
    await ann.saysItWrote("src/auth/same.ts", "ann\n", "a1");
    await bob.saysItWrote("src/auth/same.ts", "bob\n", "b1");
    await bob.asksToWrite("src/auth/same.ts", "bob again\n");
    await ann.asksToRun("echo more >> src/auth/same.ts", "a2");
    await bob.asksToRun("echo other > src/auth/other.ts", "b2");
    stage.put("src/auth/same.ts", "ann\nmore\n");
    stage.put("src/auth/other.ts", "other\n");
    stage.put("README.md", "# A person's\n");
    await bob.saysItRan("echo other > src/auth/other.ts", "b2");
    await ann.saysItRan("echo more >> src/auth/same.ts", "a2");
    stage.put("src/auth/same.ts", "a person's\nmore\n");
    await ann.runs("echo end >> src/auth/same.ts");
  },
};

const changedIntent: Story = {
  name: "intent-changes",
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.take("INT-002", "s2");
    await gate.write("src/auth/a.ts", "a\n");
    await stage.run("widened by a person", ["intent", "edit", "INT-001", "--add-scope", "docs/**", "--json"]);
    await gate.write("docs/a.md", "a\n");
    await gate.take();
    await gate.write("docs/a.md", "a\n");
    await stage.run("completed by a person", ["intent", "complete", "INT-002", "--json"]);
    await gate.write("src/pay/a.ts", "a\n", { session: "s2" });
    await gate.call("propose_intent", { name: "Docs", owned_scope: ["docs/**"] });
    await gate.call("propose_intent", { name: "Docs", owned_scope: ["docs/**"] }, { says: "once" });
    await gate.take("INT-003", "s2");
    await gate.call("list_intents", {});
    await stage.run("bound by a person", ["use", "INT-001", "--session", "s3", "--json"]);
    await gate.write("src/auth/c.ts", "c\n", { session: "s3" });
    await gate.ends();
  },
};

export const sessions: readonly Story[] = [openCalls, killedHost, killedCall, subagents, twoSessions, changedIntent];
