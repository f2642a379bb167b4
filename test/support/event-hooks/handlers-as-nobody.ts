/** For tests: a root of their own, and handlers that are run in it by a user who owns nothing else. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isAlive } from "@intentgate/world";
import { build } from "esbuild";
import type { Handler } from "../../../packages/event-hooks/src/declared/event-hook.ts";
import type { HandlerAnswer, HandlerCall } from "../../../packages/event-hooks/src/handlers/handler.ts";
import { tempFolder } from "../temp-folder.ts";

const NOBODY = 65534;

export interface Nobody {
  root: string;
  driver: ChildProcess;
  write(path: string, text: string | Uint8Array, mode?: number): string;
  run(handler: Partial<Handler>, call?: Partial<HandlerCall>): Promise<HandlerAnswer>;
  /** Living processes that stand in the root. */
  living(): number[];
  close(): Promise<void>;
}

export async function asNobody(environment: Record<string, string> = {}): Promise<Nobody> {
  const folder = tempFolder("handlers");
  const root = join(folder, "root");
  mkdirSync(root);
  await build({
    entryPoints: [fileURLToPath(new URL("handler-driver.ts", import.meta.url))],
    outfile: join(folder, "driver.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  const isRoot = process.getuid?.() === 0;
  const own = (path: string) => isRoot && chownSync(path, NOBODY, NOBODY);
  chmodSync(folder, 0o755);
  own(root);
  const driver = spawn(process.execPath, [join(folder, "driver.mjs")], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: root, TMPDIR: root, ...environment },
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const gone = new Promise<void>((resolve) => driver.once("exit", () => resolve()));
  const waiting = new Map<number, (answer: HandlerAnswer) => void>();
  createInterface({ input: driver.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    const { id, answer } = JSON.parse(line) as { id: number; answer: HandlerAnswer };
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  let asked = 0;

  return {
    root,
    driver,
    write(path, text, mode = 0o644) {
      const absolute = join(root, path);
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileSync(absolute, text);
      chmodSync(absolute, mode);
      own(absolute);
      return absolute;
    },
    run(handler, call = {}) {
      const id = asked++;
      const whole = { kind: "script", command: "true", timeout_ms: 60_000, files: [], ...handler };
      const request = {
        id,
        call: {
          root,
          handler: whole,
          input: '{"event_type":"SessionStop"}',
          environment: {},
          contained: null,
          ...call,
        },
      };
      driver.stdin?.write(`${JSON.stringify(request)}\n`);
      return Promise.race([
        new Promise<HandlerAnswer>((resolve) => waiting.set(id, resolve)),
        gone.then(() => Promise.reject(new Error("the process that runs handlers is gone"))),
      ]);
    },
    living: () => pidsIn(root).filter((pid) => isAlive(pid, null)),
    async close() {
      driver.kill("SIGKILL");
      await gone;
      const left = pidsIn(root).filter((pid) => isAlive(pid, null));
      for (const pid of left) process.kill(pid, "SIGKILL");
    },
  };
}

function pidsIn(root: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && folderOf(pid)?.startsWith(root));
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return null; // ended meanwhile
    throw error;
  }
}
