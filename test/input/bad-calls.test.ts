import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { binary, plantRoot, runNode } from "../planted-root.ts";
import { type Door, doorTo, expectBadInput, expectDenied, oneIntent, openDoor, treeOf } from "./door.ts";

const good = { tool: "read_file", input: { path: "src/a.ts" }, session: "s1" };
const json = (changes: object) => JSON.stringify({ ...good, ...changes });

describe("what is no call", () => {
  const rows: [string, string | Uint8Array, RegExp][] = [
    ["nothing at all", "", /empty/],
    ["blanks", " \n\t ", /empty/],
    ["no JSON", "rm -rf /", /not JSON/],
    ["half of an object", '{"tool":"read_file"', /not JSON/],
    ["two objects", `${json({})}${json({})}`, /not JSON/],
    ["two objects on two lines", `${json({})}\n${json({})}`, /not JSON/],
    ["an object and words behind it", `${json({})} yes`, /not JSON/],
    ["a list", "[1]", /one JSON object/],
    ["a list of calls", `[${json({})}]`, /one JSON object/],
    ["a text", '"read_file"', /one JSON object/],
    ["null", "null", /one JSON object/],
    ["a number", "7", /one JSON object/],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), /not UTF-8/],
    [
      "a surrogate encoded on its own",
      Buffer.concat([Buffer.from('{"tool":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      /not UTF-8/,
    ],
    ["UTF-16", Buffer.from(json({}), "utf16le"), /not JSON|not UTF-8/],
    [
      "more than 10 MB",
      JSON.stringify({ ...good, input: { path: "src/a.ts", more: "x".repeat(10_000_000) } }),
      /larger than/,
    ],
    ["no tool", json({ tool: undefined }), /"tool"/],
    ["an empty tool", json({ tool: "" }), /"tool"/],
    ["a tool that is a number", json({ tool: 5 }), /"tool"/],
    ["a tool that is a list", json({ tool: ["read_file"] }), /"tool"/],
    ["a tool of 600 characters", json({ tool: "t".repeat(600) }), /"tool"/],
    ["a tool with a line end", json({ tool: "read_file\n" }), /"tool"/],
    ["no session", json({ session: undefined }), /"session"/],
    ["an empty session", json({ session: "" }), /"session"/],
    ["a session that is null", json({ session: null }), /"session"/],
    ["a session that is an object", json({ session: { id: "s1" } }), /"session"/],
    ["a session of 600 characters", json({ session: "s".repeat(600) }), /"session"/],
    ["a session with a NUL", json({ session: "s\0" }), /"session"/],
    ["a session with an escape code", json({ session: "\u001b[31m" }), /"session"/],
    ["no input", json({ input: undefined }), /"input"/],
    ["an input that is null", json({ input: null }), /"input"/],
    ["an input that is a list", json({ input: [] }), /"input"/],
    ["an input that is a text", json({ input: "src/a.ts" }), /"input"/],
    ["a cwd that is a number", json({ cwd: 1 }), /"cwd"/],
    ["a cwd that is a list", json({ cwd: [] }), /"cwd"/],
    ["a cwd that does not exist", json({ cwd: "/nowhere/at/all" }), /"cwd" is not a folder/],
    ["a cwd that is a file", json({ cwd: "src/a.ts" }), /"cwd" is not a folder/],
    ["a cwd below a file", json({ cwd: "src/a.ts/deeper" }), /"cwd" is not a folder/],
    ["a cwd with a NUL", json({ cwd: "src\0" }), /"cwd"/],
    ["an endless cwd", json({ cwd: "x".repeat(100_000) }), /"cwd"/],
    ["a model that is an object", json({ model: {} }), /"model"/],
    ["an endless model", json({ model: "m".repeat(10_000) }), /"model"/],
    ["an id that is a number", json({ id: 4 }), /"id"/],
    ["a parent that is true", json({ parent: true }), /"parent"/],
    ["a parent of 600 characters", json({ parent: "p".repeat(600) }), /"parent"/],
  ];

  it.each(rows)("is told so: %s", async (_name, input, reason) => {
    const door = openDoor();
    const before = treeOf(door.root);
    expectBadInput(await door.send(input), reason);
    expect(treeOf(door.root)).toEqual(before);
    expect(existsSync(join(door.sidecar, "decisions.jsonl"))).toBe(false);
  });

  it("is told so in a stream too, line by line, and the good lines are answered", async () => {
    const door = openDoor();
    const lines = [
      json({}),
      "x",
      Buffer.from([0xff]),
      json({ session: 5 }),
      "",
      json({}),
      "[",
      `"${"y".repeat(10_000_001)}"`,
      json({}),
    ];
    const input = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\n")]));
    const ended = await runNode([binary, "call", "--stream"], { env: door.env, cwd: door.root, input });
    const answers = ended.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { decision: string; code?: string });
    expect(answers.map((one) => one.code ?? one.decision)).toEqual([
      "allow",
      "BAD_INPUT",
      "BAD_INPUT",
      "BAD_INPUT",
      "allow",
      "BAD_INPUT",
      "BAD_INPUT",
      "allow",
    ]);
  });
});

describe("a call of an odd shape", () => {
  let door: Door;
  let before: Record<string, string>;
  beforeAll(async () => {
    const place = plantRoot({
      intents: oneIntent,
      files: { "src/a.ts": "a\n" },
      policy: "limits: { denials_in_a_row: 1000 }\n",
    });
    door = doorTo(place);
    await door.take();
    before = treeOf(door.root);
    return place.clear;
  });

  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const rows: [string, string][] = [
    [
      "nested 10,000 deep",
      `{"tool":"write_to_file","session":"s1","input":{"path":"src/b.ts","content":"x","more":${deep(10_000)}}}`,
    ],
    ["nested 10,000 deep to a tool nobody knows", `{"tool":"deploy","session":"s1","input":${deep(10_000)}}`],
    [
      "nested 10,000 lists deep",
      `{"tool":"deploy","session":"s1","input":{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}}`,
    ],
    [
      "larger than the policy lets in",
      json({ tool: "write_to_file", input: { path: "src/b.ts", content: "x".repeat(8_100_000) } }),
    ],
    ["with a path that is a number", json({ tool: "write_to_file", input: { path: 5, content: "x" } })],
    [
      "with a path that is an object",
      json({ tool: "write_to_file", input: { path: { toString: "src/b.ts" }, content: "x" } }),
    ],
    [
      "with two paths that differ",
      json({ tool: "write_to_file", input: { path: "src/a.ts", file_path: "src/b.ts", content: "x" } }),
    ],
    ["without a path", json({ tool: "write_to_file", input: { content: "x" } })],
    ["with a patch that is a list", json({ tool: "apply_patch", input: { patch: [] } })],
    ["with a patch that is none", json({ tool: "apply_patch", input: { patch: "hello" } })],
    ["with a command that is a list", json({ tool: "execute_command", input: { command: ["touch", "src/b.ts"] } })],
    ["with a command that is null", json({ tool: "execute_command", input: { command: null } })],
    [
      "with a hash that is none",
      json({ tool: "write_to_file", input: { path: "src/b.ts", content: "x", observed_content_hash: "abc" } }),
    ],
    [
      "with __proto__ as a key",
      '{"tool":"write_to_file","session":"s1","input":{"__proto__":{"path":"src/b.ts"},"content":"x"}}',
    ],
    [
      "by a tool whose name only looks alike",
      json({ tool: "Write_To_File", input: { path: "src/b.ts", content: "x" } }),
    ],
    ["by a tool named constructor", json({ tool: "constructor", input: { path: "src/b.ts" } })],
    ["by a tool named __proto__", json({ tool: "__proto__", input: {} })],
  ];
  it.each(rows)("changes nothing and is refused: %s", async (_name, input) => {
    expectDenied(await door.send(input));
    expect(treeOf(door.root)).toEqual(before);
  });

  it.each([
    ["a content that is a number", { path: "src/b.ts", content: 5 }],
    ["no content", { path: "src/b.ts" }],
    ["a content with half a character", { path: "src/b.ts", content: "\ud800" }],
  ])("is allowed, fails in the tool and changes nothing: %s", async (_name, input) => {
    const answer = await door.call("write_to_file", input);
    expect(answer).toMatchObject({ exit: 1, body: { decision: "allow", result: { code: "BAD_INPUT" } } });
    expect(treeOf(door.root)).toEqual(before);
  });
});

describe("a session with an odd id", () => {
  it.each([
    "../../../outside/x",
    "a/b/c",
    "..",
    ".",
    "x".repeat(512),
    "s 1",
    "ß∂ƒ",
    "\ud83d\ude00",
    "con",
    "a\\b",
    "-rf",
    "*",
    "$(id)",
  ])("is a session like any other and stays in the sidecar: %j", async (session) => {
    const door = openDoor();
    mkdirSync(join(door.folder, "sessions"), { recursive: true });
    const around = treeOf(door.folder);
    expect(await door.call("select_active_intent", { intent_id: "INT-001" }, session)).toMatchObject({ exit: 0 });
    expect(await door.call("write_to_file", { path: "src/b.ts", content: "x\n" }, session)).toMatchObject({ exit: 0 });
    expect(readdirSync(join(door.sidecar, "sessions"))).toHaveLength(1);
    expect(readdirSync(join(door.sidecar, "heads"))).toHaveLength(1);
    const now = Object.keys(treeOf(door.folder)).filter(
      (path) => !path.startsWith("root/.orchestration/") && !path.startsWith("state/"),
    );
    const then = Object.keys(around).filter(
      (path) => !path.startsWith("root/.orchestration/") && !path.startsWith("state/"),
    );
    expect(now.filter((path) => !then.includes(path))).toEqual(["root/src/b.ts"]);
  });

  it("does not meet another one whose id differs only in case or in what files cannot hold", async () => {
    const door = openDoor();
    await door.call("select_active_intent", { intent_id: "INT-001" }, "A/b");
    for (const other of ["a/b", "A_b", "A-b", "A/b ", "A%2Fb"]) {
      expectDenied(await door.call("write_to_file", { path: "src/b.ts", content: "x" }, other), "INTENT_REQUIRED");
    }
  });
});

describe("a call from elsewhere", () => {
  it("in a folder without a sidecar is refused with the way out", async () => {
    const door = openDoor();
    const bare = join(door.folder, "bare");
    mkdirSync(bare);
    writeFileSync(join(bare, "x.ts"), "x\n");
    const answer = await door.send(
      { tool: "write_to_file", input: { path: "x.ts", content: "y" }, session: "s1" },
      { cwd: bare },
    );
    expectDenied(answer, "INTENT_REQUIRED");
    expect(answer.body.error?.meta?.remedy).toContain("intentgate init");
    expect(readdirSync(bare)).toEqual(["x.ts"]);
  });
});
