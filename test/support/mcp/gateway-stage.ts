/** What the tests of the gateway stand on: the built program before real servers, run by a user who owns nothing else. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type ClientOptions, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { PATIENCE_MS } from "../patience.ts";
import { binary, giveToNobody, type Planted } from "./server-stage.ts";

const require = createRequire(import.meta.url);
export const filesystemServer = join(
  require.resolve("@modelcontextprotocol/server-filesystem/package.json"),
  "../dist/index.js",
);

/** A small server of our own that does what no honest one would. */
export const strangeServer = fileURLToPath(new URL("./strange-server.mjs", import.meta.url));

export interface Started {
  child: ChildProcess;
  /** Every line that it wrote on standard output. */
  lines: string[];
  errors(): string;
  write(message: unknown): void;
  /** The first message that fits; waits for it. */
  until(fits: (message: Raw) => boolean): Promise<Raw>;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON the peer wrote
export type Raw = any;

/** A program of the planted user, spoken to in lines. */
export function start(planted: Planted, args: readonly string[], cwd = planted.root): Started {
  const child = spawn(process.execPath, args, {
    cwd,
    env: planted.env,
    stdio: ["pipe", "pipe", "pipe"],
    ...giveToNobody(planted),
  });
  child.setMaxListeners(0); // one for each answer that is waited for
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    for (const look of waiting) look();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  onTestFinished(async () => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  });
  return {
    child,
    lines,
    errors: () => errors,
    write: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.map((line) => JSON.parse(line)).find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${errors}`)));
        look();
      }),
  };
}

export function gateway(planted: Planted, words: readonly string[], cwd = planted.root): Started {
  return start(planted, [binary, "mcp-gateway", "--root", planted.root, ...words], cwd);
}

/** The official client on a gateway. */
export async function connectGateway(
  planted: Planted,
  words: readonly string[],
  { options = {}, prepare = () => undefined, cwd = planted.root }: Connecting = {},
): Promise<Client> {
  return connectTo(gateway(planted, words, cwd), options, prepare);
}

export interface Connecting {
  options?: ClientOptions;
  prepare?(client: Client): void;
  cwd?: string;
}

export async function connectTo(
  started: Started,
  options: ClientOptions = {},
  prepare: (client: Client) => void = () => undefined,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  prepare(client);
  let seen = 0;
  const transport: Transport = {
    async start() {
      const look = () => {
        for (; seen < started.lines.length; seen += 1) {
          transport.onmessage?.(JSON.parse(started.lines[seen] as string) as JSONRPCMessage);
        }
      };
      started.child.stdout?.on("data", look);
      started.child.once("exit", () => transport.onclose?.());
    },
    async send(message) {
      started.write(message);
    },
    async close() {
      started.child.stdin?.end();
    },
  };
  await client.connect(transport);
  return client;
}

/** The records of the ledger. */
export function ledger({ root }: Planted): Raw[] {
  try {
    return readFileSync(join(root, ".orchestration/agent_trace.jsonl"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
