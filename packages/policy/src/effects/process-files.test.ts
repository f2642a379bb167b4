/** What another process holds is in nobody's reach who only reads: `/proc` shows the keys of the agent that asks. */

import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isControlName } from "../../../../test/support/policy/sample-control-rules.ts";
import type { FileFacts } from "../paths/file-facts.ts";
import { defaultPolicy } from "../policy-file/policy.ts";
import { createEffectsOf } from "./effects-of.ts";

const links: Record<string, string> = { "/w/link": "/proc/77/environ", "/w/procs": "/proc" };
const folders = ["/", "/w", "/w/src", "/w/proc", "/w/proc/1", "/proc", "/proc/77", "/proc/77/fd", "/proc/77/task"];
const facts: FileFacts = {
  kind(path) {
    if (Object.hasOwn(links, path) || path === "/proc/self") return "link";
    return folders.includes(path) ? "folder" : "file";
  },
  linkTarget: (path) => links[path] ?? "77",
  names: (folder) => (folder === "/" ? ["proc", "w"] : []),
  mayEnter: () => true,
  ignoresCase: () => false,
};
const effectsOf = createEffectsOf({ facts, isControlName, policy: () => defaultPolicy, home: "/home/ann", root: "/w" });
const riskOf = (tool: string, input: object) => effectsOf(tool, input, "/w").effects.risk;
const command = (text: string, cwd?: string) => riskOf("execute_command", { command: text, cwd });

describe("a command that may show what a process holds is not safe", () => {
  it.each([
    "cat /proc/77/environ",
    "cat /proc/self/environ",
    "cat /proc/$PPID/environ",
    'cat "/proc/$PPID/environ"',
    "cat /proc/$PPID/environ | tr '\\0' '\\n'",
    "tr '\\0' '\\n' < /proc/$PPID/environ",
    "tr '\\0' '\\n' < /proc/[0-9]*/environ",
    "cat /proc/[0-9]*/environ",
    "cat /proc/*/environ",
    "cat /proc/*/env*",
    "cat /proc/77/*",
    "cat /proc/7?/mem",
    "cat /proc/77/fd/3",
    "cat /proc/77/task/77/environ",
    "cat /proc/77/task/*/environ",
    "cat /pro?/77/environ",
    "cat /p[r]oc/77/environ",
    "cat /*/77/environ",
    "cat //proc//77/environ",
    "cat /w/../proc/77/environ",
    "cat ../proc/77/environ",
    "cat /pro''c/77/environ",
    "p=/proc; cat $p/77/environ",
    "f=/proc/$PPID; cat $f/environ",
    "p=$PPID; cat /proc/$p/environ",
    "cd /proc && cat 77/environ",
    "cd /proc/77 && cat environ",
    "cat link",
    "cat procs/77/environ",
    "for p in /proc/[0-9]*; do cat $p/environ; done",
    "for p in /proc/*; do head -c 400 $p/envir*; done",
    "ls -d /proc/* | xargs -I{} cat {}/environ",
    "cat $(ls -d /proc/*)/environ",
    "cat $x/environ",
    "cat /$x/77/environ",
    "find /proc -name environ -exec cat {} +",
    "find / -name environ -exec cat {} +",
    "grep -ra sk- /proc",
    "grep -ra sk- /proc/77",
    "grep -ra sk- /",
    "rg -a sk- /",
    "head -c 100 /proc/77/mem",
    "strings /proc/$PPID/environ",
    "base64 /proc/$PPID/environ",
    "xxd /proc/$PPID/environ",
    "echo $(cat /proc/$PPID/environ)",
    "echo $(< /proc/$PPID/environ)",
    "mapfile -d '' a < /proc/$PPID/environ; echo $a",
    "read -r a < /proc/$PPID/environ; echo $a",
    "diff /proc/77/environ /dev/null",
    "sort -z /proc/77/environ",
    "awk 1 /proc/77/environ",
    "sed -n p /proc/77/environ",
    "ls /proc/77/fd",
    "ps e",
    "ps auxe",
    "ps eww",
    "ps -o pid e",
    "ps axeww -o pid",
    "ps -o environ",
    "ps --format environ",
  ])("%s", (text) => {
    expect(command(text)).toBe("UNKNOWN");
  });

  it.each([
    ["cat environ", "/proc/77"],
    ["cat 77/environ", "/proc"],
    ["grep -ra sk- .", "/proc/77"],
    ["grep -ra sk- .", "/"],
  ])("%s in the folder %s", (text, cwd) => {
    expect(command(text, cwd)).toBe("UNKNOWN");
  });
});

it.each([
  "cat /proc/cpuinfo",
  "grep MemTotal /proc/meminfo",
  "cat /proc/sys/kernel/osrelease",
  "cat /proc/77/status",
  "cat /proc/loadavg /proc/uptime",
  "cat proc/1/environ.md",
  "cat src/proc/readme",
  "cat /w/proc/notes",
  "cat src/environ.ts",
  "grep -rn os.environ src",
  "grep -rn process.env src",
  "ls /",
  "stat /",
  "ps aux",
  "ps -ef",
  "ps -eo pid,etime,args",
  "ps -o etime -p 77",
  "ps -u pete",
  "cat src/processes.ts",
  "ls /procedures",
])("%s is as safe as ever", (text) => {
  expect(command(text)).toBe("SAFE");
});

describe("a tool that reads", () => {
  it.each<[string, object]>([
    ["read_file", { path: "/proc/77/environ" }],
    ["read_file", { path: "/proc/self/environ" }],
    ["read_file", { path: "../proc/77/environ" }],
    ["read_file", { path: "link" }],
    ["read_file", { path: "procs/77/mem" }],
    ["read_file", { files: [{ path: "src/a.ts" }, { path: "/proc/77/fd/3" }] }],
    ["search_files", { path: "/proc", regex: "sk-" }],
    ["search_files", { path: "/proc/77", regex: "sk-" }],
    ["search_files", { path: "/", regex: "sk-" }],
  ])("%s %j is not safe", (tool, input) => {
    expect(riskOf(tool, input)).toBe("UNKNOWN");
  });

  it.each<[string, object]>([
    ["read_file", { path: "/proc/meminfo" }],
    ["read_file", { path: "proc/1" }],
    ["read_file", { path: "src/environ" }],
    ["list_files", { path: "/" }],
    ["search_files", { path: "proc", regex: "sk-" }],
  ])("%s %j is safe", (tool, input) => {
    expect(riskOf(tool, input)).toBe("SAFE");
  });
});

const real: FileFacts = {
  kind(path) {
    if (!existsSync(path)) return "absent";
    const seen = lstatSync(path);
    if (seen.isSymbolicLink()) return "link";
    return seen.isDirectory() ? "folder" : "file";
  },
  linkTarget: (path) => readlinkSync(path),
  names: (folder) => readdirSync(folder),
  mayEnter: () => true,
  ignoresCase: () => false,
};

it.runIf(process.platform === "linux")("holds for the process that is really there", () => {
  const here = createEffectsOf({ facts: real, isControlName, policy: () => defaultPolicy });
  for (const text of [`cat /proc/${process.pid}/environ`, "cat /proc/$PPID/environ", "cat /proc/self/environ"]) {
    expect(here("execute_command", { command: text }, "/tmp").effects.risk).toBe("UNKNOWN");
  }
});
