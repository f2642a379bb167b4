import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
let folder: string;
let root: string;
let driver: ChildProcess;
const waiting = new Map<number, (answer: Answer) => void>();
interface Answer {
  kind?: string;
  ok?: boolean;
  why: string;
  stdout: string;
  output: unknown;
}

beforeAll(async () => {
  folder = tempFolder("programs");
  chmodSync(folder, 0o755);
  root = join(folder, "root");
  mkdirSync(root);
  if (isRoot) chownSync(root, NOBODY, NOBODY);
  await build({
    entryPoints: [fileURLToPath(new URL("../../../../test/support/routing/program-driver.ts", import.meta.url))],
    outfile: join(folder, "driver.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  driver = spawn(process.execPath, [join(folder, "driver.mjs")], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: root, TMPDIR: root, LEAK: "leaked" },
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    stdio: ["pipe", "pipe", "inherit"],
  });
  createInterface({ input: driver.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    const { id, answer } = JSON.parse(line) as { id: number; answer: Answer };
    waiting.get(id)?.(answer);
  });
});
afterAll(() => {
  driver.kill("SIGKILL");
});
afterEach(() => expect(living()).toEqual([]));

let asked = 0;
function ask(request: object): Promise<Answer> {
  const id = asked++;
  driver.stdin?.write(`${JSON.stringify({ id, root, ...request })}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
}

function put(path: string, text: string, mode = 0o755): string {
  const absolute = join(root, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
  chmodSync(absolute, mode);
  return absolute;
}

/** Processes that stand in the root. */
function living(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && folderOf(pid)?.startsWith(root));
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return null;
    throw error;
  }
}

const task = (implementation: object, more: object = {}) => ({
  task: { implementation: { timeoutSec: 10, credentials: {}, ...implementation }, args: [], input: {}, ...more },
});
const script = (body: string, more: object = {}, args: string[] = []) => {
  put("s.sh", `#!/bin/sh\n${body}\n`);
  return task({ kind: "script", path: "s.sh", argsTemplate: [], ...more }, { args });
};

describe("a script", () => {
  it("stands in the root, and gets its words as they are: no shell sees them", async () => {
    const words = ["$(touch evil)", "a b", "; rm -rf .", "*", "'\"\\", "-x", "--to=ü"];
    const answer = await ask(script('printf "%s\\n" "$(pwd)" "$@"', {}, words));
    expect(answer).toEqual({ ok: true, told: [], output: [root, ...words].join("\n") });
    expect(readdirSync(root)).not.toContain("evil");
  });

  it("answers with JSON, or with text where it is none", async () => {
    expect(await ask(script(`echo '{"status":"success"}'`))).toMatchObject({
      ok: true,
      told: [],
      output: { status: "success" },
    });
    expect(await ask(script("echo released"))).toEqual({ ok: true, told: [], output: "released" });
  });

  it("sees what programs need, the credentials that its config names, and nothing else", async () => {
    const credentials = { DB_TOKEN: "env:OUR_TOKEN" };
    const body = 'for n in DB_TOKEN LEAK OUR_TOKEN HOME PATH; do printenv $n > /dev/null && printf "$n "; done; true';
    const answer = await ask({ ...script(body, { credentials }), env: { OUR_TOKEN: "s3cret-value" } });
    expect(answer).toEqual({ ok: true, told: [], output: "DB_TOKEN HOME PATH" });
  });

  it("that says its credential is not quoted with it, whether it works or fails", async () => {
    const credentials = { T: "env:OUR_TOKEN" };
    const env = { OUR_TOKEN: 's3cret"1234' };
    const said = await ask({ ...script(`printf '{"a":"<%s>"}' 's3cret\\"1234'`, { credentials }), env });
    expect(said).toEqual({ ok: true, told: [], output: { a: "<(credential)>" } });
    const failed = await ask({ ...script('echo "bad token $T" >&2; exit 3', { credentials }), env });
    expect(failed).toEqual({ ok: false, why: "s.sh ended with exit code 3: bad token (credential)" });
    const keys = await ask({
      ...script('printf "{\\"12345678\\":[12345678,null]}"', { credentials }),
      env: { OUR_TOKEN: "12345678" },
    });
    expect(keys).toEqual({ ok: true, told: [], output: { "(credential)": ["(credential)", null] } });
    const word = await ask({ ...script('printf "[null,\\"null\\"]"', { credentials }), env: { OUR_TOKEN: "null" } });
    expect(word).toEqual({ ok: true, told: [], output: [null, "(credential)"] });
  });

  it.each<[string, () => object, RegExp]>([
    ["an exit code", () => script("echo why >&2; exit 7"), /^s\.sh ended with exit code 7: why$/],
    ["a signal", () => script("kill -9 $$"), /^s\.sh was ended by SIGKILL$/],
    ["a hang", () => script("sleep 60", { timeoutSec: 1 }), /^s\.sh did not end within 1 s$/],
    [
      "a hang that does not listen",
      () => script("trap '' TERM; while :; do sleep 1; done", { timeoutSec: 1 }),
      /within 1 s$/,
    ],
    ["10 MB", () => script("head -c 10000000 /dev/zero"), /^s\.sh printed more than 64 KiB$/],
    ["no text", () => script("printf '\\377\\376'"), /^s\.sh printed what is not UTF-8 text$/],
    [
      "an interpreter that is not there",
      () => {
        put("s.sh", "#!/no/such/thing\n");
        return task({ kind: "script", path: "s.sh", argsTemplate: [] });
      },
      /could not be started \(ENOENT\)/,
    ],
    [
      "no right to execute",
      () => {
        put("plain.sh", "#!/bin/sh\n", 0o644);
        return task({ kind: "script", path: "plain.sh", argsTemplate: [] });
      },
      /is not executable: chmod \+x plain\.sh$/,
    ],
    ["no file", () => task({ kind: "script", path: "gone.sh", argsTemplate: [] }), /does not exist/],
    [
      "a folder",
      () => {
        mkdirSync(join(root, "dir"), { recursive: true });
        return task({ kind: "script", path: "dir", argsTemplate: [] });
      },
      /is no file$/,
    ],
    [
      "a link out of the root",
      () => {
        rmSync(join(root, "out.sh"), { force: true });
        symlinkSync("/bin/true", join(root, "out.sh"));
        return task({ kind: "script", path: "out.sh", argsTemplate: [] });
      },
      /leads out of the root/,
    ],
    ["no credential", () => script("true", { credentials: { A: "env:NOT_SET" } }), /^the environment lacks NOT_SET/],
    ["an api", () => task({ kind: "api", method: "GET", url: "https://a.example" }), /kind api cannot be run/],
  ])("with %s is a failure that says so", async (_, request, why) => {
    const answer = await ask(request());
    expect(answer.ok).toBe(false);
    expect(answer.why).toMatch(why);
  });

  it("leaves no process behind, whoever holds its output", async () => {
    expect(await ask(script("sleep 60 & (setsid sleep 60 &) ; echo done"))).toMatchObject({
      ok: true,
      told: [],
      output: "done",
    });
  });

  it("is stopped on request", async () => {
    const answer = await ask({ ...script("sleep 60"), abortAfterMs: 200 });
    expect(answer).toEqual({ ok: false, why: "s.sh was stopped on request" });
  });
});

const server = `#!/usr/bin/env node
const behaviour = process.argv[2];
let rest = "";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
process.stdin.on("data", (chunk) => {
  rest += chunk;
  const lines = rest.split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.method === "initialize") {
      if (behaviour === "silent") return;
      if (behaviour === "garbage") return void process.stdout.write("hello there\\n");
      if (behaviour === "die") process.exit(4);
      if (behaviour === "flood") return void process.stdout.write("x".repeat(200000));
      send({ method: "notifications/message", params: {} });
      send({ id: 77, method: "roots/list" });
      send({ id: message.id, result: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "x", version: "1" } } });
    } else if (message.method === "tools/call") {
      const { name, arguments: given } = message.params;
      if (behaviour === "error") return send({ id: message.id, error: { code: -32602, message: "no such tool" } });
      if (behaviour === "fails") return send({ id: message.id, result: { isError: true, content: [{ type: "text", text: "nope " + process.env.TOKEN }] } });
      if (behaviour === "text") return send({ id: message.id, result: { content: [{ type: "text", text: "plain ü" }] } });
      if (behaviour === "json") return send({ id: message.id, result: { content: [{ type: "text", text: JSON.stringify(given) }] } });
      send({ id: message.id, result: { structuredContent: { name, given, env: Object.keys(process.env).includes("LEAK") } } });
    }
  }
});
`;

describe("a tool of an MCP server", () => {
  const ability = (behaviour: string, more: object = {}) => {
    put("server.mjs", server);
    const command = ["./server.mjs", behaviour];
    const input = { input: { a: "$(x) ü" } };
    return task({ kind: "mcp", server: "files", tool: "search", command, ...more }, input);
  };

  it("is called with its input, and its structured content is the output", async () => {
    const answer = await ask(ability("structured"));
    expect(answer).toMatchObject({
      ok: true,
      told: [],
      output: { name: "search", given: { a: "$(x) ü" }, env: false },
    });
  });

  it("may answer in text, which is JSON where it is JSON", async () => {
    expect(await ask(ability("text"))).toEqual({ ok: true, told: [], output: "plain ü" });
    expect(await ask(ability("json"))).toEqual({ ok: true, told: [], output: { a: "$(x) ü" } });
  });

  it.each<[string, object, string]>([
    ["error", {}, "the server files answered with an error: no such tool"],
    ["silent", { timeoutSec: 1 }, "the server files did not end within 1 s"],
    ["garbage", {}, "the server files sent a line that is no JSON-RPC message"],
    ["die", {}, "the server files ended with exit code 4"],
    ["flood", {}, "more than 64 KiB"],
    ["x", { command: ["./no-such-server"] }, "the server files could not be started (ENOENT)"],
    ["x", { command: null }, "no server is configured"],
  ])("that behaves like %s is a failure", async (behaviour, more, why) => {
    const answer = await ask(ability(behaviour, more));
    expect(answer.ok).toBe(false);
    expect(answer.why).toContain(why);
  });

  it("does not bring its credential back in an error", async () => {
    const request = ability("fails", { credentials: { TOKEN: "env:OUR_TOKEN" } });
    const answer = await ask({ ...request, env: { OUR_TOKEN: "s3cret-1" } });
    expect(answer).toEqual({ ok: false, why: "the server files reports a failure: nope (credential)" });
  });
});
