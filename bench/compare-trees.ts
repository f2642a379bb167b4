/** What it costs to look at 20,000 files before a call and to compare them after it, beside `git status` in the same tree. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changesSince, createFileMemory, createRootEye } from "@intentgate/gate";
import { createKeptBytes } from "@intentgate/sidecar";
import { findRepository, type Repository } from "@intentgate/world";
import { quantile } from "./quantile.ts";

const ROUNDS = 15;
/** Of files that git does not know only so many are read at one look: until then a look costs more. */
const LOOKS_BEFORE = 8;
const CACHE_BYTES = 100_000_000;

export function compareTrees(): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "intentgate-bench-")));
  try {
    const root = join(folder, "repo");
    makeRepository(root);
    const withGit = observed(root, findRepository(root), join(folder, "with"));
    const walking = observed(root, null, join(folder, "without"));
    for (let look = 0; look < LOOKS_BEFORE; look += 1) for (const one of [withGit, walking]) one.before();
    const status: number[] = [];
    const both = [withGit, walking].map((one) => ({ ...one, looks: [] as number[], comparisons: [] as number[] }));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, { before, after, looks, comparisons }] of both.entries()) {
        looks.push(time(before));
        writeFileSync(join(root, "packages/p3/src/m7/file-5.ts"), `export const v = [${round}, ${at}];\n`);
        comparisons.push(time(after));
      }
      status.push(time(() => git(root, "status", "--porcelain")));
    }
    const peer = quantile(status, 0.5);
    console.log(`\n20,000 files, one of them changed by the call; git status --porcelain takes ${ms(peer)}`);
    for (const [at, name] of ["in a repository", "without git"].entries()) {
      const { looks, comparisons } = both[at] as (typeof both)[number];
      const [look, comparison] = [quantile(looks, 0.5), quantile(comparisons, 0.5)];
      console.log(`  ${name.padEnd(16)} before ${ms(look)}  after ${ms(comparison)}`);
      console.log(`    relative to git status: ${ratio(look, peer)} and ${ratio(comparison, peer)}   (limit 4)`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeRepository(root: string): void {
  for (let file = 0; file < 20_000; file += 1) {
    const [packageNumber, folder] = [Math.floor(file / 1_000), Math.floor(file / 20) % 50];
    const at = join(root, `packages/p${packageNumber}/src/m${folder}`);
    if (file % 20 === 0) mkdirSync(at, { recursive: true });
    writeFileSync(join(at, `file-${file % 20}.ts`), `export const v${file} = ${file};\n`.repeat(5));
  }
  execFileSync("git", ["init", "-q", root]);
  git(root, "add", "-A");
  git(root, "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "all");
}

function git(root: string, ...words: string[]): void {
  execFileSync("git", ["-C", root, ...words], { stdio: ["ignore", "pipe", "ignore"] });
}

function observed(root: string, repository: Repository | null, state: string) {
  const cache = createKeptBytes({
    folder: join(state, "kept"),
    former: join(state, "none"),
    limitBytes: () => CACHE_BYTES,
    isWanted: () => true,
  });
  mkdirSync(state);
  const eye = createRootEye({
    root,
    repository,
    cache,
    memory: createFileMemory(join(state, "memory")),
    cacheLimit: () => CACHE_BYTES,
    isSecret: () => false,
    doubted: () => new Set(),
    now: Date.now,
  });
  const options = { limit: 100_000, reaches: () => false, mustBeSure: false, matters: () => false };
  let last = eye.look(options);
  return {
    before() {
      last = eye.look(options);
    },
    after() {
      const { entries } = changesSince(last, { root, repository, eye, cache }, options);
      if (entries.length !== 1) throw new Error(`one file was changed, and ${entries.length} were found`);
    },
  };
}

function time(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
