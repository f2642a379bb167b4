/** The official conformance suite, which is no dependency: it is installed into a cache folder, with a node that it runs on. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachedInstall } from "./cached-install.mjs";
import { root } from "./root.mjs";
import { runBounded } from "./run-bounded.mjs";

const VERSION = "0.1.16";
const newerNode = `node-${{ win32: "win" }[process.platform] ?? process.platform}-${process.arch}`;
/** The suite asks node's file system for what it has since 22. */
const isNewEnough = Number(process.versions.node.split(".")[0]) >= 22;

/** `{ ok: true, scenarios, run }`, or `{ ok: false, why }`. */
export async function openSuite() {
  const installed = await cachedInstall("conformance", {
    packages: [`@modelcontextprotocol/conformance@${VERSION}`, ...(isNewEnough ? [] : [`${newerNode}@22`])],
  });
  if (!installed.ok) return installed;
  const modules = join(installed.folder, "node_modules");
  const suite = join(modules, "@modelcontextprotocol/conformance/dist/index.js");
  const node = isNewEnough ? process.execPath : join(modules, newerNode, "bin/node");
  const { stdout } = spawnSync(node, [suite, "list"], { encoding: "utf8" });
  return {
    ok: true,
    scenarios: [...stdout.split("Client scenarios")[0].matchAll(/^ +- (\S+)/gm)].map(([, name]) => name),
    /** Whether the server at this address does what the scenario asks for, and what the suite says to it. */
    async run(name, url, cwd) {
      const words = [suite, "server", "--url", url, "--scenario", name];
      const { code, out } = await runBounded(node, words, { cwd, withinMs: 60_000 });
      return { passes: code === 0, out };
    },
  };
}

/** A governed folder of its own, and the environment in which it is one. */
export function plantFolder(policy = "") {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-conformance-"));
  const repository = join(folder, "root");
  const state = join(folder, "state/intentgate");
  for (const made of [join(repository, ".orchestration"), state]) mkdirSync(made, { recursive: true });
  writeFileSync(join(repository, ".orchestration/active_intents.yaml"), "active_intents: []\n");
  if (policy !== "") writeFileSync(join(repository, ".orchestration/policy.yaml"), policy);
  writeFileSync(join(state, "roots.json"), JSON.stringify({ version: 1, roots: [repository] }));
  const env = { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: join(folder, "state"), TMPDIR: folder };
  return { folder, repository, env, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Our program, listening; `words` say as what. */
export async function startOurs({ repository, env }, [verb, ...words], after = []) {
  const args = [verb, "--http", "--json", ...words, "--root", repository, ...after];
  const child = spawn(process.execPath, [join(root, "apps/cli/bin/intentgate.mjs"), ...args], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { url, token } = JSON.parse(await firstWords(child));
  return { port: Number(new URL(url).port), token, stop: () => child.kill() };
}

export function firstWords(child) {
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", resolve);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** The suite cannot be told a token: this adds it and passes everything else on, strange hosts and origins included. */
export async function openDoor({ port, token }) {
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
