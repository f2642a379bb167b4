/**
 * Whose event it is that a launcher brought. The gate that stays is nobody's child, so it starts from the launcher's
 * process. A process that is not running the launcher is not believed: whoever talks to the socket directly could have
 * anybody's terminal taken for an agent's. Only Linux tells enough of another process to check that; elsewhere the
 * number in the request is believed.
 */
import { readlinkSync, realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { factsOf } from "@intentgate/shell";
import { commandLine, hostProcess, onSystemError } from "@intentgate/world";

/** The host's process, or the launcher's where nothing but shells is above it; null where it is not believed. */
export function callerOf(pid: number, launcher: string): number | null {
  // Where it has ended, nobody waits for the answer.
  return onSystemError("any", null, () =>
    process.platform !== "linux" || runsLauncher(pid, launcher) ? (hostProcess(pid) ?? pid) : null,
  );
}

/**
 * As the system starts a script: its shell, then the script's path, and no option between, which could make the path a
 * mere word. Compared as written, since a link may lead elsewhere by now.
 */
function runsLauncher(pid: number, launcher: string): boolean {
  const [shell = "", script] = commandLine(pid);
  return (
    factsOf(basename(shell)).opensScripts === true &&
    script === launcher &&
    statSync(`/proc/${pid}`).uid === process.getuid?.() &&
    isSystemShell(readlinkSync(`/proc/${pid}/exe`))
  );
}

/** Asked for with every event; looked up anew only where it seems to be another. */
let systemShell: string | null = null;

function isSystemShell(program: string): boolean {
  if (program !== systemShell) systemShell = realpathSync("/bin/sh");
  return program === systemShell;
}
