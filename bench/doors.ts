/** What the gateway adds to a call of the file system MCP server: the bare server is the measure, in the same run and in turn. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { quantile } from "./quantile.ts";

const rounds = Number(process.argv[2] ?? 200);
/** Models think between calls; what is recorded of a call after its answer is recorded then. */
const PAUSE_MS = 25;
const program = fileURLToPath(new URL("../apps/cli/bin/intentgate.mjs", import.meta.url));
const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json");
const server = join(dirname(manifest), "dist/index.js");

const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-doors-"));
const root = join(folder, "root");
const state = join(folder, "state/intentgate");
for (const made of [join(root, ".orchestration"), join(root, "src"), state]) mkdirSync(made, { recursive: true });
writeFileSync(
  join(root, ".orchestration/active_intents.yaml"),
  'active_intents:\n  - { id: INT-001, name: One, status: PENDING, owned_scope: ["src/**"] }\n',
);
writeFileSync(join(state, "roots.json"), JSON.stringify({ version: 1, roots: [root] }));
const page = Array.from({ length: 200 }, (_, at) => `export const value${at} = ${at};`).join("\n");
writeFileSync(join(root, "src/read.ts"), page);
const env = { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: join(folder, "state"), TMPDIR: folder };

interface Peer {
  call(name: string, input: object): Promise<{ isError?: boolean; content: { text: string }[] }>;
  child: ChildProcess;
}

async function open(args: string[]): Promise<Peer> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["pipe", "pipe", "ignore"] });
  const open = new Map<number, (result: never) => void>();
  let rest = "";
  let count = 0;
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const { id, result } = JSON.parse(line);
      open.get(id)?.(result as never);
    }
  });
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (method: string, params: object) =>
    new Promise<never>((resolve) => {
      count += 1;
      open.set(count, resolve);
      send({ id: count, method, params });
    });
  const clientInfo = { name: "bench", version: "1" };
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  return { child, call: (name, input) => ask("tools/call", { name, arguments: input }) };
}

const bare = await open([server, root]);
const gated = await open([program, "mcp-gateway", "--root", root, "--", process.execPath, server, root]);
try {
  await gated.call("select_active_intent", { intent_id: "INT-001" });
  console.log(`node ${process.version}, ${cpus().length} cores, ${rounds} rounds`);
  for (const [name, call] of Object.entries(calls())) await measure(name, call);
} finally {
  for (const { child } of [bare, gated]) {
    child.kill();
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

type Call = (peer: Peer, at: number) => Promise<{ isError?: boolean; content: { text: string }[] }>;

function calls(): Record<string, Call> {
  const of = (peer: Peer) => (peer === bare ? "bare" : "gated");
  return {
    "read_text_file, 200 lines": (peer) => peer.call("read_text_file", { path: join(root, "src/read.ts") }),
    "write_file, a new file": (peer, at) =>
      peer.call("write_file", { path: join(root, `src/${of(peer)}-${at}.ts`), content: page }),
    "write_file, the same file again": (peer, at) =>
      peer.call("write_file", { path: join(root, `src/${of(peer)}.ts`), content: `${page}\n// ${at}\n` }),
  };
}

async function measure(name: string, call: Call): Promise<void> {
  const samples = new Map<Peer, number[]>([
    [bare, []],
    [gated, []],
  ]);
  for (let at = -20; at < rounds; at += 1) {
    for (const peer of at % 2 === 0 ? [bare, gated] : [gated, bare]) {
      await wait(PAUSE_MS);
      const begun = performance.now();
      const { isError, content } = await call(peer, at);
      if (isError) throw new Error(content[0]?.text);
      if (at >= 0) samples.get(peer)?.push(performance.now() - begun);
    }
  }
  const [without = [], behind = []] = samples.values();
  const at = (q: number) => {
    const [a, b] = [quantile(without, q), quantile(behind, q)];
    return `${a.toFixed(2)} → ${b.toFixed(2)} ms, added ${((b - a) / a).toFixed(2)} × the bare call`;
  };
  console.log(`${name}\n  p10 ${at(0.1)}\n  p50 ${at(0.5)}`);
}
