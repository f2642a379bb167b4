/**
 * Holds our MCP server against the official conformance suite, over HTTP. The suite is no dependency: it is installed
 * into a cache folder, with a node that it runs on. Ends with `N passed, N failed`, or says that it was not run.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import "./build.mjs";
import { root } from "./root.mjs";

const VERSION = "0.1.16";
const cache = join(root, "node_modules/.cache/intentgate/conformance");
const suite = join(cache, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const newerNode = `node-${{ win32: "win" }[process.platform] ?? process.platform}-${process.arch}`;
/** The suite asks node's file system for what it has since 22. */
const isNewEnough = Number(process.versions.node.split(".")[0]) >= 22;
const node = isNewEnough ? process.execPath : join(cache, "node_modules", newerNode, "bin/node");

const judged = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** The suite is made for a reference server: these call its tools, resources and prompts by name, or what we do not declare. */
const notApplicable = {
  "tools of the reference server": [
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-with-logging",
    "tools-call-error",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "json-schema-2020-12",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
  ],
  "resources of the reference server": ["resources-read-text", "resources-read-binary", "resources-templates-read"],
  "prompts of the reference server": [
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
  "a capability that is not declared": [
    "logging-set-level",
    "completion-complete",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "streams that can be resumed, which are optional": ["server-sse-polling"],
};

const missing = install();
if (missing === null) process.exitCode = await judge();
else process.stdout.write(`conformance: not run: ${missing}\n`);

/** Null when it is there; else why not. */
function install() {
  if (existsSync(suite) && existsSync(node)) return null;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), '{ "private": true }\n');
  const wanted = [`@modelcontextprotocol/conformance@${VERSION}`, ...(isNewEnough ? [] : [`${newerNode}@22`])];
  const options = ["--prefix", cache, "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const done = spawnSync("npm", ["install", ...options, ...wanted], {
    cwd: cache,
    encoding: "utf8",
    timeout: 120_000,
    shell: process.platform === "win32",
  });
  if (done.status === 0 && existsSync(suite) && existsSync(node)) return null;
  return (done.error?.message ?? done.stderr ?? "").trim().split("\n")[0] || "npm could not install it";
}

async function judge() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-conformance-"));
  const server = await startServer(folder);
  const door = await openDoor(server);
  try {
    const known = new Set([...judged, ...Object.values(notApplicable).flat()]);
    const strange = scenarios().filter((name) => !known.has(name));
    for (const name of strange) process.stdout.write(`?       ${name}: nobody has said yet whether it applies\n`);
    const failed = [];
    for (const name of judged) {
      const { code, out } = await run(node, [suite, "server", "--url", door.url, "--scenario", name], folder);
      if (code !== 0) failed.push(name);
      process.stdout.write(`${code === 0 ? "ok      " : "FAILED  "}${name}\n${code === 0 ? "" : out}`);
    }
    for (const [why, names] of Object.entries(notApplicable))
      process.stdout.write(`-       ${names.length} not judged (${why})\n`);
    process.stdout.write(
      `conformance: ${judged.length - failed.length} passed, ${failed.length + strange.length} failed\n`,
    );
    return failed.length + strange.length > 0 ? 1 : 0;
  } finally {
    door.close();
    server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function scenarios() {
  const { stdout } = spawnSync(node, [suite, "list"], { encoding: "utf8" });
  return [...stdout.split("Client scenarios")[0].matchAll(/^ +- (\S+)/gm)].map(([, name]) => name);
}

async function startServer(folder) {
  const repository = join(folder, "root");
  const state = join(folder, "state/intentgate");
  for (const made of [join(repository, ".orchestration"), state]) mkdirSync(made, { recursive: true });
  writeFileSync(join(repository, ".orchestration/active_intents.yaml"), "active_intents: []\n");
  writeFileSync(join(state, "roots.json"), JSON.stringify({ version: 1, roots: [repository] }));
  const env = { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: join(folder, "state"), TMPDIR: folder };
  const words = ["mcp", "--http", "--json", "--own-session", "--root", repository];
  const child = spawn(process.execPath, [join(root, "apps/cli/bin/intentgate.mjs"), ...words], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const told = await new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", resolve);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const { url, token } = JSON.parse(told);
  return { port: Number(new URL(url).port), token, stop: () => child.kill() };
}

/** The suite cannot be told a token: this adds it and passes everything else on, strange hosts and origins included. */
async function openDoor({ port, token }) {
  const door = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    for (const name of ["host", "origin"])
      if (headers[name]) headers[name] = headers[name].replace(`:${door.address().port}`, `:${port}`);
    const passed = request({ host: "127.0.0.1", port, method: asked.method, path: asked.url, headers }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      reply.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise((resolve) => door.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${door.address().port}/mcp`,
    close() {
      door.close();
      door.closeAllConnections();
    },
  };
}

function run(program, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, timeout: 60_000 });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        out += text;
      });
    child.on("error", (error) => resolve({ code: 1, out: `${error}\n` }));
    child.on("close", (code) => resolve({ code, out }));
  });
}
