/** Whether this machine can contain a command, found out by containing one. */
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Layering } from "./plan/box-plan.ts";
import type { Copies } from "./plan/copies.ts";
import { rehearse } from "./rehearse.ts";
import { failureIn } from "./run/recorded-failures.ts";
import { knownProfiles, laysLayers, type ProbeAnswer, versionOf, whatForbids } from "./run/what-forbids.ts";

const CLOSED = "closed";

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
  return (await worksOnCopies(state)) ? { can: "copies", with: version, ...failure } : { can: false, ...failure };
}

/** Both are tried: what only reads, and what works on copies. */
async function worksOnCopies(state: string): Promise<boolean> {
  const bound = await attempt(state, "bound");
  if (!bound.isDone || bound.wrote) return false;
  const copied = await attempt(state, "copies");
  return copied.isDone && copied.wrote;
}

/** What is copied of the root of an attempt: nothing, and one folder stays as it is. */
const copies: Copies = {
  ...{ joined: [], copied: [], fixed: [], over: [], masked: [] },
  bound: [{ path: CLOSED, kind: "folder" }],
};

const script = "echo contained > file";
const fails = (script: string) => `! (${script}) 2> /dev/null`;
const scripts = {
  rehearsed: script,
  bound: fails(script),
  copies: `${script} && ${fails(`echo contained > ${CLOSED}/file`)}`,
};

/** A command that writes to the root: on layers or copies that tells, and where everything is bound it cannot. */
async function attempt(state: string, what: keyof typeof scripts, layering: Layering = "mount") {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-probe-"));
  const said = join(root, "said");
  const heard = openSync(said, "w");
  mkdirSync(join(root, CLOSED));
  try {
    const [kind, laidBy] = what === "copies" ? (["rehearsed", copies] as const) : ([what, layering] as const);
    const { ended, changes, discard } = await rehearse(["sh", "-c", scripts[what]], {
      ...{ kind, laidBy, root, cwd: root, state, hidden: [] },
      stdio: ["ignore", "ignore", heard],
      env: process.env,
    });
    await discard();
    const isReached = existsSync(join(root, "file")) || existsSync(join(root, CLOSED, "file"));
    const isTold = changes[0]?.path === "file";
    const wrote = what === "copies" ? isTold && !isReached : isTold || isReached;
    return { isDone: ended.began && ended.code === 0, wrote, said: readFileSync(said, "utf8") };
  } finally {
    closeSync(heard);
    rmSync(root, { recursive: true, force: true });
  }
}
