/**
 * The command that personal settings name: a small shell script in the state folder, where no tool call reaches. It
 * stays the same to hosts whatever version stands behind it, and it stays when this program is gone. Most hosts make
 * the call when a hook breaks: so before a tool, any end but the two that mean something becomes a no.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { quotedWord } from "@intentgate/documents";
import { gatePlace } from "@intentgate/gate";
import { hosts } from "@intentgate/hosts";
import { readText } from "@intentgate/world";
import { isProgram, programOnPath } from "../program/program-on-path.ts";
import { version } from "../program/version.ts";
import { LAUNCHER_VARIABLE, YES, YES_VARIABLE } from "./launched.ts";
import { netcatSource } from "./launcher-netcat.ts";
import { perlDoubt, perlSource } from "./launcher-perl.ts";
import { forgetSteering, surroundings } from "./launcher-surroundings.ts";
import { writeScript } from "./write-script.ts";

export function launcherPath(state: string): string {
  return join(state, "hook");
}

export interface LauncherOptions {
  transport?: Transport;
  version?: string;
  node?: string;
  /** How long the gate that stays may give no sign of life. */
  quietSeconds?: number;
  /** The person's own, which counts from then on; by default that of this process. */
  env?: NodeJS.ProcessEnv;
}

export function writeLauncher(state: string, program: string, options: LauncherOptions = {}): void {
  writeScript(launcherPath(state), launcherText(state, program, options));
}

/** Whether it stands there as this program writes it. */
export function isLauncherCurrent(state: string, program: string, options: LauncherOptions = {}): boolean {
  return readText(launcherPath(state)) === launcherText(state, program, options);
}

/** As it may be written on this machine, whatever way to the gate that stays was found. */
export function launcherTexts(state: string, program: string, options: Omit<LauncherOptions, "transport">): string[] {
  const ways: Transport[] = FOLDERS.flatMap((folder) => [
    { kind: "perl", path: join(folder, "perl") },
    ...NETCATS.map((name): Transport => ({ kind: "netcat", path: join(folder, name) })),
  ]);
  return [...ways, { kind: "none" } as const].map((transport) =>
    launcherText(state, program, { ...options, transport }),
  );
}

export function removeLauncher(state: string): void {
  rmSync(launcherPath(state), { force: true });
}

/** Of the program that wrote it; null where there is none. */
export function launcherVersion(state: string): string | null {
  const path = launcherPath(state);
  return existsSync(path) ? (/^# intentgate (\S+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? "unknown") : null;
}

/** Whether it knows a way to the gate that stays. */
export function launcherAsks(state: string): boolean {
  const path = launcherPath(state);
  return existsSync(path) && /^gate=/m.test(readFileSync(path, "utf8"));
}

/** The deadline of a decision. */
const QUIET_SECONDS = 5;
/** Less than the host waits, and more than the gate takes for its last word. */
const SPARE_SECONDS = 3;

function launcherText(state: string, program: string, options: LauncherOptions): string {
  const { transport = findTransport(), version: own = version, node = process.execPath } = options;
  const { quietSeconds = QUIET_SECONDS, env = process.env } = options;
  const head = `#!/bin/sh
# What agents start for every event: written by \`intentgate init\`.
# intentgate ${own}
${surroundings(state, env)}
node=${quotedWord(node)}
program=${quotedWord(program)}
refuse() {
${guard}
}`;
  const cold = `${YES_VARIABLE}=${YES}
export ${YES_VARIABLE}
if [ ! -x "$node" ]; then "$program" hook "$@"
${transport.kind === "perl" ? bounded(transport.path) : ""}else "$node" "$program" hook "$@"; fi
code=$?
refuse "$@"
`;
  if (transport.kind === "none") return `${head}\n${cold}`;
  const { path } = transport;
  const { folder } = gatePlace(state);
  const ask =
    transport.kind === "perl"
      ? `  PERL_BADLANG=0 ${quotedWord(path)} -e '${perlSource(folder)}' -- "$gate" ${quotedWord(own)} "$$" "$PWD" "$most" ${quietSeconds} '${perlDoubt}' "$node" "$program" hook "$@"
  code=$?
  [ $code -ge 126 ] && [ $code -le 127 ] || refuse "$@"`
      : netcatSource({ netcat: path, version: own, quietSeconds });
  const usable = transport.kind === "perl" ? "" : ` && [ -r /proc/sys/kernel/random/uuid ] && [ -O "$gate" ]`;
  return `${head}
gate=${quotedWord(folder)}
code=
waited=0
${longestWaits()}
# A person who tries this out is no agent: only a process of its own can tell.
if [ -S "$gate/socket" ] && [ ! -t 1 ] && [ ! -t 2 ] && [ -x "$node" ] && [ -x ${quotedWord(path)} ]${usable}; then
${ask}
fi
${LAUNCHER_VARIABLE}="${own} $waited"
export ${LAUNCHER_VARIABLE}
${cold}`;
}

/** Who hangs is ended before the host stops waiting and makes the call; the alarm outlives the exec. */
function bounded(perl: string): string {
  const source = "alarm shift; exec { $ARGV[0] } @ARGV; exit 127";
  return `elif [ -x ${quotedWord(perl)} ]; then
  ${quotedWord(perl)} -e '${source}' "$most" "$node" "$program" hook "$@"
`;
}

function longestWaits(): string {
  const seconds = hosts.map(({ name, can }) => ({ name, most: Math.floor(can.waitsMs / 1_000) - SPARE_SECONDS }));
  const usual = Math.max(...seconds.map(({ most }) => most));
  const others = seconds.filter(({ most }) => most !== usual);
  return [
    `most=${usual}`,
    'case " $* " in',
    ...others.map(({ name, most }) => `  *" ${name} "*) most=${most} ;;`),
    "esac",
  ].join("\n");
}

/** Settings that teams have committed name these, and a person may have trusted the very bytes: so they stay as they are. */
const written = [
  ...["PreToolUse", "preToolUse", "BeforeTool", ".before", "tool_call"],
  ...["UserPromptSubmit", "userPromptSubmitted", "beforeSubmitPrompt", "BeforeAgent", "chat.message", "prompt_submit"],
];

/**
 * Calls, and also what a person wrote, which may start hooks that bind the agent: without an answer it goes no further.
 * What a host calls them that is not among the written names comes after those.
 */
function stopping(): string {
  const hooked = hosts.flatMap(({ events, install }) =>
    install.events.filter((event) => ["before_tool", "prompt"].includes(events[event] ?? "")),
  );
  const others = hooked.filter((event) => !written.some((ending) => event.endsWith(ending)));
  return [...written, ...new Set(others)].map((event) => `*${event}`).join(" | ");
}

const install = "Intentgate gave no answer, so the call is refused. Install it: npm install -g intentgate";

/** For a shell, after the hook: in every case where it did not answer, the answer that the host understands. */
const guard = `case "$code $*" in
  "${YES} "*) ;;
  "2 "*) exit 2 ;;
  ${stopping()}) echo "${install}" >&2; exit 2 ;;
esac
exit 0`;

/** The launcher in one line that names no path, for settings that a whole team shares. One quoted word is the same to every shell. */
export function teamCommand(): string {
  const lines = [
    forgetSteering,
    `${YES_VARIABLE}=${YES} "$0" hook "$@"`,
    "code=$?",
    ...guard.split("\n").map((line) => line.trim()),
  ];
  const script = lines.join("; ").replace("in; ", "in ").replaceAll(";;; ", ";; ");
  return `sh -c '${script}' intentgate`;
}

/** What an installation puts on the path outlives the version behind it. */
export function stableName(program: string, path: string): string {
  const found = programOnPath("intentgate", path);
  return found !== null && realpathSync(found) === realpathSync(program) ? found : program;
}

export type Transport = { kind: "perl" | "netcat"; path: string } | { kind: "none" };

/** Where the system keeps its programs. Not the path: a folder on it may be one that an agent writes to. */
const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"];
const NETCATS = ["nc.openbsd", "nc"];
const LONGEST_MS = 5_000;

/** How a shell script on this machine can reach a unix socket: looked for once, when the launcher is written. */
function findTransport(folders: readonly string[] = FOLDERS): Transport {
  if (process.platform === "win32") return { kind: "none" };
  const perl = first(folders, ["perl"], isPerl);
  if (perl !== null) return { kind: "perl", path: perl };
  const netcat = process.platform === "linux" ? first(folders, NETCATS, isNetcat) : null;
  return netcat === null ? { kind: "none" } : { kind: "netcat", path: netcat };
}

function first(folders: readonly string[], names: readonly string[], fits: (path: string) => boolean): string | null {
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => isProgram(path) && fits(path)) ?? null;
}

function isPerl(path: string): boolean {
  return outputOf(path, ["-e", "socket my $s, 1, 1, 0 and print 6 * 7"]) === "42";
}

/** Those of other makers have no \`-U\`, or do not tell the other side that the request is complete. */
function isNetcat(path: string): boolean {
  return outputOf(path, ["-h"]).includes("OpenBSD netcat");
}

function outputOf(path: string, words: readonly string[]): string {
  const { stdout, stderr } = spawnSync(path, words, { encoding: "utf8", timeout: LONGEST_MS, env: {}, input: "" });
  return `${stdout ?? ""}${stderr ?? ""}`;
}
