/** Native tools on files: reading, writing, editing, patches, deleting, what is stale, and what nobody may touch. */
import { createHash } from "node:crypto";
import { openLibrary } from "../library-session.ts";
import type { Story } from "../play-story.ts";
import { DELETIONS_ASK } from "../stage.ts";

const patch = (...lines: string[]) => ({ patch: ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n") });
const hashOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

const editing: Story = {
  name: "files-editing",
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.write("src/auth/new.ts", "one\n");
    await gate.take();
    await gate.write("src/auth/new.ts", "export const one = 1;\nexport const two = 2;\n");
    await gate.call("read_file", { path: "src/auth/middleware.ts" });
    await gate.call("edit", { file_path: "src/auth/middleware.ts", old_string: "return 1", new_string: "return 2" });
    await gate.call("search_and_replace", {
      file_path: "src/auth/new.ts",
      old_string: "export const two = 2;",
      new_string: "export const two = one + one;",
    });
    await gate.call("edit", { file_path: "src/auth/token.ts", old_string: "nowhere", new_string: "x" });
    await gate.call("apply_diff", {
      path: "src/auth/new.ts",
      diff: "<<<<<<< SEARCH\nexport const one = 1;\n=======\nexport const one = 11;\n>>>>>>> REPLACE\n",
    });
    await gate.call("list_files", { path: "src", recursive: true });
    await gate.call("search_files", { path: "src", regex: "one" });
    await gate.call("no_such_tool", { path: "src/auth/new.ts" });
    await gate.call("write_to_file", { path: 5 });
    await gate.ends();
  },
};

const patches: Story = {
  name: "files-patches",
  setting: {
    policy: DELETIONS_ASK,
    files: { "src/auth/old.ts": "export const old = 1;\n", "src/auth/gone.ts": "gone\n" },
  },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    for (const path of ["src/auth/token.ts", "src/auth/old.ts", "src/auth/gone.ts"])
      await gate.call("read_file", { path });
    const whole = patch(
      "*** Add File: src/auth/added.ts",
      "+export const added = 1;",
      "*** Update File: src/auth/token.ts",
      "@@",
      "-export const token = 1;",
      "+export const token = 2;",
      "*** Update File: src/auth/old.ts",
      "*** Move to: src/auth/moved.ts",
      "@@",
      "-export const old = 1;",
      "+export const moved = 1;",
      "*** Delete File: src/auth/gone.ts",
    );
    await gate.call("apply_patch", whole);
    await gate.call("apply_patch", whole, { says: { reject: "keep gone.ts" } });
    await gate.call("apply_patch", whole, { says: "once" });
    await gate.call("apply_patch", patch("*** Add File: src/auth/in.ts", "+in", "*** Add File: docs/out.md", "+out"));
    await gate.call("apply_patch", patch("*** Update File: src/auth/token.ts", "@@", "-not there", "+x"));
    await gate.call("apply_patch", { patch: "no patch" });
    await gate.call("delete_file", { path: "src/auth/added.ts" });
    await gate.call("delete_file", { path: "src/auth/added.ts" }, { says: "once" });
    await gate.call("delete_file", { path: "src/pay/bill.ts" }, { says: "once" });
    await gate.ends();
  },
};

const stale: Story = {
  name: "files-stale",
  async play(stage) {
    const gate = openLibrary(stage);
    const path = "src/auth/token.ts";
    const [before, meanwhile] = ["export const token = 1;\n", "export const token = 7;\n"];
    await gate.take();
    await gate.take("INT-001", "s2");
    await gate.write(path, "never read\n");
    await gate.call("write_to_file", { path, content: "x\n", observed_content_hash: hashOf(before) });
    await gate.call("read_file", { path }, { session: "s2" });
    await gate.write(path, "first of two\n");
    await gate.write(path, "second of two\n", { session: "s2" });
    stage.put(path, meanwhile);
    await gate.write(path, "over a person's edit\n");
    await gate.call("write_to_file", { path, content: "x\n", observed_content_hash: hashOf(meanwhile) });
    await gate.call("write_to_file", { path, content: "x\n", observed_content_hash: "sha256:abc" });
    await gate.call("read_file", { path });
    stage.remove(path);
    await gate.write(path, "it was removed\n");
    await gate.shell("echo x > src/auth/middleware.ts");
    await gate.ends();
  },
};

const closed: Story = {
  name: "files-closed",
  setting: {
    files: { ".intentignore": "src/auth/generated/**\n", "src/auth/server.pem": "secret of old\n", LICENSE: "free\n" },
    policy: [
      "version: 1",
      "forbid:",
      '  - { command: "git push*", reason: nobody pushes from here }',
      '  - { paths: ["**/migrations/**"], reason: the database team writes these }',
      "protected: [LICENSE]",
      "limits: { denials_in_a_row: 100 }",
      "",
    ].join("\n"),
    intents: `active_intents:
  - id: INT-001
    name: Everything
    status: IN_PROGRESS
    owned_scope: ["**", "!docs/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`,
  },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/auth/generated/a.ts", "x\n", { says: "once" });
    await gate.shell("touch src/auth/generated/b.ts");
    await gate.write("db/migrations/7.sql", "x\n", { says: "once" });
    await gate.write("LICENSE", "mine\n", { says: "once" });
    await gate.shell("git push origin main", { says: "once" });
    await gate.write("docs/a.md", "narrowed away\n");
    await gate.write("../beside.txt", "x\n");
    await gate.write("/opt/elsewhere.txt", "x\n");
    await gate.call("read_file", { path: "src/auth/server.pem" });
    await gate.write("src/auth/server.pem", "secret of now\n");
    await gate.shell("echo 'also secret' > src/auth/client.key");
    await gate.write("src/auth/.env", "TOKEN=abc\n");
    for (const path of [
      ".orchestration/policy.yaml",
      ".orchestration/agent_trace.jsonl",
      ".git/hooks/pre-commit",
      ".claude/settings.json",
      "src/.mcp.json",
      ".system/hooks/x.yaml",
    ])
      await gate.write(path, "{}\n", { says: "once" });
    await gate.shell("intentgate pause 1h");
    await gate.shell("rm -rf .orchestration");
    await gate.ends();
  },
};

export const files: readonly Story[] = [editing, patches, stale, closed];
