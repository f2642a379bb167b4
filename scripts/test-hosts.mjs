/**
 * Drives the real coding agents, without a person and without a network, against a scripted model, and holds our MCP
 * server and the gateway against the official suite. Ends with `N passed, N failed`; what could not be installed, or had
 * no time left, is `not run`, and in CI a failure.
 * With `--older`, by hand: only what each agent does in root, subfolder and worktree, in a version about half a year old.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apart } from "./apart.mjs";
import "./build.mjs";
import { findBrowser } from "./browser.mjs";
import { cachedInstall } from "./cached-install.mjs";
import { installBubblewrap } from "./debian-package.mjs";
import { hostPrograms, olderPrograms } from "./host-programs.mjs";
import { root } from "./root.mjs";
import { endGroup, runBounded } from "./run-bounded.mjs";
import { countTwice, failuresOf, forgetCounts, keepCounts } from "./test-counts.mjs";

const LONGEST_MS = 12 * 60_000;
const until = Date.now() + LONGEST_MS;
const left = () => until - Date.now();
const isOlder = process.argv.includes("--older");
const words = process.argv.slice(2).filter((word) => word !== "--older");
const kept = join(root, "node_modules/.cache/intentgate");
const cache = isOlder ? mkdtempSync(join(tmpdir(), "intentgate-older-")) : kept;
const say = (text) => process.stdout.write(text);
const own = (name) => join(kept, `${name}-${process.pid}.json`);
const [report, hosts, groups] = ["hosts-report", "hosts", "host-groups"].map(own);

if (!isOlder) forgetCounts("hosts");
mkdirSync(kept, { recursive: true });
if (isOlder) chmodSync(cache, 0o755); // hosts run as nobody
const noBox = await installBubblewrap(say);
if (noBox !== null) say(`not run: the box behind the hosts: ${noBox}\n`);
const browser = await findBrowser(say);
if (!browser.ok) say(`not run: the page in front of a host: ${browser.why}\n`);
const installed = await installHosts();
for (const [name, { ok, why }] of Object.entries(installed)) if (!ok) say(`not run: ${name}: ${why}\n`);
writeFileSync(groups, "");

const nothing = { passed: 0, failed: 0, skipped: 0, out: "" };
const [gates, protocol] = await Promise.all([driveHosts(), isOlder ? nothing : judgeProtocol()]);
say(protocol.out);
const gateway = isOlder ? nothing : await compareGateway();
say(gateway.out);
const total = (key) => [gates, protocol, gateway].reduce((sum, one) => sum + one[key], 0);
const missing = [noBox !== null, !browser.ok, ...Object.values(installed).map(({ ok }) => !ok)].filter(Boolean).length;
const counts = {
  passed: total("passed"),
  failed: total("failed") + (process.env.CI === "true" ? missing : 0),
  skipped: total("skipped"),
  failures: gates.failures,
  unsteady: gates.unsteady,
};
if (!isOlder) keepCounts("hosts", counts);
for (const file of isOlder ? [hosts, groups, cache] : [hosts, groups]) rmSync(file, { recursive: true, force: true });
const notRun = counts.skipped > 0 ? `, ${counts.skipped} not run` : "";
say(`${failuresOf([counts]).join("")}${counts.passed} passed, ${counts.failed} failed${notRun}\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function installHosts() {
  const programs = isOlder ? await olderPrograms(say) : hostPrograms;
  const found = Object.entries(programs).map(async ([name, wanted]) => [
    name,
    await cachedInstall(name, wanted, cache),
  ]);
  const all = Object.fromEntries(await Promise.all(found));
  for (const [name, { needs }] of Object.entries(programs)) if (needs && !all[needs].ok) all[name] = all[needs];
  return all;
}

async function driveHosts() {
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", "test/hosts/vitest.config.ts"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const older = isOlder ? ["-t", "own settings"] : [];
  // Hosts run as nobody, who may not be let into the folder where this repository lies.
  // Not below /tmp: no layer can be laid over a folder with a mount in it.
  const shown = mkdtempSync(join(existsSync("/var/tmp") ? "/var/tmp" : tmpdir(), "intentgate-hosts-"));
  chmodSync(shown, 0o755);
  const closed = apart(cache, shown);
  const seen = JSON.stringify(installed);
  writeFileSync(hosts, closed.ok ? seen.replaceAll(JSON.stringify(cache).slice(1, -1), shown) : seen);
  if (!closed.ok) say(`the network stays open: ${closed.why}\n`);
  const env = {
    ...process.env,
    INTENTGATE_TEST_HOSTS: hosts,
    INTENTGATE_TEST_GROUPS: groups,
    INTENTGATE_TEST_UNTIL: String(until),
    ...(browser.ok ? { INTENTGATE_TEST_BROWSER: browser.path } : {}),
    ...(isOlder ? { INTENTGATE_TEST_OLDER: "1" } : {}),
  };
  const counts = await countTwice(report, async (broken) => {
    const args = [...vitest, ...reporters, ...older, ...(broken.length > 0 ? broken : words)];
    const [program, ...given] = closed.ok ? closed.command(process.execPath, args) : [process.execPath, ...args];
    const ran = await runBounded(program, given, { cwd: root, env, withinMs: left(), onOutput: say });
    if (ran.timedOut) say(`the hosts took longer than ${LONGEST_MS / 60_000} minutes\n`);
    return ran.timedOut ? null : ran.code;
  });
  // Hosts have groups of their own. In a namespace they are gone already, and their numbers mean nothing here.
  if (!closed.ok)
    for (const pid of readFileSync(groups, "utf8").split("\n").filter(Boolean)) endGroup(Number(pid), "SIGKILL");
  rmdirSync(shown);
  return counts;
}

async function judgeProtocol() {
  const script = join(root, "scripts/conformance.mjs");
  const { code, out } = await runBounded(process.execPath, [script], { cwd: root, withinMs: left() });
  const [, passed, failed] = /conformance: (\d+) passed, (\d+) failed/.exec(out) ?? [];
  if (passed !== undefined) return { passed: Number(passed), failed: Number(failed), skipped: 0, out };
  return { ...notRunOrFailed(code, out), out };
}

/** What the official suite says of the reference server, bare and behind the gateway. */
async function compareGateway() {
  const script = join(root, "scripts/conformance-gateway.mjs");
  const { code, out } = await runBounded(process.execPath, [script], { cwd: root, withinMs: left() });
  const [told, same, all] = /conformance through the gateway: (\d+) of (\d+) the same.*/.exec(out) ?? [];
  if (told === undefined) return { ...notRunOrFailed(code, out), out };
  const failed = Number(all) - Number(same);
  return { passed: Number(same), failed, skipped: 0, out: failed === 0 ? `${told}\n` : out };
}

function notRunOrFailed(code, out) {
  const isNotRun = code === 0 && out.includes("conformance: not run");
  return { passed: 0, failed: isNotRun && process.env.CI !== "true" ? 0 : 1, skipped: isNotRun ? 1 : 0 };
}
