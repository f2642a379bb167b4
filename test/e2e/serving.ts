/** A running `intentgate serve`, and the browser to look at it with: for tests and benchmarks alike. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, lchownSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { isAlmighty } from "../support/almighty.ts";

const built = fileURLToPath(new URL("../../apps/cli/bin/intentgate.mjs", import.meta.url));
const switches = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const NOBODY = { uid: 65_534, gid: 65_534 };

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.INTENTGATE_TEST_BROWSER ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: switches });
}

export interface Serving {
  /** With the token in it. */
  address: string;
  stop(): Promise<void>;
}

/** `folder` holds the repository, its home and its state. */
export async function startServing(
  folder: string,
  repo: string,
  env: Record<string, string>,
  words: readonly string[] = [],
  program = built,
): Promise<Serving> {
  const tokenFile = join(folder, "home", "address");
  const server = spawn(process.execPath, [program, "serve", "--token-file", tokenFile, ...words], {
    cwd: repo,
    env,
    stdio: ["ignore", "ignore", "inherit"],
    ...giveToNobody(folder),
  });
  try {
    return { address: await written(tokenFile, server), stop: () => end(server) };
  } catch (error) {
    await end(server);
    throw error;
  }
}

/** Programs under test run as a user who owns nothing but this folder. */
export function giveToNobody(folder: string): { uid: number; gid: number } | undefined {
  if (!isAlmighty()) return undefined;
  mkdirSync(join(folder, "state"), { recursive: true });
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) lchownSync(path, NOBODY.uid, NOBODY.gid);
  chmodSync(folder, 0o755);
  return NOBODY;
}

async function written(file: string, server: ChildProcess): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    if (server.exitCode !== null) throw new Error(`serve ended with ${server.exitCode}`);
    await sleep(25);
    try {
      return readFileSync(file, "utf8").trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Error("serve told no address");
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const closed = once(server, "close");
  server.kill("SIGTERM");
  await Promise.race([closed, sleep(5_000).then(() => server.kill("SIGKILL"))]);
}
