/** Starts a program on its floor, and tells whether this machine lets anybody do so. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { onSystemError, systemProgram } from "@intentgate/world";
import { floorWords, INFO } from "../plan/floor-words.ts";
import { versionOf, whatForbids } from "./what-forbids.ts";

/** Bash, as smaller shells cannot close a descriptor of two digits: an inherited one of a folder would be a way out. */
const CLOSING = `
for fd in /proc/self/fd/*; do
  number=\${fd##*/}
  [ "$number" -le 2 ] || eval "exec $number>&-" 2>/dev/null
done
exec ${INFO}> "$1" || exit 125
shift
exec "$@"
`;

/** The path of the person is for the command only. `info`: a file that says which process stands on the floor, once it does. */
export function floorCommand(info: string, words: readonly string[], command: readonly string[]): string[] {
  const [program = "", ...rest] = words;
  const closing = [systemProgram("bash"), "--norc", "-p", "-c", CLOSING, "floor", info];
  return [systemProgram("setpriv"), "--pdeathsig", "KILL", ...closing, systemProgram(program), ...rest, ...command];
}

/** Null where nothing stands there yet. */
export function floorProcess(info: string): number | null {
  const text = onSystemError("any", "", () => readFileSync(info, "utf8"));
  const pid = /"child-pid": (\d+)/.exec(text)?.[1];
  return pid === undefined || !text.trimEnd().endsWith("}") ? null : Number(pid);
}

type FloorAnswer = { can: true; with: string } | { can: false; why: string; remedy: string };

/** By laying one. */
export function probeFloor(): FloorAnswer {
  const install = "Install it: apt install bubblewrap, or dnf install bubblewrap.";
  if (process.platform !== "linux")
    return {
      can: false,
      why: "programs are contained on Linux only",
      remedy: "Start the agent itself, without a floor.",
    };
  const version = versionOf("bwrap");
  if (version === null) return { can: false, why: "bubblewrap is not installed", remedy: install };
  if (versionOf("setpriv") === null)
    return { can: false, why: "setpriv is not installed", remedy: "Install util-linux." };
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const words = floorWords({ mounts: [{ does: "hold", path: "/usr" }], user, cwd: "/", hasNoTerminal: true });
  const [program = "", ...rest] = floorCommand("/dev/null", words, ["true"]);
  const ran = spawnSync(program, rest, { stdio: "ignore" });
  if (ran.status === 0) return { can: true, with: version };
  return { can: false, why: "no floor can be laid here", remedy: whatForbids() };
}
