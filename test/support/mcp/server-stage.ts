/** What the tests of the server stand on: a governed root of its own, the built program, and the official client. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openWorkspace } from "@intentgate/gate";
import { removeFolder } from "@intentgate/world";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, onTestFinished } from "vitest";

export const binary = fileURLToPath(new URL("../../../apps/cli/bin/intentgate.mjs", import.meta.url));

const twoIntents = `active_intents:
  - id: INT-001
    name: One
    status: PENDING
    owned_scope: ["src/**"]
    constraints: ["keep the tests green"]
    acceptance_criteria: ["it works"]
  - id: INT-002
    name: Two
    status: IN_PROGRESS
    owned_scope: ["lib/**"]
`;

/** A person declared that the client is their own: it may be asked. */
export const persons = "approval:\n  approver: client\n";

export interface Plan {
  files?: Record<string, string>;
  intents?: string | null;
  policy?: string;
}

export type Planted = ReturnType<typeof plant>;

/** When to clear up: after the test, or after all of them. */
type Ending = (clear: () => Promise<void> | void) => unknown;

/** For what a whole group of tests shares; called where the group is declared. */
export function afterGroup(): Ending {
  const clear: Parameters<Ending>[0][] = [];
  afterAll(async () => {
    for (const one of clear.reverse()) await one();
  });
  return (one) => clear.push(one);
}

export function plant({ files = {}, intents = twoIntents, policy }: Plan = {}, ending: Ending = onTestFinished) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-mcp-"));
  ending(() => removeFolder(folder));
  const root = join(folder, "root");
  const stateDir = join(folder, "state", "intentgate");
  for (const made of [root, stateDir, join(folder, "home"), join(folder, "tmp")]) mkdirSync(made, { recursive: true });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  if (intents !== null) put(".orchestration/active_intents.yaml", intents);
  if (policy !== undefined) put(".orchestration/policy.yaml", policy);
  for (const [path, text] of Object.entries(files)) put(path, text);
  writeFileSync(join(stateDir, "roots.json"), JSON.stringify({ version: 1, roots: [root] }));
  const env = {
    PATH: process.env.PATH ?? "",
    INTENTGATE_NO_BOX: "1",
    HOME: join(folder, "home"),
    XDG_STATE_HOME: join(folder, "state"),
    TMPDIR: join(folder, "tmp"),
    NO_COLOR: "1",
  };
  /** As another process would: nothing is shared with the server but the files. */
  const gate = (now?: () => Date) => openWorkspace(root, { stateDir, userHome: env.HOME, ...(now ? { now } : {}) });
  return { folder, root, stateDir, env, put, gate };
}

/** A client on a server of its own. */
export async function connect(
  { root, env }: Pick<Planted, "root" | "env">,
  words: readonly string[],
  options: ClientOptions = {},
  prepare: (client: Client) => void = () => undefined,
  ending: Ending = onTestFinished,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  prepare(client);
  const args = [binary, "mcp", ...words, "--root", root];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  ending(() => client.close());
  return client;
}

export interface Answer {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the server wrote
  json: any;
}

export async function call(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
  meta?: Record<string, unknown>,
): Promise<Answer> {
  const result = await client.callTool({ name, arguments: input, ...(meta ? { _meta: meta } : {}) });
  const [first] = result.content as { type: string; text: string }[];
  const text = first?.text ?? "";
  return { isError: result.isError === true, text, json: text.startsWith("{") ? JSON.parse(text) : null };
}

/** For servers that run programs: the planted folder becomes the property of a user who owns nothing else. */
export function giveToNobody({ folder }: Pick<Planted, "folder">): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: 65534, gid: 65534 };
  // By a program that follows no link: some of those that are planted lead back into themselves.
  spawnSync("chown", ["-hR", `${nobody.uid}:${nobody.gid}`, folder]);
  return nobody;
}

export interface Listening {
  url: string;
  token: string;
  port: number;
  connect(options?: ClientOptions, prepare?: (client: Client) => void): Promise<Client>;
}

export async function listen(
  { root, env }: Pick<Planted, "root" | "env">,
  words: readonly string[],
  ending: Ending = onTestFinished,
  user: { uid: number; gid: number } | object = {},
): Promise<Listening> {
  const child = spawn(process.execPath, [binary, "mcp", "--http", "--json", ...words, "--root", root], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
    ...user,
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  ending(() => {
    child.kill("SIGTERM");
    return ended;
  });
  const told = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", resolve);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const { url, token } = JSON.parse(told) as { url: string; token: string };
  return {
    url,
    token,
    port: Number(new URL(url).port),
    async connect(options = {}, prepare = () => undefined) {
      const client = new Client({ name: "test", version: "1.0.0" }, options);
      prepare(client);
      const requestInit = { headers: { Authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      onTestFinished(() => client.close());
      return client;
    },
  };
}
