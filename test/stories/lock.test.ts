import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, exists, files, type Gate, patch, refused, withPerson, workingGate, write } from "./gate-scene.ts";

const path = "src/auth/middleware.ts";
const original = files[path] ?? "";

function hashOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

async function read(gate: Gate, file = path, session = "s1"): Promise<string> {
  const answer = await allowed(gate, "read_file", { path: file }, session);
  return (answer.result as { content_hash: string }).content_hash;
}

describe("observed_content_hash", () => {
  it.each<[string, (hash: string) => unknown]>([
    ["as read_file gave it", (hash) => hash],
    ["as bare hex", (hash) => hash.slice("sha256:".length)],
    ["in upper case", (hash) => hash.toUpperCase().replace("SHA256", "sha256")],
    ["as a map", (hash) => ({ [path]: hash })],
    ["as a map with another spelling of the path", (hash) => ({ [`./${path}`]: hash })],
    ["as the text of a map", (hash) => JSON.stringify({ [path]: hash })],
  ])("lets a write pass: %s", async (_what, spell) => {
    const gate = await workingGate();
    await allowed(gate, ...write(path, "x\n", { observed_content_hash: spell(hashOf(original)) }));
    expect(gate.text(path)).toBe("x\n");
  });

  it("refuses a write over other bytes, and shows what stands there now", async () => {
    const gate = await workingGate();
    const observed = await read(gate);
    gate.put(path, original.replace("1", "2"));
    const { message, meta } = await refused(
      gate,
      "STALE_FILE",
      ...write(path, "x\n", { observed_content_hash: observed }),
    );
    expect(message).toBe(`File ${path} may not be overwritten: it differs from what was observed.`);
    expect(meta).toEqual({
      invocation_id: expect.any(String),
      intent_id: "INT-001",
      tool_name: "write_to_file",
      remedy: expect.stringContaining("Read the file again"),
      file_path: path,
      observed_content_hash: observed,
      current_content_hash: hashOf(original.replace("1", "2")),
      current_diff: expect.arrayContaining(["-  return 1;", "+  return 2;"]),
    });
  });

  it.each<[string, unknown]>([
    ["another hash", "0".repeat(64)],
    ["a short hash", "sha256:abc"],
    ["another algorithm", `md5:${"0".repeat(64)}`],
    ["a number", 5],
    ["an empty text", ""],
    ["a list", [hashOf(original)]],
    ["a map for a file not in the call", { "src/auth/token.ts": hashOf(files["src/auth/token.ts"] ?? "") }],
    ["a map with the file and another one", { [path]: hashOf(original), "README.md": hashOf("# Sample\n") }],
    ["two spellings that disagree", { [path]: hashOf(original), [`./${path}`]: "0".repeat(64) }],
  ])("refuses a write that gives %s, though the session has read the file", async (_what, observed) => {
    const gate = await workingGate();
    await read(gate);
    await refused(gate, "STALE_FILE", ...write(path, "x\n", { observed_content_hash: observed }));
  });

  it("speaks for several files by a map", async () => {
    const gate = await workingGate();
    const both = patch(
      `*** Update File: ${path}`,
      "@@",
      "-  return 1;",
      "+  return 2;",
      "*** Update File: src/auth/token.ts",
      "@@",
      "-export const token = 1;",
      "+export const token = 2;",
    );
    const right = { [path]: hashOf(original), "src/auth/token.ts": hashOf(files["src/auth/token.ts"] ?? "") };
    const wrong = { ...right, "src/auth/token.ts": hashOf("other") };
    const { meta } = await refused(gate, "STALE_FILE", "apply_patch", { ...both, observed_content_hash: wrong });
    expect(meta.file_path).toBe("src/auth/token.ts");
    await refused(gate, "STALE_FILE", "apply_patch", { ...both, observed_content_hash: hashOf(original) });
    await allowed(gate, "apply_patch", { ...both, observed_content_hash: right });
  });

  it("of a new file must be absent: a hash for nothing is stale", async () => {
    const gate = await workingGate();
    const { meta } = await refused(
      gate,
      "STALE_FILE",
      ...write("src/auth/new.ts", "x", { observed_content_hash: hashOf("") }),
    );
    expect(meta.current_content_hash).toBeNull();
  });
});

/** Calls that tell something about the file, but not what stands in it. */
const looks: [string, string, object][] = [
  ["stat", "stat", { path }],
  ["list_files", "list_files", { path: "src/auth" }],
  ["search_files", "search_files", { path, regex: "return" }],
  ["search_files for everything", "search_files", { path, regex: ".*" }],
  ["read_file of the first line", "read_file", { path, end_line: 1 }],
  ["read_file from a line on", "read_file", { path, start_line: 2 }],
  ["read_file of another file, naming it beside", "read_file", { path: "src/auth/token.ts", files: [path] }],
  ...[
    `ls ${path}`,
    `ls -l ${path}`,
    `stat ${path}`,
    `file ${path}`,
    `wc -l ${path}`,
    `grep -c return ${path}`,
    `grep return ${path}`,
    `head -n 1 ${path}`,
    `tail -n 1 ${path}`,
    `cat -s ${path}`,
    `cmp ${path} ${path}`,
    `diff ${path} ${path}`,
    `echo ${path}`,
  ].map((command): [string, string, object] => [command, "execute_command", { command }]),
];

describe("what a session saw", () => {
  it("goes stale by a person's edit", async () => {
    const gate = await workingGate();
    const seen = await read(gate);
    gate.put(path, `${original}// by ann\n`);
    const { message, meta } = await refused(gate, "STALE_FILE", ...write(path, "x\n"));
    expect(message).toBe(`File ${path} may not be overwritten: it changed since this session last saw it.`);
    expect(meta).toMatchObject({ observed_content_hash: seen, current_content_hash: hashOf(`${original}// by ann\n`) });
    expect(meta.current_diff).toContain("+// by ann");
    await refused(gate, "STALE_FILE", "edit", { file_path: path, old_string: "1", new_string: "2" });
    await read(gate);
    await allowed(gate, ...write(path, "x\n"));
  });

  it("goes stale by another session's write", async () => {
    const gate = await workingGate();
    await read(gate);
    await gate.take("INT-001", "s2");
    await allowed(gate, "edit", { file_path: path, old_string: "1", new_string: "2" }, "s2");
    const { meta } = await refused(gate, "STALE_FILE", ...write(path, "x\n"));
    expect(meta.current_diff).toEqual(expect.arrayContaining(["-  return 1;", "+  return 2;"]));
    expect(gate.text(path)).toBe(original.replace("1", "2"));
  });

  it("is what it wrote itself: it may write again without reading", async () => {
    const gate = await workingGate();
    await allowed(gate, ...write("src/auth/new.ts", "1\n"));
    await allowed(gate, ...write("src/auth/new.ts", "2\n"));
    expect(gate.text("src/auth/new.ts")).toBe("2\n");
  });

  it.each<[string, string, object]>([
    ["read_file", "read_file", { path }],
    ["read_file with line numbers", "read_file", { path, line_numbers: true }],
    ["an understood shell read", "execute_command", { command: `cat ${path}` }],
    ["one from another folder", "execute_command", { command: "cat middleware.ts token.ts", cwd: "src/auth" }],
    ["one that numbers the lines", "execute_command", { command: `cat -n ${path}` }],
  ])("is the whole content by %s", async (_what, tool, input) => {
    const gate = await workingGate();
    await allowed(gate, tool, input);
    await allowed(gate, ...write(path, "x\n"));
    expect(gate.text(path)).toBe("x\n");
  });

  it("is kept when the session only looks at the file later", async () => {
    const gate = await workingGate();
    await read(gate);
    for (const [, tool, input] of looks) await allowed(gate, tool, input);
    await allowed(gate, ...write(path, "x\n"));
  });

  it("is not renewed by a look at a file that changed", async () => {
    const gate = await workingGate();
    const seen = await read(gate);
    gate.put(path, `${original}// by ann\n`);
    for (const [, tool, input] of looks) await allowed(gate, tool, input);
    const { meta } = await refused(gate, "STALE_FILE", ...write(path, "x\n"));
    expect(meta.observed_content_hash).toBe(seen);
  });

  it("is kept when the session is resumed in another process", async () => {
    const gate = await workingGate();
    await read(gate);
    gate.put(path, "other\n");
    await refused(gate.reopened(), "STALE_FILE", ...write(path, "x\n"));
  });

  it("is not what its parent saw: a subagent's reads are its own", async () => {
    const gate = await workingGate();
    await read(gate);
    await refused(gate, "STALE_FILE", ...write(path, "x\n"), { session: "sub", parent: "s1" });
    await allowed(gate, "read_file", { path }, { session: "sub", parent: "s1" });
    await allowed(gate, ...write(path, "x\n"), { session: "sub", parent: "s1" });
    await refused(gate, "STALE_FILE", ...write(path, "y\n"));
  });

  it("is not a file whose reading failed or was refused", async () => {
    const gate = await workingGate();
    const failed = await gate.call("read_file", { path, start_line: 9, end_line: 3 });
    expect(failed.failed).toBe(true);
    await refused(gate, "STALE_FILE", ...write(path, "x\n"));
  });

  it("includes that a file was deleted by someone else", async () => {
    const gate = await workingGate();
    await read(gate);
    await gate.take("INT-001", "s2");
    await withPerson(gate, "once", () => allowed(gate, "delete_file", { path }, "s2"));
    const { meta } = await refused(gate, "STALE_FILE", ...write(path, "x\n"));
    expect(meta.current_content_hash).toBeNull();
    expect(exists(gate, path)).toBe(false);
  });
});

describe("a file the session has never read", () => {
  it.each<[string, string, object]>([
    ["write_to_file", "write_to_file", { path, content: "x\n" }],
    ["write_to_file with the same bytes", "write_to_file", { path, content: original }],
    ["apply_patch Add", "apply_patch", patch(`*** Add File: ${path}`, "+x")],
    [
      "a move onto it",
      "apply_patch",
      patch(
        "*** Update File: src/auth/token.ts",
        `*** Move to: ${path}`,
        "@@",
        "-export const token = 1;",
        "+export const token = 2;",
      ),
    ],
    ["edit with an empty old_string", "edit", { file_path: path, old_string: "", new_string: "x" }],
  ])("is not overwritten whole by %s", async (_what, tool, input) => {
    const gate = await workingGate();
    const { message, meta } = await refused(gate, "STALE_FILE", tool, input);
    expect(message).toBe(`File ${path} may not be overwritten: it exists and this session has never read it.`);
    expect(meta).toMatchObject({
      file_path: path,
      observed_content_hash: null,
      current_content_hash: hashOf(original),
    });
    expect(meta.current_diff).toContain("+  return 1;");
  });

  it.each(looks)("is not read by %s", async (_what, tool, input) => {
    const gate = await workingGate();
    await allowed(gate, tool, input);
    const { message } = await refused(gate, "STALE_FILE", ...write(path, "x\n"));
    expect(message).toContain("this session has never read it");
  });

  const huge = "line\n".repeat(100_000);
  it.each<[string, string, string, object]>([
    ["read_file cut short", huge, "read_file", { path }],
    ["cat cut short", huge, "execute_command", { command: `cat ${path}` }],
    ["read_file of bytes that are no text", "\0\u0001", "read_file", { path }],
  ])("is not read by %s", async (_what, content, tool, input) => {
    const gate = await workingGate({ files: { [path]: content } });
    await allowed(gate, tool, input);
    await refused(gate, "STALE_FILE", ...write(path, "x\n"));
    await allowed(gate, ...write(path, "x\n", { observed_content_hash: hashOf(content) }));
  });

  it("is not read by a cat of bytes that are no text, or by one that fails", async () => {
    const gate = await workingGate();
    writeFileSync(join(gate.repo, path), Buffer.from([0x61, 0xff, 0x0a]));
    await allowed(gate, "execute_command", { command: `cat ${path}` });
    await refused(gate, "STALE_FILE", ...write(path, "x\n"));
    gate.put(path, original);
    expect(await gate.call("execute_command", { command: `cat ${path} gone` })).toMatchObject({ failed: true });
    await refused(gate, "STALE_FILE", ...write(path, "x\n"));
  });

  it.each<[string, string, object]>([
    ["edit", "edit", { file_path: path, old_string: "1", new_string: "2" }],
    ["search_replace", "search_replace", { file_path: path, old_string: "1", new_string: "2" }],
    ["edit_file", "edit_file", { file_path: path, old_string: "1", new_string: "2" }],
    ["apply_diff", "apply_diff", { path, diff: "<<<<<<< SEARCH\n  return 1;\n=======\n  return 2;\n>>>>>>> REPLACE" }],
    ["apply_patch Update", "apply_patch", patch(`*** Update File: ${path}`, "@@", "-  return 1;", "+  return 2;")],
  ])("may be changed by %s, which names what it changes", async (_what, tool, input) => {
    const gate = await workingGate();
    await allowed(gate, tool, input);
    expect(gate.text(path)).toBe(original.replace("1", "2"));
  });

  it("may be overwritten where the policy says so", async () => {
    const gate = await workingGate({ policy: "lock: { never_read: allow }\n" });
    await allowed(gate, ...write(path, "x\n"));
  });

  it("may be deleted with a person's yes, unless the session saw other bytes", async () => {
    const gate = await workingGate();
    await read(gate, "src/auth/token.ts");
    gate.put("src/auth/token.ts", "changed\n");
    await withPerson(gate, "once", async () => {
      await refused(gate, "STALE_FILE", "delete_file", { path: "src/auth/token.ts" });
      await allowed(gate, "delete_file", { path });
    });
    expect(exists(gate, path)).toBe(false);
    expect(gate.ledger()[0]).toMatchObject({
      files: [{ relative_path: path }],
      decision: { tool: "delete_file", outcome: "OK" },
    });
  });
});

describe("the diff of a stale file", () => {
  it("has at most 80 lines", async () => {
    const gate = await workingGate();
    await read(gate);
    gate.put(path, Array.from({ length: 500 }, (_, at) => `line ${at}\n`).join(""));
    const { meta } = await refused(gate, "STALE_FILE", ...write(path, "x\n"));
    const diff = meta.current_diff as string[];
    expect(diff.length).toBeGreaterThan(20);
    expect(diff.length).toBeLessThanOrEqual(80);
  });

  it.each(["src/auth/.env.staging", "src/auth/server.pem", "src/auth/ID_RSA", "src/auth/.ENV.Staging"])(
    "never shows %s",
    async (secret) => {
      const gate = await workingGate({ files: { [secret]: "PASSWORD=old\n" } });
      const never = await refused(gate, "STALE_FILE", ...write(secret, "x"));
      expect(never.meta.current_diff).toEqual([]);
      await read(gate, secret);
      gate.put(secret, "PASSWORD=hunter2\n");
      const { meta } = await refused(gate, "STALE_FILE", ...write(secret, "x"));
      expect(meta.current_diff).toEqual([]);
      expect(JSON.stringify(meta)).not.toContain("hunter2");
    },
  );
});
