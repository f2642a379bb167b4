/** Whether this machine can contain a command, found out by containing one. */
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Layering } from "./plan/box-plan.ts";
import { rehearse } from "./rehearse.ts";
import { failureIn } from "./run/recorded-failures.ts";
import { knownProfiles, laysLayers, type ProbeAnswer, versionOf, whatForbids } from "./run/what-forbids.ts";

/** Takes a moment: whoever asks often keeps the answer. `state` is where runs would lie. */
export async function probeBox(state: string): Promise<ProbeAnswer> {
  if (process.platform !== "linux")
    return {
      can: false,
      why: "commands are contained on Linux only",
      remedy: "Declare what commands write, or answer when asked.",
    };
  const version = versionOf("bwrap");
  if (version === null)
    return {
      can: false,
      why: "bubblewrap is not installed",
      remedy: "Install it: apt install bubblewrap, or dnf install bubblewrap.",
    };
  if (versionOf("unshare") === null || versionOf("setpriv") === null)
    return { can: false, why: "unshare or setpriv is not installed", remedy: "Install util-linux." };
  mkdirSync(state, { recursive: true, mode: 0o700 });
  if (laysLayers()) {
    const own = await attempt(state, "rehearsed", "bubblewrap");
    if (own.isDone && own.wrote) return { can: true, with: version, laidBy: "bubblewrap" };
  }
  const onLayers = await attempt(state, "rehearsed");
  if (onLayers.isDone && onLayers.wrote) return { can: true, with: version, laidBy: "mount" };
  const other = { why: "a command could not be contained here", remedy: whatForbids() };
  const recorded = failureIn(onLayers.said);
  const profiles = recorded?.why.includes("AppArmor") ? ` ${knownProfiles()}` : "";
  const failure = recorded === null ? other : { ...recorded, remedy: `${recorded.remedy}${profiles}` };
  const bound = await attempt(state, "bound");
  return bound.isDone && !bound.wrote ? { can: "read-only", with: version, ...failure } : { can: false, ...failure };
}

/** A command that writes to the root: on layers that tells, and where everything is bound it cannot. */
async function attempt(state: string, kind: "rehearsed" | "bound", laidBy: Layering = "mount") {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-probe-"));
  const said = join(root, "said");
  const heard = openSync(said, "w");
  try {
    const script = kind === "bound" ? "! (echo contained > file) 2> /dev/null" : "echo contained > file";
    const { ended, changes, discard } = await rehearse(["sh", "-c", script], {
      ...{ kind, laidBy, root, cwd: root, state, hidden: [] },
      stdio: ["ignore", "ignore", heard],
      env: process.env,
    });
    await discard();
    const wrote = changes[0]?.path === "file" || existsSync(join(root, "file"));
    return { isDone: ended.began && ended.code === 0, wrote, said: readFileSync(said, "utf8") };
  } finally {
    closeSync(heard);
    rmSync(root, { recursive: true, force: true });
  }
}
