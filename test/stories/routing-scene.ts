/** The sample repository with abilities and documents, and the built program run in it by a user who owns nothing else. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../support/program/run-program.ts";
import {
  binary,
  makeScene,
  put,
  type Ran,
  type Scene,
  type SceneFiles,
  shellAtTerminal,
  type Terminal,
} from "./scene.ts";

const sample = fileURLToPath(new URL("../../packages/routing/fixtures/sample-repo/", import.meta.url));
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

export interface RoutingScene extends Scene {
  /** Writes a file, or a script where its name ends in `.sh` or `.mjs`. */
  put(path: string, text: string): void;
  run(...words: string[]): Promise<Ran>;
  runWith(env: Record<string, string>, ...words: string[]): Promise<Ran>;
  json<T = Record<string, unknown>>(...words: string[]): Promise<T>;
  atTerminal(...words: string[]): Terminal;
  /** A session of its own under INT-001, which owns `src/auth/**`. */
  takes(session?: string): Promise<void>;
}

export function routingScene(given: SceneFiles = {}): RoutingScene {
  const scene = makeScene({ policy: "environment: dev\n", ...given });
  cpSync(sample, scene.repo, { recursive: true });
  for (const name of readdirSync(join(scene.repo, "scripts"))) chmodSync(join(scene.repo, "scripts", name), 0o755);
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : undefined;
  const owned = () => {
    if (isRoot) spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, join(scene.repo, "..")]);
  };
  owned();

  async function runWith(env: Record<string, string>, ...words: string[]): Promise<Ran> {
    const asked = { words, cwd: scene.repo, env: { ...scene.env, ...env }, input: "" };
    return runProgram(asked, who);
  }

  const run = (...words: string[]) => runWith({}, ...words);
  const prefix = isRoot ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups ` : "";
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  return {
    ...scene,
    run,
    runWith,
    put(path, text) {
      put(scene.repo, path, text);
      if (/\.(sh|mjs)$/.test(path)) chmodSync(join(scene.repo, path), 0o755);
      owned();
    },
    async json<T>(...words: string[]) {
      const ran = await run(...words, "--json");
      try {
        return JSON.parse(ran.out) as T;
      } catch (error) {
        throw new Error(`not one JSON value (exit ${ran.code}): ${ran.out}\n${ran.err}`, { cause: error });
      }
    },
    atTerminal: (...words) =>
      shellAtTerminal(scene, `${prefix}${[process.execPath, binary, ...words].map(quoted).join(" ")}`),
    async takes(session = "cli") {
      const ran = await run("use", "INT-001", "--session", session);
      if (ran.code !== 0) throw new Error(ran.err);
    },
  };
}

/** As a program that an agent's host started. */
export async function runFromAgent(scene: RoutingScene, ...words: string[]): Promise<Ran> {
  const hosts = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/hosts");
  spawnSync("mkdir", ["-p", hosts]);
  if (isRoot) chownSync(hosts, NOBODY, NOBODY);
  const command = [process.execPath, binary, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const script = `printf '{"pid":%s,"startedAt":null}' $$ > '${hosts}'/$$; ${command}; exit $?`;
  const child = spawn("sh", ["-c", script], {
    cwd: scene.repo,
    env: scene.env,
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  child.stdin.end();
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    out += more;
  });
  child.stderr.setEncoding("utf8").on("data", (more: string) => {
    err += more;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out, err };
}
