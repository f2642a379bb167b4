/** What it costs to contain a command: all in turn, as ratios to a bare start of node in the same run. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { judgeChanges, prepareRun, unitOf } from "@intentgate/box";
import { quantile } from "./quantile.ts";

const ROUNDS = Number(process.env.INTENTGATE_BENCH_ROUNDS ?? 9);
const folder = realpathSync(mkdtempSync(join(tmpdir(), "intentgate-bench-box-")));
const state = join(folder, "state");
const modules = join(process.cwd(), "node_modules");
const git = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"];

try {
  console.log(`node ${process.version}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds`);
  const small = project("small", 40, 0);
  const large = project("large", 20_000, 50_000);
  const real = zod("zod");
  const reading = tested("reading");
  const rows = {
    node: () => plain([process.execPath, "-e", "0"], small),
    sh: () => plain(["sh", "-c", "true"], small),
    "sh in the box": () => boxed(["sh", "-c", "true"], small),
    "ten files": () => plain(["bash", "-c", "for n in {1..10}; do echo $RANDOM > src/$n.ts; done"], small),
    "ten files in the box": () => boxed(["bash", "-c", "for n in {1..10}; do echo $RANDOM > src/$n.ts; done"], small),
    "git status of 20,000 files": () => plain(["git", "status", "--short"], large),
    "sh in the box there": () => boxed(["sh", "-c", "true"], large),
    "npm test of zod": () => plain(["npm", "test", "--silent"], real),
    "npm test of zod in the box": () => boxed(["npm", "test", "--silent"], real),
    "npm test that only reads": () => plain(["npm", "test", "--silent"], reading),
    "npm test that only reads in the box": () => boxed(["npm", "test", "--silent"], reading),
  };
  const taken = new Map(Object.keys(rows).map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, work] of Object.entries(rows)) {
      const start = performance.now();
      await work();
      taken.get(name)?.push(performance.now() - start);
    }
  const median = (name: keyof typeof rows) => quantile(taken.get(name) ?? [], 0.5);
  const node = median("node");
  for (const name of taken.keys()) console.log(`${name}: ${median(name as keyof typeof rows).toFixed(1)} ms`);
  const times = (ms: number) => (ms / node).toFixed(2);
  console.log(
    `a command that changes nothing: ${times(median("sh in the box") - median("sh"))} × node -e 0 more (limit 0.5)`,
  );
  console.log(
    `ten changed files: ${times(median("ten files in the box") - median("ten files"))} × node -e 0 more (limit 3)`,
  );
  const listing = median("sh in the box there") - median("sh in the box");
  const status = median("git status of 20,000 files");
  console.log(`listing in a large tree: ${(listing / status).toFixed(2)} × git status there (limit 1)`);
  const tests = (name: "of zod" | "that only reads") =>
    (median(`npm test ${name} in the box`) / median(`npm test ${name}`)).toFixed(2);
  console.log(`npm test of zod: ${tests("of zod")} × (limit 1.15)`);
  console.log(`npm test that reads 30,000 files and does nothing else: ${tests("that only reads")} ×`);
  const start = performance.now();
  await boxed(
    [process.execPath, "-e", "for (let n = 0; n < 50000; n++) require('fs').writeFileSync('src/n' + n, '' + n)"],
    small,
  );
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  console.log(
    `50,000 new files: ${((performance.now() - start) / 1_000).toFixed(1)} s to the end of applying, ${memory} MB`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function plain([program = "", ...rest]: string[], cwd: string): void {
  spawnSync(program, rest, { cwd, stdio: "ignore" });
}

/** With all that belongs to it, from its folder to what it changed in its place. */
async function boxed(command: string[], root: string): Promise<void> {
  const run = prepareRun(command, {
    ...{ kind: "rehearsed", network: { kind: "none" }, root, cwd: root, state, hidden: [], env: process.env },
    ...{ caches: [], movable: [], movesTree: false },
  });
  const [program, ...rest] = run.words;
  const { status } = spawnSync(program, rest, { stdio: "ignore", env: run.env });
  const finished = run.finish(status ?? 128);
  if (!finished.ended.began || finished.ended.code !== 0) throw new Error("it was not contained");
  const { committed, environments, idleRules, ignored, linkAt, lostRefs, moved, modules } = finished;
  const judged = judgeChanges(finished.changes, {
    ...{ linkAt, lostRefs },
    ...{
      root,
      ignored,
      idleRules,
      environments,
      unkept: new Set(),
      moved,
      modules,
      committed: committed?.paths ?? null,
      isInstall: false,
      mostDeleted: Number.POSITIVE_INFINITY,
    },
    ...{
      controlReason: () => null,
      isInScope: () => true,
      isDeclared: () => false,
      needsYes: () => false,
      bringsSecret: () => false,
      isForeseen: () => true,
    },
  });
  const applied = judged.filter(({ verdict }) => verdict.becomes === "applied").map(({ change }) => change);
  if (applied.length > 0) await finished.apply(applied, unitOf(judged));
  run.discard();
}

function project(name: string, files: number, modules: number): string {
  const root = join(folder, name);
  fill(join(root, "src"), files);
  fill(join(root, "node_modules"), modules);
  committed(root);
  return root;
}

function committed(root: string): void {
  writeFileSync(join(root, ".gitignore"), "node_modules\n");
  spawnSync("git", ["init", "-q"], { cwd: root });
  spawnSync("git", ["add", "-A"], { cwd: root });
  spawnSync("git", [...git, "commit", "-qm", "first"], { cwd: root });
}

function fill(place: string, files: number): void {
  for (let at = 0; at < files; at += 1) {
    const part = join(place, `${Math.floor(at / 100)}`);
    if (at % 100 === 0) mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `${at}.ts`), `export const a${at} = ${at};\n`);
  }
}

/** A package that brings its tests, run by vitest; with all that vitest needs below its own folder, as in a real tree. */
function zod(name: string): string {
  const root = join(folder, name);
  cpSync(join(modules, "zod"), root, { recursive: true });
  const wanted = ["vitest"];
  for (const each of wanted) {
    const from = join(modules, each);
    if (!existsSync(from)) continue; // an optional part for another platform
    cpSync(from, join(root, "node_modules", each), { recursive: true });
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (!wanted.includes(next)) wanted.push(next);
  }
  const test = { cache: false, include: ["src/v4/mini/tests/*.test.ts"] };
  writeFileSync(join(root, "vitest.config.mjs"), `export default { test: ${JSON.stringify(test)} };\n`);
  const described = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(root, "package.json"), JSON.stringify({ ...described, scripts: { test: "vitest run" } }));
  committed(root);
  if (spawnSync("npm", ["test", "--silent"], { cwd: root }).status !== 0)
    throw new Error("the tests of zod do not pass");
  return root;
}

function tested(name: string): string {
  const root = project(name, 200, 0);
  writeFileSync(join(root, "package.json"), `{"scripts":{"test":"node --test test/"}}`);
  mkdirSync(join(root, "test"));
  const text = `const { test } = require("node:test"); const fs = require("fs"); for (let n = 0; n < 50; n++) test("t" + n, () => { for (const f of fs.readdirSync("src/0")) fs.readFileSync("src/0/" + f, "utf8"); });`;
  for (let at = 0; at < 6; at += 1) writeFileSync(join(root, `test/${at}.test.js`), text);
  return root;
}
