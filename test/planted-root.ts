/** What the hard tests stand on: a governed root with a home, a state folder and a temp folder of its own. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { removeFolder } from "../packages/world/src/files/make-folder.ts";
import { PATIENCE_MS } from "./support/patience.ts";

export const binary = fileURLToPath(new URL("../apps/cli/bin/intentgate.cjs", import.meta.url));

export interface Planted {
  /** Holds everything else; removed by `clear`. */
  folder: string;
  root: string;
  sidecar: string;
  stateDir: string;
  env: Record<string, string>;
  clear(): void;
}

export interface Plan {
  /** Relative path → content. */
  files?: Record<string, string | Uint8Array>;
  intents?: string;
  policy?: string;
  registered?: boolean;
}

export function plantRoot({ files = {}, intents, policy, registered = true }: Plan = {}): Planted {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-hard-"));
  const root = join(folder, "root");
  const state = join(folder, "state");
  const stateDir = join(state, "intentgate");
  // A temp folder of its own: the system's would make every other folder of the test a scratch area.
  for (const made of [root, stateDir, join(folder, "home"), join(folder, "tmp")]) mkdirSync(made, { recursive: true });
  const all = { ...files };
  if (intents !== undefined) all[".orchestration/active_intents.yaml"] = intents;
  if (policy !== undefined) all[".orchestration/policy.yaml"] = policy;
  for (const [path, content] of Object.entries(all)) put(root, path, content);
  if (registered) writeFileSync(join(stateDir, "roots.json"), JSON.stringify({ version: 1, roots: [root] }));
  return {
    folder,
    root,
    sidecar: join(root, ".orchestration"),
    stateDir,
    env: {
      PATH: process.env.PATH ?? "",
      INTENTGATE_NO_BOX: "1",
      HOME: join(folder, "home"),
      XDG_STATE_HOME: state,
      TMPDIR: join(folder, "tmp"),
      NO_COLOR: "1",
    },
    clear: () => removeFolder(folder),
  };
}

export function put(root: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Relative paths of everything below a folder that is not a folder itself, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/**
 * A device of the test's own, so that nothing that goes wrong can reach the system's. Only root can make one; for
 * anybody else a link does, as nobody else can replace what it leads to.
 */
export function makeDevice(kind: "null" | "zero", path: string): void {
  if (process.getuid?.() === 0) execFileSync("mknod", [path, "c", "1", kind === "null" ? "3" : "5"]);
  else symlinkSync(`/dev/${kind}`, path);
}

/** One file of TypeScript with everything it imports, for real processes of its own. */
export async function bundle(source: URL, folder: string): Promise<string> {
  const outfile = join(folder, "worker.mjs");
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minify: true,
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return outfile;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

export interface RunOptions {
  env: Record<string, string>;
  cwd?: string;
  input?: string | Uint8Array;
  /** The process is killed after this long; a test that meets it has found something that hangs. */
  mostMs?: number;
  /** For one that never ends: once it printed this, on either stream, it is killed a moment later. */
  lastWords?: string;
}

/** Runs node with these words to its end, whatever that end is. */
export function runNode(
  words: readonly string[],
  { env, cwd, input = "", mostMs = PATIENCE_MS, lastWords }: RunOptions,
): Promise<Ended> {
  const child = spawn(process.execPath, words, { cwd, env });
  let out = "";
  let err = "";
  const listen = () => {
    if (lastWords !== undefined && `${out}\n${err}`.includes(lastWords)) setTimeout(() => child.kill("SIGKILL"), 500);
  };
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    out += more;
    listen();
  });
  child.stderr.setEncoding("utf8").on("data", (more: string) => {
    err += more;
    listen();
  });
  child.stdin.on("error", () => undefined); // who refuses early does not read all of its input
  child.stdin.end(input);
  const watchdog = setTimeout(() => child.kill("SIGKILL"), mostMs);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(watchdog);
      resolve({ code, signal, out, err });
    });
  });
}
