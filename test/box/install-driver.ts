/** Runs as another user: a registry on the loopback, and calls through a gate to which a name of the world leads there. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";

export interface InstallOrder {
  /** PORT in each text stands for the registry's. */
  policy: string;
  files: Record<string, string>;
  env: Record<string, string>;
  /** What names mean besides the registry's; the world is not asked. */
  names: Record<string, string[]>;
  calls: InstallCall[];
  /** Where the registry sends who asks for a package. */
  movedTo: string | null;
  /** What the package runs when it is installed, with `told` to be filled; `asked(TARGET)` says what the proxy answers. */
  probe: string;
}

export interface InstallCall {
  command: string;
  session?: string;
  /** Taken before. */
  intent?: string;
  /** What the person says to a question; null: nobody is there. */
  says?: boolean | null;
  /** Answers every request that is open beforehand. */
  approves?: boolean;
}

export interface InstallTold {
  replies: { decision: string; code?: string; questions: string[]; requests: string[]; result?: Ran; error?: string }[];
  /** What the registry was asked for. */
  heard: string[];
}
interface Ran {
  exit_code: number;
  stdout: string;
  stderr: string;
}

const REGISTRY = "registry.example.test";
/** What is told lies beside the package afterwards, and is said by any other command. */
const PRELUDE = `(async () => {
const net = require("net"), fs = require("fs"), told = [];
process.on("exit", () => { fs.writeFileSync(__dirname + "/installed", JSON.stringify(told)); console.log(JSON.stringify(told)); });
const spoken = (where, text) => new Promise((done) => {
  const socket = net.connect(where);
  socket.on("error", (error) => done(error.code));
  socket.on("data", (bytes) => { socket.destroy(); done(String(bytes).split("\\r\\n")[0]); });
  if (text) socket.write(text);
});
const asked = (target) => {
  const { port } = new URL(process.env.https_proxy || "http://127.0.0.1:9");
  return spoken({ port, host: "127.0.0.1" }, "CONNECT " + target + " HTTP/1.1\\r\\n\\r\\n");
};
`;
const order = JSON.parse(readFileSync(0, "utf8")) as InstallOrder & { root: string };
const heard: string[] = [];
const registry = createServer((asked, answer) => {
  heard.push(asked.url ?? "");
  if (order.movedTo !== null) return void answer.writeHead(302, { location: withPort(order.movedTo) }).end();
  if (asked.url?.endsWith(".tgz")) return void answer.end(tarball);
  const dist = { tarball: `http://${REGISTRY}:${port}/tiny/-/tiny-1.0.0.tgz` };
  const versions = { "1.0.0": { name: "tiny", version: "1.0.0", bin: "run.js", dist, hasInstallScript: true } };
  answer.setHeader("content-type", "application/json");
  answer.end(JSON.stringify({ name: "tiny", "dist-tags": { latest: "1.0.0" }, versions }));
});
await new Promise<void>((listening) => registry.listen(0, "127.0.0.1", listening));
const { port } = registry.address() as AddressInfo;
const abstract = createTcpServer((socket) => socket.end("abstract")).listen("\0intentgate-install-test");
const tarball = packed();
function withPort(text: string): string {
  return text.replaceAll("PORT", `${port}`);
}

process.chdir(order.root);
for (const [path, text] of Object.entries(order.files)) {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, withPort(text));
}
writeFileSync(".orchestration/policy.yaml", withPort(`version: 1\n${order.policy}`));
Object.assign(process.env, order.env);
const replies = [];
for (const call of order.calls) replies.push(await made(call));
registry.close();
abstract.close();
process.stdout.write(JSON.stringify({ replies, heard }));
process.exit(0);

async function made({ command, session = "s1", intent, says = null, approves }: InstallCall) {
  const workspace = openWorkspace(order.root, {
    defaultMode: "balanced",
    resolveHost: async (host) => (host === REGISTRY ? ["127.0.0.1"] : (order.names[host] ?? [])),
  });
  const { approvals } = workspace.home.store;
  if (approves)
    for (const { id } of approvals.list())
      approvals.answer(id, { answer: "once", by: "person", at: new Date().toISOString() });
  if (intent !== undefined)
    await workspace.run({
      tool: "select_active_intent",
      input: { intent_id: intent },
      session: { id: session },
      askApproval: async () => true,
    });
  const questions: string[] = [];
  const askApproval = async (_kind: string, message: string) => {
    questions.push(...(JSON.parse(message) as { questions: string[] }).questions);
    return says === true;
  };
  const done = await workspace.run({
    ...{ tool: "execute_command", input: { command: withPort(command) }, session: { id: session } },
    ...(says === null ? {} : { askApproval }),
  });
  const requests = approvals.list().flatMap((entry) => entry.requests.map(({ question }) => question));
  const { decision, refusal, result, error } = done;
  return { decision, code: refusal?.code, questions, requests, result, error: error?.message };
}

/** One package with a program of its own and a script that runs when it is installed. */
function packed(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "tiny-"));
  mkdirSync(join(folder, "package"));
  const about = { name: "tiny", version: "1.0.0", bin: "run.js", scripts: { install: "node probe.js" } };
  writeFileSync(join(folder, "package/package.json"), JSON.stringify(about));
  writeFileSync(join(folder, "package/probe.js"), `${PRELUDE}${withPort(order.probe)}})()`);
  writeFileSync(join(folder, "package/run.js"), "#!/usr/bin/env node\nconsole.log('tiny runs')\n", { mode: 0o755 });
  return spawnSync("tar", ["-cz", "-C", folder, "package"], { maxBuffer: 1e7 }).stdout;
}
