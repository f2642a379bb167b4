/** What people decide: questions at once and later, scope, observe mode, a pause, a session that was stopped. */
import { claudeCode } from "../host-payloads.ts";
import { hostSession } from "../host-session.ts";
import { openLibrary } from "../library-session.ts";
import type { Story } from "../play-story.ts";
import { DELETIONS_ASK, requestIn } from "../stage.ts";

const more = (...additional_globs: string[]) => ({
  request_scope_expansion: { additional_globs, reason: "the bill shows the token" },
});
const wider = { path: "src/pay/new.ts", content: "1\n", ...more("src/pay/**") };

const expansion: Story = {
  name: "scope-expansion",
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.call("write_to_file", { ...wider, ...more("docs/**") }, { says: "once" });
    await gate.call("write_to_file", { ...wider, ...more("/src/**") }, { says: "once" });
    await gate.call("write_to_file", wider);
    await gate.call("write_to_file", wider, { says: { reject: "not now" } });
    await gate.call("write_to_file", wider, { says: "once" });
    await gate.write("src/pay/other.ts", "2\n");
    await gate.call("request_scope_expansion", { additional_globs: ["docs/**"], reason: "pages" });
    await gate.call("request_scope_expansion", { additional_globs: ["docs/**"], reason: "pages" }, { says: "once" });
    await gate.write("docs/a.md", "a\n");
    await gate.ends();
  },
};

const strict: Story = {
  name: "approval-strict",
  setting: { policy: "version: 1\napproval: { mode: strict }\n" },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/auth/a.ts", "a\n");
    await gate.write("src/auth/a.ts", "a\n", { says: { reject: "later" } });
    await gate.write("src/auth/a.ts", "a\n", { says: "once" });
    await gate.write("src/auth/b.ts", "b\n", { says: "standing" });
    await gate.write("src/auth/c.ts", "c\n");
    await gate.write("src/pay/c.ts", "c\n");
    await gate.call("delete_file", { path: "src/auth/c.ts" });
    await gate.take("INT-002");
    await gate.take("INT-002", "s2");
    await gate.ends();
    await stage.run("revoke", ["session", "revoke", "s1", "--json"]);
    const later = openLibrary(stage);
    await later.write("src/auth/d.ts", "d\n");
    await later.ends();
  },
};

const auto: Story = {
  name: "approval-auto",
  setting: { policy: "version: 1\napproval: { mode: auto }\n" },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/auth/a.ts", "a\n", { says: "once" });
    await gate.call("delete_file", { path: "src/auth/a.ts" }, { says: "once" });
    await gate.call("write_to_file", wider, { says: "once" });
    await gate.ends();
  },
};

const later: Story = {
  name: "approval-later",
  setting: { policy: DELETIONS_ASK, files: { "tools/x.sh": "echo made > src/auth/made.ts\n" } },
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    await ann.take("INT-001");
    const request = requestIn(await ann.asksToRun("sh tools/x.sh"));
    await ann.asksToRun("sh tools/x.sh");
    await stage.run("what waits", ["approvals", "list", "--json"]);
    await stage.run("no terminal", ["approvals", "approve", request]);
    await stage.person("approves once", ["approvals", "approve", request]);
    await ann.runs("sh tools/x.sh");
    const second = requestIn(await ann.asksToRun("sh tools/x.sh"));
    await stage.person("rejects", ["approvals", "reject", second, "--reason", "use the file tools"]);
    await ann.asksToRun("sh tools/x.sh");
    const third = requestIn(await ann.asksToRun("sh tools/x.sh"));
    await stage.person("approves the command", ["approvals", "approve", third, "--command"]);
    await ann.runs("sh tools/x.sh");
    await ann.runs("sh tools/x.sh");
    const fourth = requestIn(await ann.asksToRun("rm src/auth/made.ts"));
    await stage.person("approves too late", ["approvals", "approve", fourth]);
    stage.put("src/auth/made.ts", "another\n");
    await ann.asksToRun("rm src/auth/made.ts");
  },
};

const observe: Story = {
  name: "observe",
  setting: {
    policy: `${DELETIONS_ASK}mode: observe\nprotected: [src/auth/protected.ts]\n`,
    files: { ".intentignore": "src/auth/ignored.ts\n" },
  },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.write("src/auth/none.ts", "x\n");
    await gate.take("INT-404");
    await gate.take();
    await gate.write("src/pay/out.ts", "x\n");
    await gate.write("src/auth/token.ts", "x\n");
    await gate.write("src/auth/ignored.ts", "x\n");
    await gate.write("src/auth/protected.ts", "x\n");
    await gate.call("delete_file", { path: "src/auth/token.ts" });
    await gate.write(".claude/settings.json", "{}");
    await gate.shell("intentgate pause 1h");
    await gate.write("src/auth/fine.ts", "x\n");
    await gate.ends();
    const ann = hostSession(stage, claudeCode);
    await ann.writes("src/pay/hosted.ts", "x\n");
    await ann.runs("echo over > src/pay/bill.ts");
  },
};

const pause: Story = {
  name: "pause",
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    await ann.take("INT-001");
    await stage.run("a script wants a pause", ["pause", "10m"]);
    await stage.person("pauses", ["pause", "10m"]);
    await ann.writes("src/pay/paused.ts", "x\n");
    await ann.writes(".orchestration/policy.yaml", "mode: observe\n");
    await stage.person("goes on", ["pause", "--off"]);
    await ann.writes("src/pay/again.ts", "x\n");
  },
};

const breaker: Story = {
  name: "circuit-breaker",
  setting: { policy: "version: 1\nlimits: { denials_in_a_row: 3 }\n" },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/pay/1.ts", "x\n");
    await gate.write("src/pay/2.ts", "x\n");
    await gate.write("src/auth/between.ts", "x\n");
    for (const path of ["src/pay/1.ts", "src/pay/2.ts", "src/pay/3.ts", "src/auth/stopped.ts"])
      await gate.write(path, "x\n");
    await gate.call("read_file", { path: "README.md" });
    await gate.take();
    await gate.write("src/auth/other.ts", "x\n", { session: "s2" });
    await gate.ends();
    await stage.run("reset", ["session", "reset", "s1", "--json"]);
    const after = openLibrary(stage);
    await after.write("src/auth/on.ts", "x\n");
    await after.ends();
  },
};

export const people: readonly Story[] = [expansion, strict, auto, later, observe, pause, breaker];
