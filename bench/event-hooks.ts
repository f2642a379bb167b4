/** What declared hooks cost: where none matches, where one does, and at start-up. Every figure is from one run. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EventContext } from "@intentgate/event-hooks";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { createRootRegistry } from "@intentgate/sidecar";
import { quantile } from "./quantile.ts";

const ROUNDS = 30;
const PASSES = 40;
const SPAWNS = 150;
const STARTS = 60;
const SPAWNED_STARTS = 25;
const NOBODY = 65534;
const program = fileURLToPath(new URL("../apps/cli/bin/intentgate.mjs", import.meta.url));

interface Bench {
  name: string;
  root: string;
  state: string;
  workspace: Workspace;
  samples: number[];
}

async function main(): Promise<void> {
  console.log(`node ${process.version}, ${cpus().length} cores`);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-bench-"));
  try {
    becomeNobody(folder);
    await noneMatches(folder);
    await oneMatches(folder);
    await startUp(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Handlers are run for real, and nothing here needs more rights than a folder of its own. */
function becomeNobody(folder: string): void {
  if (process.getuid?.() !== 0) return;
  chownSync(folder, NOBODY, NOBODY);
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
  process.env.HOME = folder;
}

/** Before and after an in-scope write, in workspaces that differ in their hook files alone, interleaved. */
async function noneMatches(folder: string): Promise<void> {
  const without = await makeBench(join(folder, "without"), "without the layer", 0);
  // The same name replaces: what is left of it is one look at a folder that is not there.
  without.workspace.engine.registerPreHook("declaredHooks", async () => undefined);
  without.workspace.engine.registerPostHook("declaredHooks", async () => undefined);
  const counts = [0, 1, 20, 200];
  const benches: Bench[] = [];
  for (const count of counts) {
    benches.push(await makeBench(join(folder, `none-${count}`), `${count} hooks, none matches`, count));
  }
  const all = [without, ...benches];
  for (const bench of all) for (let round = 0; round < 10; round++) await passes(bench);
  for (const bench of all) bench.samples = [];
  for (let round = 0; round < ROUNDS; round++) for (const bench of all) await passes(bench);
  const look = lookTime(join(without.root, ".system/hooks"));
  const base = (at: number) => quantile(without.samples, at) - look;
  console.log(`\nbefore and after one in-scope write, ${ROUNDS * PASSES} passes each, interleaved`);
  console.log(
    `  ${without.name.padEnd(28)}${ms(base(0.5))}   (without its look at the folder, ${(look * 1000).toFixed(1)} µs)`,
  );
  for (const { name, samples } of benches) told(name, (at) => quantile(samples, at), base, "limit 1.1");
}

/** The median, and beside it the calmest tenth, which others on the machine disturb least. */
function told(name: string, own: (at: number) => number, peer: (at: number) => number, limit: string): void {
  const ratio = (at: number) => (own(at) / peer(at)).toFixed(3);
  console.log(`  ${name.padEnd(28)}${ms(own(0.5))}   ratio ${ratio(0.5)}, calmest tenth ${ratio(0.1)}   (${limit})`);
}

async function passes({ workspace, samples }: Bench): Promise<void> {
  const session = { id: "bench", model: "none" };
  for (let n = 0; n < PASSES; n++) {
    const payload = { path: "src/a.ts", content: `export const a = ${n};\n`.repeat(200) };
    const call = { toolName: "write_to_file", payload, session, cwd: workspace.home.root, callId: null };
    const start = performance.now();
    const before = await workspace.engine.preToolUse(call);
    if (!before.allowExecution) throw new Error(before.errorMessage);
    await workspace.engine.postToolUse(call, before.context, true);
    samples.push(performance.now() - start);
  }
}

function lookTime(path: string): number {
  const times = 2_000;
  const start = performance.now();
  for (let n = 0; n < times; n++) lstatSync(path, { throwIfNoEntry: false });
  return (performance.now() - start) / times;
}

/** One script that wants an event, against the same script started with the same input and read to its end. */
async function oneMatches(folder: string): Promise<void> {
  const without = await makeBench(join(folder, "matching-none"), "", 0);
  const withHook = await makeBench(join(folder, "matching"), "", 0);
  const script = join(withHook.root, "scripts/hooks/answers.sh");
  for (const [id, type] of [
    ["before", "PreAbilityCall"],
    ["stop", "SessionStop"],
  ]) {
    const handler = "{ kind: script, command: ./scripts/hooks/answers.sh }";
    put(withHook.root, `.system/hooks/${id}.yaml`, `id: ${id}\nevent_type: ${type}\nhandler: ${handler}\n`);
  }
  put(withHook.root, "scripts/hooks/answers.sh", "#!/bin/sh\ncat > /dev/null\nprintf '{\"usage_recorded\":true}'\n");
  chmodSync(script, 0o755);
  const hooks = withHook.workspace.eventHooks();
  if (hooks.trust("all").length !== 2) throw new Error("the hooks are not trusted");
  const event: EventContext = {
    event_type: "SessionStop",
    session_id: "bench",
    timestamp: "2025-01-15T11:30:00Z",
    changed_files: ["services/billing/src/invoice.ts"],
  };
  const samples = { bare: [] as number[], hooked: [] as number[], plain: [] as number[], told: [] as number[] };
  for (let n = -20; n < SPAWNS; n++) {
    const bare = await timed(() => spawnBare(script, withHook.root, JSON.stringify(event)));
    const hooked = await timed(() => decided(withHook));
    const plain = await timed(() => decided(without));
    const told = await timed(async () => {
      const { runs } = await hooks.emit(event);
      if (runs[0]?.outcome !== "ok") throw new Error(JSON.stringify(runs));
    });
    if (n < 0) continue; // warm-up
    for (const [name, value] of Object.entries({ bare, hooked, plain, told })) samples[name as "bare"].push(value);
  }
  const at = (name: keyof typeof samples) => (where: number) => quantile(samples[name], where);
  console.log(`\na script that answers at once, ${SPAWNS} times, interleaved`);
  console.log(`  ${"spawned bare".padEnd(28)}${ms(at("bare")(0.5))}`);
  told(
    "what a call takes longer",
    (where) => at("hooked")(where) - at("plain")(where),
    at("bare"),
    "with the rows it leaves behind",
  );
  told("an event of its own", at("told"), at("bare"), "limit 1.15");
}

async function decided({ workspace }: Bench): Promise<void> {
  const session = { id: "bench", model: "none" };
  const call = {
    toolName: "read_file",
    payload: { path: "src/a.ts" },
    session,
    cwd: workspace.home.root,
    callId: null,
  };
  const before = await workspace.engine.preToolUse(call);
  if (!before.allowExecution) throw new Error(before.errorMessage);
}

function spawnBare(script: string, cwd: string, input: string): Promise<void> {
  const child: ChildProcess = spawn(script, [], { cwd, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 && JSON.parse(said) ? resolve() : reject(new Error(`exit ${code}`))));
  });
}

/** Opening a workspace and its first decision; the hook files were read by an earlier one. */
async function startUp(folder: string): Promise<void> {
  const few = await makeBench(join(folder, "start-0"), "no hook file", 0);
  const many = await makeBench(join(folder, "start-200"), "200 hook files", 200);
  for (let n = -5; n < STARTS; n++) {
    for (const bench of [few, many]) {
      const took = await timed(async () => {
        const workspace = openWorkspace(bench.root, { stateDir: bench.state });
        const input = { path: "src/a.ts", content: `export const a = ${n};\n` };
        const answer = await workspace.decide({
          tool: "write_to_file",
          input,
          session: { id: "bench", model: "none" },
        });
        if (answer.decision !== "allow") throw new Error(JSON.stringify(answer));
      });
      if (n >= 0) bench.samples.push(took);
    }
  }
  console.log(`\nopening a workspace and its first decision, ${STARTS} times, interleaved`);
  console.log(`  ${few.name.padEnd(28)}${ms(quantile(few.samples, 0.5))}`);
  told(
    many.name,
    (at) => quantile(many.samples, at),
    (at) => quantile(few.samples, at),
    "in a process that runs already",
  );
  const spawned = { few: [] as number[], many: [] as number[] };
  for (let n = 0; n < SPAWNED_STARTS; n++) {
    spawned.few.push(await timed(() => decideOnce(few)));
    spawned.many.push(await timed(() => decideOnce(many)));
  }
  console.log(
    `\none decision of a program of its own (\`intentgate call --dry-run\`), ${SPAWNED_STARTS} times, interleaved`,
  );
  console.log(`  ${few.name.padEnd(28)}${ms(quantile(spawned.few, 0.5))}`);
  told(
    many.name,
    (at) => quantile(spawned.many, at),
    (at) => quantile(spawned.few, at),
    "limit 1.1",
  );
}

function decideOnce({ root, state }: Bench): Promise<void> {
  const input = { tool: "write_to_file", input: { path: "src/a.ts", content: "x" }, session: "bench" };
  const env = { ...process.env, XDG_STATE_HOME: dirname(state) };
  const child = spawn(process.execPath, [program, "call", "--dry-run"], {
    cwd: root,
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin?.end(JSON.stringify(input));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}`))));
  });
}

/** Hooks that wait for calls, of which none is theirs. */
function hookText(id: string, at: number): string {
  const type = at % 2 === 0 ? "PreAbilityCall" : "PostAbilityCall";
  const match =
    at % 4 < 2
      ? `ability_scope: ["team${at}.*", "mcp.server${at}.*"]`
      : `only_if_changed_paths: ["services/s${at}/**"]`;
  return `id: ${id}\nevent_type: ${type}\nmatch:\n  ${match}\nhandler: { kind: script, command: ./scripts/hooks/${id}.sh }\n`;
}

async function makeBench(folder: string, name: string, hooks: number): Promise<Bench> {
  const root = join(folder, "repo");
  const state = join(folder, "state/intentgate");
  put(
    root,
    ".orchestration/active_intents.yaml",
    'active_intents:\n  - { id: INT-1, name: One, status: IN_PROGRESS, owned_scope: ["src/**"] }\n',
  );
  put(root, "src/a.ts", "export const a = 1;\n".repeat(200));
  for (let at = 0; at < hooks; at++) {
    put(root, `.system/hooks/hook_${at}.yaml`, hookText(`hook_${at}`, at));
    put(root, `scripts/hooks/hook_${at}.sh`, "#!/bin/sh\nprintf '{}'\n");
  }
  execFileSync("git", ["init", "-q", root]);
  await createRootRegistry(state).add(realpathSync(root));
  const workspace = openWorkspace(root, { stateDir: state });
  if (
    workspace
      .eventHooks()
      .declared()
      .some((one) => one.kind === "broken")
  )
    throw new Error(readdirSync(root).join());
  const session = { id: "bench", model: "none" };
  await workspace.run({ tool: "select_active_intent", input: { intent_id: "INT-1" }, session });
  await workspace.run({ tool: "read_file", input: { path: "src/a.ts" }, session });
  return { name, root, state, workspace, samples: [] };
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`;
}

await main();
