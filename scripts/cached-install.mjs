/**
 * Programs that tests drive and that are no dependencies of ours: installed from npm, in exact versions, into the cache
 * folder. Nothing of it is run but the step that its package documents, and nothing is written to anybody's home.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";
import { runBounded } from "./run-bounded.mjs";

const kept = join(root, "node_modules/.cache/intentgate");

/**
 * `packages`: `name@version`. `setUp`: a package and the script of it that its own installation would have run.
 * Returns `{ ok: true, folder }`, where `folder/node_modules` has them, or `{ ok: false, why }`.
 */
export async function cachedInstall(name, { packages, setUp = [], withinMs = 180_000 }, cache = kept) {
  const folder = join(cache, name);
  const wanted = JSON.stringify({ packages, setUp, node: process.versions.modules });
  const note = "installed.json";
  const isThere = () => existsSync(join(folder, note)) && readFileSync(join(folder, note), "utf8") === wanted;
  if (isThere()) return { ok: true, folder };

  // Made beside it and moved there whole: what is half done or was broken off never counts.
  mkdirSync(cache, { recursive: true });
  const part = mkdtempSync(join(cache, `${name}-part-`));
  try {
    const until = Date.now() + withinMs;
    writeFileSync(join(part, "package.json"), '{ "private": true }\n');
    const npm = ["install", "--prefix", part, "--ignore-scripts", "--save-exact", ...quiet, ...packages];
    const env = {
      ...process.env,
      HOME: part,
      npm_config_userconfig: userConfig(),
      npm_config_cache: join(part, ".npm"),
    };
    const steps = [
      { program: "npm", args: npm, cwd: part },
      ...setUp.map(([owner, script]) => ({
        program: process.execPath,
        args: [script],
        cwd: join(part, "node_modules", owner),
      })),
    ];
    for (const { program, args, cwd } of steps) {
      const done = await runBounded(program, args, { cwd, env, withinMs: until - Date.now() });
      if (done.code !== 0) return { ok: false, why: `${args[0]}: ${reason(done)}` };
    }
    rmSync(join(part, ".npm"), { recursive: true, force: true });
    chmodSync(part, 0o755); // a folder for one's own temporary things lets nobody else in
    writeFileSync(join(part, note), wanted);
    // Another process may have been faster; its folder is as good as ours.
    if (!isThere()) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(part, folder);
    }
    return { ok: true, folder };
  } catch (error) {
    return { ok: false, why: error.message };
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];

/** Which registry to ask is the person's own setting. */
function userConfig() {
  return process.env.npm_config_userconfig ?? join(homedir(), ".npmrc");
}

function reason({ code, out, timedOut }) {
  if (timedOut) return "it took too long";
  const lines = out.split("\n").map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) || lines.find(Boolean) || `it ended with ${code}`;
}
