import { spawnSync } from "node:child_process";
import { linkSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import {
  allowed,
  exists,
  folder,
  type Gate,
  gateIn,
  intents,
  patch,
  refused,
  workingGate,
  write,
} from "./gate-scene.ts";
import { call, makeScene, textOf } from "./scene.ts";

describe("a write outside the scope", () => {
  it("is refused with the scope and the way to ask for more", async () => {
    const gate = await workingGate();
    const { message, meta } = await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
    expect(message).toBe("File src/pay/new.ts may not be changed: it is outside the scope of INT-001: src/auth/**.");
    expect(meta).toEqual({
      invocation_id: expect.any(String),
      intent_id: "INT-001",
      tool_name: "write_to_file",
      remedy: expect.stringContaining("request_scope_expansion"),
      file_path: "src/pay/new.ts",
      owned_scope: ["src/auth/**"],
      request_scope_expansion: {
        type: "object",
        required: ["additional_globs", "reason"],
        schema: { additional_globs: expect.any(String), reason: expect.any(String) },
        example: { additional_globs: ["src/pay/new.ts"], reason: expect.any(String) },
      },
    });
  });

  it("leaves a lesson for the sessions after it", async () => {
    const gate = await workingGate();
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
    expect(gate.text(".orchestration/lessons.jsonl")).toContain("Scope violation under INT-001");
    const { context } = (await gate.take("INT-001", "s2")).result as { context: string };
    expect(context).toContain("Scope violation under INT-001");
  });

  it("names in the lesson only what is not in scope", async () => {
    const gate = await workingGate();
    const command = 'echo hi > src/auth/x.ts; sh -c "echo hi > src/pay/y.ts; echo z > src/auth/z.ts"';
    await refused(gate, "SCOPE_VIOLATION", "execute_command", { command });
    expect(gate.text(".orchestration/lessons.jsonl")).toContain("tried to change src/pay/y.ts outside its scope");
  });

  it.each<[string, string, object]>([
    ["write_to_file", "write_to_file", { path: "src/pay/bill.ts", content: "x" }],
    ["write_to_file by file_path", "write_to_file", { file_path: "src/pay/bill.ts", content: "x" }],
    ["two paths that differ", "write_to_file", { path: "src/auth/a.ts", file_path: "src/pay/bill.ts", content: "x" }],
    ["apply_diff", "apply_diff", { path: "src/pay/bill.ts", diff: "<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE" }],
    ["edit", "edit", { file_path: "src/pay/bill.ts", old_string: "1", new_string: "2" }],
    ["edit that creates", "edit", { file_path: "src/pay/new.ts", old_string: "", new_string: "2" }],
    ["search_replace", "search_replace", { file_path: "src/pay/bill.ts", old_string: "1", new_string: "2" }],
    ["edit_file", "edit_file", { file_path: "src/pay/bill.ts", old_string: "1", new_string: "2" }],
    ["generate_image", "generate_image", { path: "src/pay/a.png", prompt: "a cat" }],
    ["delete_file", "delete_file", { path: "src/pay/bill.ts" }],
    ["delete_file of a folder above", "delete_file", { path: "src" }],
    ["patch add", "apply_patch", patch("*** Add File: src/pay/new.ts", "+x")],
    ["patch update", "apply_patch", patch("*** Update File: src/pay/bill.ts", "@@", "-export const bill = 1;", "+x")],
    ["patch delete", "apply_patch", patch("*** Delete File: src/pay/bill.ts")],
    [
      "patch whose second file is outside",
      "apply_patch",
      patch("*** Add File: src/auth/new.ts", "+x", "*** Add File: src/pay/new.ts", "+x"),
    ],
    [
      "patch that moves out",
      "apply_patch",
      patch(
        "*** Update File: src/auth/token.ts",
        "*** Move to: src/pay/token.ts",
        "@@",
        "-export const token = 1;",
        "+export const token = 2;",
      ),
    ],
    [
      "patch that moves in",
      "apply_patch",
      patch("*** Update File: src/pay/bill.ts", "*** Move to: src/auth/bill.ts", "@@", "-export const bill = 1;", "+x"),
    ],
    ["..", "write_to_file", { path: "src/auth/../pay/new.ts", content: "x" }],
    [
      ".. through a folder that is not there",
      "write_to_file",
      { path: "src/auth/none/../../pay/new.ts", content: "x" },
    ],
    ["//", "write_to_file", { path: "src//auth//..//pay//new.ts", content: "x" }],
    ["above the root", "write_to_file", { path: "../../../opt/outside.ts", content: "x" }],
    ["another absolute place", "write_to_file", { path: "/opt/outside.ts", content: "x" }],
    ["a name that only starts like the scope", "write_to_file", { path: "src/authx/new.ts", content: "x" }],
    ["the scope in other case", "write_to_file", { path: "src/AUTH/new.ts", content: "x" }],
    ["the scope deeper down", "write_to_file", { path: "x/src/auth/new.ts", content: "x" }],
    ["a backslash", "write_to_file", { path: "src\\auth\\new.ts", content: "x" }],
    ["a drive letter", "write_to_file", { path: "C:/src/auth/new.ts", content: "x" }],
    ["a URL", "write_to_file", { path: "file:///src/auth/new.ts", content: "x" }],
    ["the home folder", "write_to_file", { path: "~/src/auth/new.ts", content: "x" }],
    ["a direction-changing character", "write_to_file", { path: "src/auth/\u202Etxt.ts", content: "x" }],
    ["a line break", "write_to_file", { path: "src/auth/a\n.ts", content: "x" }],
    ["a NUL", "write_to_file", { path: "src/auth/a\u0000.ts", content: "x" }],
    ["no path", "write_to_file", { content: "x" }],
    ["an empty path", "write_to_file", { path: "", content: "x" }],
    ["a path that is a list", "write_to_file", { path: ["src/auth/new.ts"], content: "x" }],
    ["a read with a bad path", "read_file", { path: "src/auth/\u0000" }],
  ])("is refused: %s", async (_what, tool, input) => {
    const gate = await workingGate();
    const { meta } = await refused(gate, "SCOPE_VIOLATION", tool, input);
    expect(meta).toMatchObject({ owned_scope: expect.any(Array), file_path: expect.any(String) });
  });

  it("is refused from another working folder, where the same words name another file", async () => {
    const gate = await workingGate();
    await refused(gate, "SCOPE_VIOLATION", ...write("auth/new.ts"), { cwd: folder(gate, "docs/src") });
    await allowed(gate, ...write("auth/new.ts"), { cwd: join(gate.repo, "src") });
    expect(exists(gate, "src/auth/new.ts")).toBe(true);
  });
});

describe("links", () => {
  function linked(gate: Gate, from: string, to: string): void {
    symlinkSync(to, join(gate.repo, from));
  }

  it.each<[string, string, string, string]>([
    ["a file link to a file outside", "src/auth/link.ts", "../pay/bill.ts", "src/auth/link.ts"],
    ["a link to a file that is not there yet", "src/auth/link.ts", "../pay/new.ts", "src/auth/link.ts"],
    ["a folder link", "src/auth/pay", "../pay", "src/auth/pay/new.ts"],
    ["an absolute link", "src/auth/etc", "/etc", "src/auth/etc/new.conf"],
  ])("%s in the scope does not lead out of it", async (_what, link, to, target) => {
    const gate = await workingGate();
    linked(gate, link, to);
    await refused(gate, "SCOPE_VIOLATION", ...write(target));
  });

  it("outside the scope may lead into it", async () => {
    const gate = await workingGate();
    linked(gate, "shortcut", "src/auth");
    await allowed(gate, ...write("shortcut/new.ts"));
    expect(gate.ledger()[0]?.files[0]?.relative_path).toBe("src/auth/new.ts");
  });

  it("are not deleted by delete_file, and neither is what they lead to", async () => {
    const gate = await workingGate({ files: { ".intentignore": "src/auth/** allow_destructive\n" } });
    linked(gate, "src/auth/link.ts", "../pay/bill.ts");
    const before = gate.bytes();
    const answer = await gate.call("delete_file", { path: "src/auth/link.ts" });
    expect(answer).toMatchObject({ decision: "allow", failed: true, result: { code: "IS_LINK" } });
    expect(gate.bytes()).toEqual(before);
  });

  it("that are hard are broken by a write, and the other name keeps its bytes", async () => {
    const gate = await workingGate();
    linkSync(join(gate.repo, "src/pay/bill.ts"), join(gate.repo, "src/auth/hard.ts"));
    await allowed(gate, "edit", { file_path: "src/auth/hard.ts", old_string: "1", new_string: "2" });
    expect(gate.text("src/auth/hard.ts")).toBe("export const bill = 2;\n");
    expect(gate.text("src/pay/bill.ts")).toBe("export const bill = 1;\n");
  });
});

describe("the language of scopes", () => {
  async function scoped(...globs: string[]): Promise<Gate> {
    return workingGate({
      intents: intents.replace("- src/auth/**", globs.map((glob) => `- ${JSON.stringify(glob)}`).join("\n      ")),
    });
  }

  it.each([
    ["src/auth", "src/auth/deep/new.ts"],
    ["src/auth/", "src/auth/deep/new.ts"],
    ["src/**/b.ts", "src/b.ts"],
    ["src/{auth,pay}/*.ts", "src/pay/new.ts"],
    ["app/[id]/**", "app/[id]/page.ts"],
    ["app/(group)/**", "app/(group)/page.ts"],
    ["**", ".hidden/new.ts"],
  ])("%s covers %s", async (glob, path) => {
    const gate = await scoped(glob);
    await allowed(gate, ...write(path));
  });

  it.each([
    [["app/[id]/**"], "app/i/page.ts"],
    [["src/*"], "src/deep/new.ts"],
    [["src/**", "!src/auth/**"], "src/auth/new.ts"],
    [["!src/pay/**"], "src/auth/new.ts"],
    [["src/**/b.ts"], "src/a.ts"],
  ])("%j does not cover %s", async (globs, path) => {
    const gate = await scoped(...globs);
    await refused(gate, "SCOPE_VIOLATION", ...write(path));
  });

  it("owns nothing where it is empty or missing", async () => {
    for (const scope of ["    owned_scope: []\n", ""]) {
      const gate = await workingGate({ intents: intents.replace("    owned_scope:\n      - src/auth/**\n", scope) });
      const { message, meta } = await refused(gate, "SCOPE_VIOLATION", ...write("src/auth/new.ts"));
      expect(message).toContain("INT-001 owns nothing: its owned_scope is empty");
      expect(meta.owned_scope).toEqual([]);
    }
  });
});

describe("scratch", () => {
  it("needs an intent, but no scope, and leaves no record", async () => {
    const gate = await workingGate();
    const path = join(gate.repo, "../scratch.txt");
    await allowed(gate, ...write(path, "x"));
    expect(gate.ledger()).toEqual([]);
    await refused(gate, "INTENT_REQUIRED", ...write(path, "y"), "s2");
  });

  it("is never another governed root, though it lies in the temp folder", async () => {
    const gate = await workingGate();
    const other = join(gate.repo, "../other");
    await gate.workspace.registry.add(other);
    await refused(gate, "SCOPE_VIOLATION", ...write(join(other, "src/new.ts")));
  });

  it("is never a linked worktree of a governed repository", async () => {
    const scene = makeScene({ intents });
    const gate = gateIn(scene, scene.repo);
    await gate.take();
    const tree = join(scene.repo, "../tree");
    spawnSync("git", ["worktree", "add", "-q", tree], { cwd: scene.repo, env: scene.env });
    await refused(gate, "SCOPE_VIOLATION", ...write(join(tree, "src/pay/new.ts")));
    await refused(gate, "SCOPE_VIOLATION", ...write(join(tree, "src/auth/new.ts")));
  });

  it.each<[string, (home: string, beside: string) => [string, object]]>([
    ["a new file", (home) => ["write_file", { path: join(home, "new.txt"), content: "x" }]],
    ["a new file by a shell", (home) => ["execute_command", { command: `echo x > ${home}/new.txt` }]],
    ["a new folder by a shell", (home) => ["execute_command", { command: `mkdir -p ${home}/a/b` }]],
    ["a file that goes", (home) => ["delete_file", { path: join(home, "kept.txt") }]],
    ["a file that goes by a shell", (home) => ["execute_command", { command: `rm -f ${home}/kept.txt` }]],
    ["a file that is moved out", (home, beside) => ["execute_command", { command: `mv ${home}/kept.txt ${beside}2` }]],
    ["a file that is moved in", (home, beside) => ["execute_command", { command: `mv ${beside} ${home}/new.txt` }]],
    ["a link to it", (home) => ["write_file", { path: join(home, "../way/new.txt"), content: "x" }]],
  ])("is never the home folder, though it lies in the temp folder: %s", async (_name, call) => {
    const gate = await workingGate();
    const home = gate.env.HOME ?? "";
    symlinkSync(home, join(home, "../way"));
    for (const path of [join(home, "kept.txt"), join(home, "../beside.txt")]) writeFileSync(path, "kept\n");
    await refused(gate, "SCOPE_VIOLATION", ...call(home, join(home, "../beside.txt")));
    expect(readFileSync(join(home, "kept.txt"), "utf8")).toBe("kept\n");
  });

  it("is a folder of the home that the policy names, and nothing beside it", async () => {
    const home = tempFolder("home");
    const gate = await workingGate({ policy: `scratch: ["${home}/plans"]\n` }, { userHome: home });
    await allowed(gate, ...write(join(home, "plans/p.md"), "x"));
    await refused(gate, "SCOPE_VIOLATION", ...write(join(home, "plan.md"), "x"));
  });

  it("is never a folder that holds the root", async () => {
    const gate = await workingGate();
    await refused(gate, "CONTROL_FILE", "delete_file", { path: join(gate.repo, "..") });
  });
});

describe("through the built program", () => {
  it("refuses a write outside the scope with exit code 2 and the whole refusal", async () => {
    const scene = makeScene({ intents, files: { "src/pay/bill.ts": "1\n" } });
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const no = await call(scene, "write_to_file", { path: "src/pay/bill.ts", content: "2\n" });
    expect(no).toMatchObject({
      exit: 2,
      decision: "deny",
      code: "SCOPE_VIOLATION",
      error: { type: "tool_error", meta: { file_path: "src/pay/bill.ts" } },
    });
    expect(textOf(scene, "src/pay/bill.ts")).toBe("1\n");
  });
});
