import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import {
  connectGateway,
  filesystemServer,
  gateway,
  ledger,
  type Raw,
} from "../../../../test/support/mcp/gateway-stage.ts";
import { call, type Planted, plant } from "../../../../test/support/mcp/server-stage.ts";

const intents = `active_intents:
  - id: INT-001
    name: One
    status: PENDING
    owned_scope: ["src/**"]
  - id: INT-002
    name: Two
    status: PENDING
    owned_scope: ["lib/**"]
`;

const files = {
  "src/a.ts": "one\n",
  "src/b.ts": "two\n",
  "src/sub/c.ts": "three\n",
  "lib/l.ts": "lib\n",
  "README.md": "read me\n",
};

/** The whole planted folder is allowed to the server: only the gate stands between it and the rest. */
function world(): Planted {
  const planted = plant({ files, intents });
  mkdirSync(join(planted.folder, "elsewhere"));
  writeFileSync(join(planted.folder, "elsewhere/x.txt"), "elsewhere\n");
  writeFileSync(join(planted.folder, "home/notes.txt"), "notes\n");
  return planted;
}

function behind(planted: Planted, folders: readonly string[] = [planted.folder], cwd = planted.root) {
  return connectGateway(planted, ["--", process.execPath, filesystemServer, ...folders], { cwd });
}

async function working(planted: Planted, folders?: readonly string[], cwd?: string): Promise<Client> {
  const client = await behind(planted, folders, cwd);
  expect((await call(client, "select_active_intent", { intent_id: "INT-001" })).json).toMatchObject({ success: true });
  return client;
}

/** Everything below a folder with its bytes; the gate's own files are left out. */
function shot(folder: string): Record<string, string> {
  const own = /^(\.orchestration|state|tmp|AGENT\.md)$/;
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !own.test(name));
  return Object.assign(
    {},
    ...entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return { [path]: "folder", ...shot(path) };
      return { [path]: entry.isFile() ? readFileSync(path, "utf8") : `link to ${readlinkSync(path)}` };
    }),
  );
}

describe("the file system server behind the gateway", () => {
  it("offers its own tools as they are, and the gate's beside them", async () => {
    const client = await behind(world());
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["write_file", "move_file", "select_active_intent", "list_intents"]));
    // Whatever a new release can do is either known to look only, or tried below.
    const tried = new Set(changing(world(), "src/x").map(([tool]) => tool));
    const looks = /^(?:read_(?:text_|media_|multiple_)?files?|list_\w+|directory_tree|search_files|get_file_info)$/;
    const theirs = names.slice(0, names.indexOf("select_active_intent"));
    expect(theirs.filter((name) => !looks.test(name))).toEqual(expect.arrayContaining([...tried]));
    expect(theirs.filter((name) => !looks.test(name) && !tried.has(name))).toEqual([]);
    expect(client.getServerVersion()?.name).toBe("secure-filesystem-server");
    expect(client.getInstructions()).toContain("No change without an intent");
  });

  it("reads without an intent", async () => {
    const planted = world();
    const client = await behind(planted);
    expect((await call(client, "read_text_file", { path: join(planted.root, "README.md") })).text).toBe("read me\n");
    expect((await call(client, "list_directory", { path: planted.root })).text).toContain("[DIR] src");
  });

  it("changes nothing without an intent", async () => {
    const planted = world();
    const client = await behind(planted);
    const before = shot(planted.folder);
    for (const [tool, input] of changing(planted, "src/new")) {
      const answer = await call(client, tool, input);
      expect([tool, answer.isError, answer.json?.code]).toEqual([tool, true, "INTENT_REQUIRED"]);
    }
    expect(shot(planted.folder)).toEqual(before);
  });

  it("writes, edits, makes folders and moves inside the scope, and each is in the ledger", async () => {
    const planted = world();
    const client = await working(planted);
    const at = (path: string) => join(planted.root, path);
    expect(await call(client, "write_file", { path: at("src/new.ts"), content: "new\n" })).toMatchObject({
      isError: false,
    });
    await call(client, "read_text_file", { path: at("src/a.ts") });
    expect(await call(client, "write_file", { path: at("src/a.ts"), content: "one!\n" })).toMatchObject({
      isError: false,
    });
    expect(
      await call(client, "edit_file", { path: at("src/b.ts"), edits: [{ oldText: "two", newText: "zwei" }] }),
    ).toMatchObject({ isError: false });
    expect(await call(client, "create_directory", { path: at("src/deep/er") })).toMatchObject({ isError: false });
    expect((await call(client, "list_intents")).isError).toBe(false);
    expect(readFileSync(at("src/a.ts"), "utf8")).toBe("one!\n");
    expect(readFileSync(at("src/b.ts"), "utf8")).toBe("zwei\n");
    expect(existsSync(at("src/deep/er"))).toBe(true);
    const records = ledger(planted);
    expect(records.map((one: Raw) => [one.decision.tool, one.files[0].relative_path, one.intent_id])).toEqual([
      ["mcp.filesystem.write_file", "src/new.ts", "INT-001"],
      ["mcp.filesystem.write_file", "src/a.ts", "INT-001"],
      ["mcp.filesystem.edit_file", "src/b.ts", "INT-001"],
    ]);
    expect(records.every((one: Raw) => one.decision.outcome === "OK")).toBe(true);
  });

  it("does not overwrite what was never read, nor what changed since", async () => {
    const planted = world();
    const client = await working(planted);
    const path = join(planted.root, "src/a.ts");
    expect((await call(client, "write_file", { path, content: "blind\n" })).json.code).toBe("STALE_FILE");
    expect((await call(client, "read_text_file", { path, head: 1 })).isError).toBe(false);
    expect((await call(client, "write_file", { path, content: "blind\n" })).json.code).toBe("STALE_FILE");
    await call(client, "read_multiple_files", { paths: [path, join(planted.root, "src/b.ts")] });
    writeFileSync(path, "a person's\n");
    expect((await call(client, "write_file", { path, content: "blind\n" })).json.code).toBe("STALE_FILE");
    expect(readFileSync(path, "utf8")).toBe("a person's\n");
  });
});

/** Every tool that changes something, at a place in the root; `at` may be any spelling of it. */
function changing(planted: Planted, at: string): [string, Record<string, unknown>][] {
  const path = at.startsWith("/") || at.startsWith("~") ? at : join(planted.root, at);
  return [
    ["write_file", { path, content: "x" }],
    ["create_directory", { path }],
    ["move_file", { source: join(planted.root, "src/sub/c.ts"), destination: path }],
    ["move_file", { source: path, destination: join(planted.root, "src/fetched.ts") }],
    ["edit_file", { path, edits: [{ oldText: "", newText: "x" }] }],
  ];
}

describe("outside the scope", () => {
  let planted: Planted;
  let client: Client;

  const spellings: [string, (planted: Planted) => string][] = [
    ["a file of another intent", () => "lib/l.ts"],
    ["a new file beside the scope", () => "new.ts"],
    ["a file that begins like the scope", () => "src2/x.ts"],
    ["a way out by ..", ({ root }) => `${root}/src/../README.md`],
    ["a way out of the root by ..", ({ root }) => `${root}/src/../../elsewhere/new.txt`],
    ["another folder that the server may use", ({ folder }) => `${folder}/elsewhere/x.txt`],
    ["the home folder", () => "~/notes.txt"],
    ["a new file in the home folder", () => "~/new.txt"],
    ["a settings file of a host", () => ".claude/settings.json"],
    ["the intents", () => ".orchestration/active_intents.yaml"],
    ["the policy, which is not there", () => ".orchestration/policy.yaml"],
    ["a hook of git", () => ".git/hooks/pre-commit"],
    ["a link that leads out", () => "src/out-link/x.txt"],
    ["a link to a file outside", () => "src/file-link"],
    ["a link to the root", () => "src/root-link/README.md"],
    ["a way through a link and back", ({ root }) => `${root}/src/out-link/../../README.md`],
    ["doubled slashes", ({ root }) => `${root}//lib//l.ts`],
    ["a dot at the end", ({ root }) => `${root}/lib/l.ts/.`],
    ["a name in another form of Unicode", () => "lib/cafe\u0301.ts"],
    ["a name whose other form is a link to the intents", () => "src/int\u00e9nts.yaml"],
    ["a folder whose other form is a link out of the scope", () => "src/d\u00e9p\u00f4t/l.ts"],
    ["a sign whose other form is a plain letter, a link out of the scope", () => "src/\u212a/l.ts"],
    ["a syllable whose parts are a link out of the scope", () => "src/\uac00/l.ts"],
    ["parts whose syllable is a link out of the scope", () => "src/\u1102\u1161/l.ts"],
    ["a sign of length whose other form is a link", () => "src/\u212b/l.ts"],
    ["a sign of resistance whose other form is a link", () => "src/\u2126/l.ts"],
    ["two marks in another order", () => "src/a\u0301\u0323/l.ts"],
    ["a folder in one form and a link in it in the other", () => "src/caf\u00e9/l\u00e9.ts"],
    ["a name whose other form is a link to nothing yet", () => "src/n\u00e9w.ts"],
    ["a sign that stands for bytes which are no UTF-8", () => "src/a\ufffd.ts"],
    ["half of a pair, which stands for a byte", () => "src/a\udcff.ts"],
    ["a name with an end in its middle", () => "src/a\u0000.ts"],
  ];

  it.each(spellings)("%s is neither written, made, moved nor edited", async (_name, spell) => {
    planted = world();
    symlinkSync(join(planted.folder, "elsewhere"), join(planted.root, "src/out-link"));
    symlinkSync(join(planted.folder, "elsewhere/x.txt"), join(planted.root, "src/file-link"));
    symlinkSync(planted.root, join(planted.root, "src/root-link"));
    symlinkSync("../.orchestration/active_intents.yaml", join(planted.root, "src/inte\u0301nts.yaml"));
    symlinkSync("../lib", join(planted.root, "src/de\u0301po\u0302t"));
    for (const name of ["K", "\u1100\u1161", "\ub098", "\u00c5", "\u03a9", "a\u0323\u0301"])
      symlinkSync("../lib", join(planted.root, "src", name));
    mkdirSync(join(planted.root, "src/caf\u00e9"));
    symlinkSync("../../lib/l.ts", join(planted.root, "src/caf\u00e9/le\u0301.ts"));
    symlinkSync("../lib/made-later.ts", join(planted.root, "src/ne\u0301w.ts"));
    client = await working(planted);
    const before = shot(planted.folder);
    for (const [tool, input] of changing(planted, spell(planted))) {
      const answer = await call(client, tool, input);
      expect([tool, answer.isError, answer.json?.type]).toEqual([tool, true, "tool_error"]);
    }
    expect(shot(planted.folder)).toEqual(before);
    expect(ledger(planted)).toEqual([]);
  });

  it("a hard link inside the scope to a file outside is not written in place of it", async () => {
    planted = world();
    linkSync(join(planted.folder, "elsewhere/x.txt"), join(planted.root, "src/hard.ts"));
    client = await working(planted);
    await call(client, "read_text_file", { path: join(planted.root, "src/hard.ts") });
    const answer = await call(client, "write_file", { path: join(planted.root, "src/hard.ts"), content: "changed\n" });
    expect(answer.isError).toBe(false); // it puts a new file in the place of the link
    expect(readFileSync(join(planted.root, "src/hard.ts"), "utf8")).toBe("changed\n");
    expect(readFileSync(join(planted.folder, "elsewhere/x.txt"), "utf8")).toBe("elsewhere\n");
  });

  it("a folder is not moved when some of it is not owned", async () => {
    planted = world();
    client = await working(planted);
    const before = shot(planted.folder);
    for (const [source, destination] of [
      ["src", "moved"],
      ["lib", "src/lib"],
      [".", "src/all"],
      ["src/sub", "lib/sub"],
    ] as const) {
      const input = { source: join(planted.root, source), destination: join(planted.root, destination) };
      expect((await call(client, "move_file", input)).isError).toBe(true);
    }
    expect(shot(planted.folder)).toEqual(before);
  });

  it("a file that is never kept is not moved inside the scope either, where nobody can be asked", async () => {
    planted = world();
    planted.put("src/b.pem", "a key\n");
    client = await working(planted);
    const before = shot(planted.folder);
    const input = { source: join(planted.root, "src/b.pem"), destination: join(planted.root, "src/sub/moved.pem") };
    expect((await call(client, "move_file", input)).json).toMatchObject({ code: "NO_ANSWER" });
    expect(shot(planted.folder)).toEqual(before);
    expect(ledger(planted)).toEqual([]);
  });

  it.each<[string, (planted: Planted) => { folders: string[]; cwd: string }, string]>([
    ["from the folder it was given", ({ root, folder }) => ({ folders: [folder], cwd: root }), "README.md"],
    [
      "from the folder it was given, out of the one it runs in",
      ({ root, folder }) => ({ folders: [folder], cwd: join(root, "src") }),
      "new.ts",
    ],
    [
      "from another folder that it runs in",
      ({ root, folder }) => ({ folders: [join(root, "src")], cwd: folder }),
      "elsewhere/x.txt",
    ],
    [
      "from two folders",
      ({ root, folder }) => ({ folders: [join(root, "src"), join(folder, "elsewhere")], cwd: join(root, "src") }),
      "x.txt",
    ],
  ])("a relative path that may count %s must be owned there too", async (_name, where, path) => {
    planted = world();
    const { folders, cwd } = where(planted);
    client = await working(planted, folders, cwd);
    const before = shot(planted.folder);
    expect((await call(client, "write_file", { path, content: "x" })).json?.type).toBe("tool_error");
    expect(shot(planted.folder)).toEqual(before);
  });

  it("a relative path that can only mean one owned file passes", async () => {
    planted = world();
    client = await working(planted, [planted.root]);
    expect((await call(client, "write_file", { path: "src/rel.ts", content: "x\n" })).isError).toBe(false);
    expect(readFileSync(join(planted.root, "src/rel.ts"), "utf8")).toBe("x\n");
  });

  it("roots that the client names count as places a relative path may mean", async () => {
    planted = world();
    const outside = join(planted.folder, "elsewhere");
    client = await connectGateway(planted, ["--", process.execPath, filesystemServer, planted.root], {
      options: { capabilities: { roots: {} } },
      prepare(one) {
        one.setRequestHandler("roots/list", async () => ({ roots: [{ uri: `file://${outside}`, name: "outside" }] }));
      },
    });
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    await expect.poll(async () => (await call(client, "list_allowed_directories")).text).toContain("elsewhere");
    expect((await call(client, "write_file", { path: "src/x.ts", content: "x" })).json?.code).toBe("SCOPE_VIOLATION");
    expect(readdirSync(outside)).toEqual(["x.txt"]);
  });
});

describe("several calls in one message", () => {
  it("are each decided on", async () => {
    const planted = world();
    const started = gateway(planted, ["--", process.execPath, filesystemServer, planted.folder]);
    started.write({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    });
    await started.until((message) => message.id === 0);
    started.write({ jsonrpc: "2.0", method: "notifications/initialized" });
    const callOf = (id: number, name: string, input: object) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: input },
    });
    started.write([
      callOf(1, "write_file", { path: join(planted.root, "README.md"), content: "batched" }),
      callOf(2, "select_active_intent", { intent_id: "INT-001" }),
      callOf(3, "create_directory", { path: join(planted.folder, "elsewhere/made") }),
      callOf(4, "move_file", {
        source: join(planted.root, "src/a.ts"),
        destination: join(planted.root, "lib/stolen.ts"),
      }),
    ]);
    const answers = (await started.until(Array.isArray)) as Raw[];
    const codes = Object.fromEntries(
      answers.map((one) => [one.id, JSON.parse(one.result.content[0].text).code ?? "done"]),
    );
    expect(codes).toMatchObject({ 2: "done" });
    expect([1, 3, 4].map((id) => codes[id])).not.toContain("done");
    expect(readFileSync(join(planted.root, "README.md"), "utf8")).toBe("read me\n");
    expect(existsSync(join(planted.folder, "elsewhere/made"))).toBe(false);
    expect(existsSync(join(planted.root, "lib/stolen.ts"))).toBe(false);

    // With the intent taken it is the scope that says no, and only to what lies outside.
    started.write([
      callOf(5, "write_file", { path: join(planted.root, "new.md"), content: "batched" }),
      callOf(6, "write_file", { path: join(planted.root, "src/new.ts"), content: "batched" }),
      callOf(7, "create_directory", { path: join(planted.folder, "elsewhere/made") }),
    ]);
    const second = (await started.until(
      (message) => Array.isArray(message) && message.some(({ id }) => id === 5),
    )) as Raw[];
    const told = (id: number) => second.find((one) => one.id === id).result;
    expect([5, 7].map((id) => JSON.parse(told(id).content[0].text).code)).toEqual(Array(2).fill("SCOPE_VIOLATION"));
    expect(told(6).isError ?? false).toBe(false);
    expect(existsSync(join(planted.root, "new.md"))).toBe(false);
    expect(existsSync(join(planted.folder, "elsewhere/made"))).toBe(false);
    expect(readFileSync(join(planted.root, "src/new.ts"), "utf8")).toBe("batched");
  });
});
