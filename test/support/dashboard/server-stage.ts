/** What the tests of the server stand on: a governed root of its own, the real server, and requests with any headers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as startRequest } from "node:http";
import { dirname, join } from "node:path";
import type { CallRequest } from "@intentgate/engine";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { onTestFinished } from "vitest";
import { keyHeader } from "../../../apps/dashboard/src/api/api.ts";
import { type RunningServer, startServer } from "../../../apps/dashboard/src/server/start-server.ts";
import { PATIENCE_MS } from "../patience.ts";
import { tempFolder } from "../temp-folder.ts";

const oneIntent = `active_intents:
  - id: INT-001
    name: One
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: ["it works"]
`;

export interface Plan {
  files?: Record<string, string>;
  intents?: string;
  policy?: string;
}

export interface Told {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the server wrote
  json: any;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as it is, instead of the body's JSON. */
  raw?: string;
}

export type Stage = Awaited<ReturnType<typeof serveHere>>;

/** A root, and a server of it. */
export async function serveHere({ files = {}, intents = oneIntent, policy }: Plan = {}) {
  const folder = tempFolder("page");
  const root = join(folder, "root");
  const stateDir = join(folder, "state");
  const pageFolder = join(folder, "page");
  for (const made of [root, stateDir, pageFolder, join(folder, "home")]) mkdirSync(made);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put(".orchestration/active_intents.yaml", intents);
  if (policy !== undefined) put(".orchestration/policy.yaml", policy);
  for (const [path, text] of Object.entries(files)) put(path, text);
  writeFileSync(join(stateDir, "roots.json"), JSON.stringify({ version: 1, roots: [root] }));
  writeFileSync(join(pageFolder, "index.html"), "<!doctype html><title>The page</title>");
  writeFileSync(join(pageFolder, "main-ABCDEFGH.js"), "export {};");
  const open = (): Workspace => openWorkspace(root, { stateDir, userHome: join(folder, "home") });
  const complaints: string[] = [];
  /** Another start of the same page: after the first was stopped, or beside it. */
  const start = async (port = 0): Promise<RunningServer> => {
    const started = await startServer({
      workspace: open(),
      port,
      pageFolder,
      person: "ann",
      examine: async () => [{ check: "root", state: "ok", message: root, remedy: null }],
      complain: (text) => complaints.push(text),
    });
    onTestFinished(() => started.stop());
    return started;
  };
  const server = await start();
  const gate = open();
  /** A call of an agent in another process: nothing is shared with the server but the files. */
  const call = (tool: string, input: unknown, more: Partial<CallRequest> = {}) =>
    gate.run({ tool, input, session: { id: "s1", host: "test", model: "m" } as CallRequest["session"], ...more });
  const script = { authorization: `Bearer ${server.token}` };
  return {
    folder,
    root,
    stateDir,
    put,
    start,
    server,
    gate,
    call,
    complaints,
    /** As a script with the token. */
    get: (path: string) => ask(server, path, { headers: script }),
    send: (method: string, path: string, body: unknown) => ask(server, path, { method, headers: script, body }),
  };
}

/** As a browser would that knows the page's name. */
export function ask({ url }: Pick<RunningServer, "url">, path: string, asked: Asked = {}): Promise<Told> {
  const { method = "GET", headers = {}, body, raw } = asked;
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const json = body === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const { host, port } = new URL(url);
    const options = { host: "127.0.0.1", port, path, method, headers: { host, ...json, ...headers }, agent: false };
    const request = startRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const told = Buffer.concat(chunks).toString("utf8");
        const isJson = told !== "" && (response.headers["content-type"] ?? "").includes("json");
        const { statusCode = 0 } = response;
        resolve({ status: statusCode, headers: response.headers, text: told, json: isJson ? JSON.parse(told) : null });
      });
    });
    request.on("error", reject);
    request.end(text);
  });
}

/** What a browser has after it followed the printed address. */
export async function enter(
  server: RunningServer,
): Promise<{ cookie: string; key: string; withKey: Record<string, string> }> {
  const entered = await ask(server, server.address.slice(server.url.length));
  const cookie = (entered.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
  const key = (entered.headers.location ?? "").split("#key=")[1] ?? "";
  return { cookie, key, withKey: { cookie, [keyHeader]: key } };
}

export async function until<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("it did not come to that");
}
