/** Runs a TypeScript file as real child processes, for tests of what many processes do to one file. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface RunningWorker {
  /** Resolves as soon as this was part of the output. */
  said(text: string): Promise<void>;
  /** SIGKILL: nothing in the process can prepare for it. */
  kill(): void;
  /** All output once the process is gone; throws if it failed by itself. */
  output(): Promise<string>;
}

export interface Worker {
  start(args: string[]): RunningWorker;
}

export async function bundleWorker(source: URL, folder: string): Promise<Worker> {
  const script = join(folder, "worker.mjs");
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: script,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return { start: (args) => startWorker(script, args) };
}

function startWorker(script: string, args: string[]): RunningWorker {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  let listeners: (() => void)[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    for (const listener of listeners) listener();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  let killed = false;
  const closed = new Promise<number | null>((done) => child.on("close", done));
  const finished = closed.then((code) => {
    if (code !== 0 && !killed) throw new Error(`the worker ended with ${code}: ${errors}`);
    return output;
  });
  finished.catch(() => undefined); // asked for through output() or said()
  return {
    said: (text) =>
      Promise.race([
        new Promise<void>((done) => {
          const look = () => output.includes(text) && done();
          listeners = [...listeners, look];
          look();
        }),
        finished.then(() => {
          if (!output.includes(text)) throw new Error(`the worker ended without saying ${text}`);
        }),
      ]),
    kill() {
      killed = true;
      child.kill("SIGKILL");
    },
    output: () => finished,
  };
}
