/**
 * Working days of real agents, in the modes in which they are started, with the gate and without it: how often a person
 * is asked, and what is stopped. By hand: `npm run day [-- DAY.yaml …] [--host NAME] [--mode NAME] [--no-box] [--rows]`.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apart } from "./apart.mjs";
import "./build.mjs";
import { bundleTs } from "./bundle-ts.mjs";
import { cachedInstall } from "./cached-install.mjs";
import { hostPrograms } from "./host-programs.mjs";
import { root } from "./root.mjs";
import { runBounded } from "./run-bounded.mjs";

const LONGEST_MS = 20 * 60_000;
const cache = join(root, "node_modules/.cache/intentgate");
const own = (name) => join(cache, `${process.pid}-${name}`);
const [program, order, met] = [own("days.mjs"), own("day-order.json"), own("day-met.json")];
const say = (text) => process.stdout.write(text);

mkdirSync(cache, { recursive: true });
try {
  await bundleTs(join(root, "test/days/run-days.ts"), program);
  const read = await runBounded(process.execPath, [program, "read", ...process.argv.slice(2)], { withinMs: 60_000 });
  if (read.code === 0) process.exitCode = await playAll(JSON.parse(read.out));
  else {
    say(read.out);
    process.exitCode = 2;
  }
} finally {
  for (const file of [program, order, met]) rmSync(file, { force: true });
}

/** `wanted`: hosts, and what each day brings from npm. */
async function playAll(wanted) {
  const folders = {};
  for (const name of wanted.hosts) folders[name] = await cachedInstall(name, hostPrograms[name]);
  if (folders.opencode?.ok)
    folders["opencode-plugin"] = await cachedInstall("opencode-plugin", hostPrograms["opencode-plugin"]);
  for (const { name, packages } of wanted.projects) folders[name] = await cachedInstall(name, { packages });
  for (const [name, { ok, why }] of Object.entries(folders)) if (!ok) say(`not run: ${name}: ${why}\n`);
  // Hosts run as nobody, who may not be let into the folder where this repository lies.
  const shown = mkdtempSync(join(existsSync("/var/tmp") ? "/var/tmp" : tmpdir(), "intentgate-days-"));
  chmodSync(shown, 0o755);
  const closed = apart(cache, shown);
  if (!closed.ok) say(`not run: a day pushes, and the network stays open: ${closed.why}\n`);
  const places = Object.entries(folders).flatMap(([name, { ok }]) => (ok ? [[name, join(shown, name)]] : []));
  writeFileSync(order, JSON.stringify({ ...wanted, met, folders: Object.fromEntries(places) }));
  // A folder for temporary files as everybody has one, and nobody else's.
  const mounts = ["-c", 'mount -t tmpfs -o mode=1777 tmpfs /tmp && exec "$@"', "sh"];
  const words = [...mounts, process.execPath, program, "play", order];
  const [first, ...rest] = closed.ok ? closed.command("sh", words) : ["false"];
  const ran = await runBounded(first, rest, { cwd: root, withinMs: LONGEST_MS, onOutput: say });
  if (ran.timedOut) say(`the days took longer than ${LONGEST_MS / 60_000} minutes\n`);
  rmdirSync(shown);
  if (wanted.keeps !== null && existsSync(met)) copyFileSync(met, wanted.keeps);
  return ran.code ?? 1;
}
