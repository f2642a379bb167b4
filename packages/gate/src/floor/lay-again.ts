/**
 * Somebody outside replaced a file that the floor holds, as editors and git do when they save: what lay on the old one
 * went with it. It is laid on the new one, from outside, in the namespaces of the floor. No program of the system does
 * that for a user, so the few calls are made in perl.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const calls: Partial<Record<NodeJS.Architecture, { setns: number; mount: number }>> = {
  x64: { setns: 308, mount: 165 },
  arm64: { setns: 268, mount: 40 },
};
const LONGEST_MS = 5_000;

const SOURCE = `
my ($setns, $mount, $pid, @paths) = @ARGV;
my @spaces;
for ("user", "mnt") { open my $space, "<", "/proc/$pid/ns/$_" or exit 1; push @spaces, $space }
for (@spaces) { syscall($setns + 0, fileno $_, 0) == 0 or exit 2 }
my $none = "";
for my $path (@paths) {
  my $place = "$path";
  syscall($mount + 0, $place, $place, $none, 4096 | 16384, $none) == 0 or exit 3;
  # Read-only, without rights of others and devices; where the disk itself runs nothing, that must be said again.
  syscall($mount + 0, $none, $place, $none, 4096 | 32 | 7, $none) == 0
    or syscall($mount + 0, $none, $place, $none, 4096 | 32 | 15, $none) == 0 or exit 4;
}
`;

/** False where it does not lie there afterwards. `pid`: a process on the floor. */
export function layAgain(pid: number, paths: readonly string[]): boolean {
  const numbers = calls[process.arch];
  if (numbers === undefined) return false;
  const words = ["-e", SOURCE, "--", `${numbers.setns}`, `${numbers.mount}`, `${pid}`, ...paths];
  const ran = spawnSync("/usr/bin/perl", words, { timeout: LONGEST_MS, env: {}, cwd: "/", stdio: "ignore" });
  return ran.status === 0 && areHeld(pid, paths);
}

function areHeld(pid: number, paths: readonly string[]): boolean {
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, "utf8").split("\n");
  const last = new Map(mounts.map((line) => line.split(" ")).map((fields) => [fields[4], fields[5]]));
  return paths.every((path) => last.get(escaped(path))?.split(",").includes("ro"));
}

/** As the system writes a path there. */
function escaped(path: string): string {
  return path.replace(/[ \t\n\\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
