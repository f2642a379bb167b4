/** What the machine itself must have: Node.js, git, a clock that is right, and room. */
import { spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { ago } from "../terminal/elapsed.ts";
import { bad, type Check, type Machine, ok, type Patient, warning } from "./finding.ts";

const LEAST = [20, 19];

export const nodeVersion: Check<Machine> = {
  name: "node",
  look: () => [judgeVersion(process.versions.node)],
};

export function judgeVersion(version: string) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = LEAST;
  const isNew = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return isNew
    ? ok(`Node.js ${version}`)
    : bad(`Node.js ${version} is too old`, `Install Node.js ${LEAST.join(".")} or newer.`);
}

export const gitProgram: Check<Machine> = {
  name: "git",
  look({ env }) {
    // In the root folder and without any of the person's settings: only the program itself is asked.
    const { PATH } = env;
    const asked = spawnSync("git", ["--version"], { cwd: "/", env: { PATH }, encoding: "utf8", timeout: 5_000 });
    const version = /^git version (\S{1,40})/.exec(asked.stdout ?? "")?.[1];
    if (asked.status === 0 && version) return [ok(`git ${version}`)];
    return [
      warning(
        "git was not found; the gate works without it, but commits are not recorded",
        "Install git, or put it on the PATH.",
      ),
    ];
  },
};

const TOLERATED_MS = 5 * 60_000;
/** No computer that runs this can be older. */
const EARLIEST = Date.UTC(2026, 0, 1);

/** Records are ordered by time where nothing else orders them; a clock that jumped back makes a mess of that. */
export const clock: Check<Patient> = {
  name: "clock",
  look({ root, now }) {
    const stamps = [...root.store.ledger.newest(1), ...root.store.decisions.newest(1)].map((one) => one.timestamp);
    return [judgeClock(now, stamps)];
  },
};

export function judgeClock(now: Date, stamps: readonly string[]) {
  if (now.getTime() < EARLIEST)
    return bad(`the clock says ${now.toISOString()}`, "Set the clock: approvals and pauses run out by it.");
  const newest = stamps
    .filter((one) => Date.parse(one) - now.getTime() > TOLERATED_MS)
    .sort()
    .at(-1);
  if (newest)
    return warning(
      `the newest entry is from the future (${newest}); the clock seems to have been set back`,
      "Set the clock: approvals and pauses run out by it.",
    );
  const last = [...stamps].sort().at(-1);
  return ok(last ? `the newest entry is from ${ago(last, now)}` : now.toISOString());
}

const LOW_MB = 200;
const EMPTY_MB = 10;

export const diskSpace: Check<Patient> = {
  name: "disk",
  look({ root }) {
    const { bavail, bsize } = statfsSync(root.root);
    return [judgeSpace(Math.floor((bavail * bsize) / 1_000_000))];
  },
};

export function judgeSpace(megabytes: number) {
  const free = megabytes >= 1_000 ? `${Math.floor(megabytes / 1_000)} GB free` : `${megabytes} MB free`;
  if (megabytes < EMPTY_MB)
    return bad(`the disk is full (${free}); what cannot be recorded is refused`, "Free some space.");
  return megabytes < LOW_MB
    ? warning(`the disk is nearly full (${free})`, "Free some space: on a full disk every change is refused.")
    : ok(free);
}
