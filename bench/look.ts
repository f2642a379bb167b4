/** What it costs to see, around a command that only reads, that nothing changed which steers the gate, a host, git or a shell. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { quantile } from "./quantile.ts";

const ROUNDS = 2_000;
const SETTINGS = 300;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "intentgate-look-")));
try {
  console.log(`node ${process.version}, ${cpus().length} cores`);
  const node = time(15, () => void execFileSync(process.execPath, ["-e", "0"]));
  for (const settings of [10, SETTINGS]) await around(join(folder, String(settings)), settings, node);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A call that runs nothing, with the look and without: reading a file asks for none. */
async function around(root: string, settings: number, node: number): Promise<void> {
  const home = join(root, "home");
  for (const made of [".orchestration", ".claude/hooks", ".git/hooks", "home", "src"])
    mkdirSync(join(root, made), { recursive: true });
  for (let at = 0; at < settings; at += 1) writeFileSync(join(root, `.claude/hooks/${at}.sh`), "x\n");
  const old = `active_intents:\n  - { id: INT-1, name: One, status: IN_PROGRESS, owned_scope: ["src/**"] }\n`;
  writeFileSync(join(root, ".orchestration/active_intents.yaml"), old);
  writeFileSync(join(root, "src/a.ts"), "a\n");
  await new Promise((done) => setTimeout(done, 200)); // files this young are compared by their bytes
  const workspace = openWorkspace(root, { stateDir: join(root, "state"), userHome: home });
  const run = (tool: string, input: object) =>
    workspace.run({ tool, input, session: { id: "s" }, execute: async () => ({}) });
  const looked: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    looked.push(await timed(() => run("execute_command", { command: "ls src" })));
    bare.push(await timed(() => run("stat", { path: "src" })));
  }
  const cost = quantile(looked.slice(200), 0.5) - quantile(bare.slice(200), 0.5);
  console.log(
    `${settings} settings: the look before and after ${cost.toFixed(3)} ms (p50), ${(cost / node).toFixed(4)} of \`node -e 0\` (${node.toFixed(1)} ms; limit 0.02)`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function time(times: number, work: () => void): number {
  const all = Array.from({ length: times }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return quantile(all, 0.5);
}
