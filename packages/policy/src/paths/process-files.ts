/** What `/proc` shows of other processes: their environment, memory and open files, and so the keys they hold. */
import { matchesName } from "@intentgate/documents";

/** What the kernel tells of the machine, and what it tells of a process that is no secret of it. */
const ofMachine = new Set(
  `acpi buddyinfo bus cgroups cmdline consoles cpuinfo crypto devices diskstats driver execdomains fb filesystems fs
  interrupts iomem ioports irq loadavg locks mdstat meminfo misc modules mounts mtrr net partitions pressure schedstat
  softirqs stat swaps sys sysvipc timer_list tty uptime version vmstat zoneinfo`.split(/\s+/),
);
const ofProcess = new Set(
  `cgroup comm cpuset io limits loginuid mountinfo mounts mountstats net oom_adj oom_score oom_score_adj personality sched
  schedstat smaps_rollup stat statm status uid_map gid_map wchan`.split(/\s+/),
);

/** `absolute`: where the path leads; its names may be patterns. */
export function isProcessFile(absolute: string): boolean {
  const [top = "", of, ...rest] = absolute.split("/").slice(1);
  if (!mayBe(top, "proc") || (of !== undefined && ofMachine.has(of))) return false;
  const inTask = rest[0] !== undefined && mayBe(rest[0], "task");
  const [name] = inTask ? rest.slice(2) : rest;
  // A folder too: what searches in it comes to all of it.
  return name === undefined || !ofProcess.has(name);
}

/** For words that are put together while a command runs: whether `/proc` is named in it for more than the machine. */
export function namesProcesses(command: string): boolean {
  const plain = command.replace(/["'\\]/g, "").replace(/\/{2,}/g, "/");
  const isMade = (word: string) => /[$`]/.test(word) && /\/(?:environ|mem|fd)(?![\w.-])/.test(word);
  if (plain.split(/\s/).some(isMade)) return true;
  for (let at = plain.indexOf("/proc"); at >= 0; at = plain.indexOf("/proc", at + 1)) {
    if (/[\w.*?\]~-]/.test(plain[at - 1] ?? "")) continue; // the name of a folder below another one
    const [top = "", ...rest] = (/^[^\s;&|<>()`,]*/.exec(plain.slice(at + 1))?.[0] ?? "").split("/");
    if (top !== "proc") {
      if (/^proc[\w.-]/.test(top)) continue;
      return true;
    }
    const [of = "", ...more] = rest;
    if (ofMachine.has(of)) continue;
    if (!/^(?:\d+|self|thread-self)$/.test(of) || !ofProcess.has(more[0] ?? "")) return true;
  }
  return false;
}

function isPattern(name: string): boolean {
  return /[*?[]/.test(name);
}

function mayBe(pattern: string, name: string): boolean {
  if (pattern === name || pattern === "**") return true;
  return isPattern(pattern) && matchesName([...pattern.replace(/\[[^\]]*\]?/g, "?")], [...name]);
}
