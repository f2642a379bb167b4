/**
 * Shows that the search finds what it is there for: each patch of `test/shell/fuzz-proof` takes one mending out of a copy of the
 * sources, and a fresh seed must find a contradiction: `npm run fuzz:proof -- [--seed N] [NAME…]`.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { bundleTs } from "./bundle-ts.mjs";
import { root } from "./root.mjs";

const MOST_SCRIPTS = 100_000;
const patched = ["packages/shell/src", "packages/policy/src"];
const patches = join(root, "test/shell/fuzz-proof");

const words = process.argv.slice(2);
const at = words.indexOf("--seed");
const [, given] = at < 0 ? [] : words.splice(at, 2);
const names = readdirSync(patches).filter((name) => words.length === 0 || words.some((word) => name.startsWith(word)));

let missing = names.length === 0;
for (const name of names) {
  const seed = Number(given ?? Date.now() % 1_000_000_000);
  const { found, said } = await searchWithout(name, seed);
  if (!found) missing = true;
  process.stdout.write(`${name}: seed ${seed}, ${found ? "found" : "NOT FOUND"} ${said}\n`);
}
process.exitCode = missing ? 1 : 0;

async function searchWithout(name, seed) {
  const scratch = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-proof-"));
  const bundled = join(root, "node_modules/.cache/intentgate", `fuzz-proof-${process.pid}.mjs`);
  try {
    for (const folder of patched) cpSync(join(root, folder), join(scratch, folder), { recursive: true });
    const applied = spawnSync("git", ["apply", join(patches, name)], { cwd: scratch, encoding: "utf8" });
    if (applied.status !== 0) return { found: false, said: `the patch does not apply: ${applied.stderr}` };
    await bundleTs(join(root, "scripts/fuzz-scripts.ts"), bundled, (path) => {
      const isPatched = patched.some((folder) => path.startsWith(join(root, folder)));
      return readFileSync(isPatched ? join(scratch, relative(root, path)) : path, "utf8");
    });
    const wanted = ["--seed", String(seed), "--count", String(MOST_SCRIPTS), "--first"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundled, ...wanted], { encoding: "utf8" });
    return { found: status === 1 && / contradictions\n/.test(stdout), said: summary(stdout) || stderr.slice(-500) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    rmSync(bundled, { force: true });
  }
}

/** The first contradiction, with how many scripts had been judged before. */
function summary(stdout) {
  const [first = ""] = /^ {2}[0-9]+ .*/m.exec(stdout) ?? [];
  return first === "" ? stdout.trim().split("\n").slice(0, 1).join("") : `after ${first.trim().slice(0, 200)}`;
}
