/** A governed project of a person's own, and a script as the agent that `intentgate start` starts there. */

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { own, type Stage, setStage } from "./stage.ts";

export interface FloorStage extends Stage {
  /** The script on a floor, and what came of it. */
  started(script: string, env?: Record<string, string>): Started;
  /** The same, left to itself. */
  begun(script: string): ReturnType<typeof spawn>;
  /** Keeps the home folder as it is now; the returned function brings it back. */
  keep(): () => void;
}

export interface Started {
  code: number | null;
  out: string;
  err: string;
}

const LONGEST_MS = 50_000;

export async function setFloorStage(init = "--host claude-code"): Promise<FloorStage> {
  const stage = await setStage("work/project");
  const [folder, program] = [join(stage.home, ".."), join(stage.home, "lib/intentgate")];
  // In the home folder, as people install it who are no administrators.
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(import.meta.dirname, "../../apps/cli", part), join(program, part), { recursive: true });
  mkdirSync(join(stage.home, "bin"));
  symlinkSync("../lib/intentgate/bin/intentgate.cjs", join(stage.home, "bin/intentgate"));
  chmodSync(join(program, "bin/intentgate.cjs"), 0o755);
  own(stage.home);
  const env = {
    ...{ HOME: stage.home, PATH: `${join(stage.home, "bin")}:${process.env.PATH}`, LANG: "C.UTF-8", NO_COLOR: "1" },
    ...{ GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.invalid" },
    ...{ GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.invalid" },
  };
  const run = (words: readonly string[], more: Record<string, string> = {}): Started => {
    const [program = "", ...rest] = [...stage.around(), ...words];
    const ran = spawnSync(program, rest, {
      ...{ cwd: stage.root, env: { ...env, ...more }, encoding: "utf8", timeout: LONGEST_MS, input: "" },
    });
    return { code: ran.status, out: ran.stdout, err: ran.stderr };
  };
  let scripts = 0;
  const agent = (script: string) => {
    scripts += 1;
    const file = join(folder, `agent-${scripts}.sh`);
    writeFileSync(file, script);
    chmodSync(file, 0o644);
    return ["intentgate", "start", "--", "bash", file];
  };
  const kept = join(folder, "kept");
  const typed = (line: string) => run(["script", "-qec", line, "/dev/null"]);
  run([
    "bash",
    "-c",
    "git init -q -b main; mkdir src; echo a > src/a.ts; echo '{}' > .mcp.json; echo '# start' > ~/.bashrc",
  ]);
  typed(`intentgate init --yes ${init} && intentgate intent new INT-001 --name Work --scope 'src/**' --start`);
  run(["bash", "-c", "git add -A; git commit -qm first"]);
  return {
    ...stage,
    plain: (script) => run(["bash", "-c", script]).out,
    started: (script, more) => run(agent(script), more),
    begun(script) {
      const [program = "", ...rest] = [...stage.around(), ...agent(script)];
      return spawn(program, rest, { cwd: stage.root, env, stdio: ["ignore", "pipe", "pipe"] });
    },
    keep() {
      cpSync(stage.home, kept, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      return () => {
        spawnSync("chmod", ["-R", "u+rwX", stage.home]);
        // What holds a command writes its last words while it ends.
        removeFolder(stage.home);
        cpSync(kept, stage.home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
        own(stage.home);
      };
    },
  };
}

const SERVER = `import { execFileSync } from "node:child_process";
import { createInterface } from "node:readline";
const tried = (script) => { try { execFileSync("bash", ["-c", script], { stdio: "ignore" }); return "done"; } catch { return "failed"; } };
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const results = process.argv.slice(2).map(tried);
  const info = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: results.join(" "), version: "1" } };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: method === "initialize" ? info : {} }) + "\\n");
}).on("close", () => process.exit());
`;
const hello = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
});

/** A server behind the gateway that runs these scripts when it is greeted, and names itself after what came of each. */
export function servedBy(stage: FloorStage, options: string, tries: readonly string[]): string {
  const words = tries.map((one) => `'${one.replaceAll("'", "'\\''")}'`).join(" ");
  return stage.plain(`cat > ~/server.mjs <<'END'\n${SERVER}END\nmkfifo src/in; exec 5<> src/in; echo '${hello}' >&5
    intentgate mcp-gateway ${options} -- node ~/server.mjs ${words} < src/in > src/out 2> src/err &
    pid=$!; until grep -q serverInfo src/out || ! kill -0 $pid 2> /dev/null; do sleep 0.05; done; kill $pid; wait $pid; cat src/out src/err; rm src/in src/out src/err`);
}
