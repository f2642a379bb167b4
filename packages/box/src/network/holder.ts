/** The network of one session: a namespace with nothing but a loopback in it, kept by a process of its own. */
import { spawn } from "node:child_process";
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { jsonFields } from "@intentgate/documents";
import { onSystemError, replaceFile, SYSTEM_PATH, withFileLock } from "@intentgate/world";
import { HOLDER_SCRIPT } from "./holder-script.ts";
import { endProcess, isRunning, markOf, type ProcessMark, readMark } from "./process-mark.ts";
import { makeSessionFolder, sessionFolder, sessionFolders } from "./session-folder.ts";

export interface Holder extends ProcessMark {
  session: string;
  /** The host that the session runs in; null: nobody is waited for. */
  owner: ProcessMark | null;
  /** Names the namespace. */
  network: string;
}

export interface HolderOptions {
  /** The state folder of all roots. */
  state: string;
  session: string;
  owner: ProcessMark | null;
  /** How often the holder looks whether it is still needed. */
  pauseSeconds?: number;
}

export type HolderAnswer = { can: true; holder: Holder } | { can: false; why: string };

const FILE = "holder.json";
const PAUSE_SECONDS = 5;
const IDLE_MINUTES = 30;
const START_MS = 10_000;

/** The one that is there, else a new one: whatever was held by one that died ended with it. */
export function ensureHolder(options: HolderOptions): Promise<HolderAnswer> {
  const folder = makeSessionFolder(options.state, options.session);
  return withFileLock(join(folder, "holder.lock"), async () => {
    const known = readHolder(folder);
    if (known !== null) {
      const now = new Date();
      utimesSync(join(folder, FILE), now, now);
      return { can: true, holder: known };
    }
    forgetEnded(options.state);
    return startHolder(folder, options);
  });
}

/** Null where the session has none, or its holder has ended. */
export function holderOf(state: string, session: string): Holder | null {
  return readHolder(sessionFolder(state, session));
}

export function allHolders(state: string): Holder[] {
  return sessionFolders(state).flatMap((folder) => readHolder(folder) ?? []);
}

/** Ends the network of a session, and everything that it held. */
export function endHolder(state: string, session: string): boolean {
  const folder = sessionFolder(state, session);
  const holder = readHolder(folder);
  // The record goes first: a holder that cannot be reached finds it gone.
  rmSync(folder, { recursive: true, force: true });
  if (holder !== null) endProcess(holder, "SIGKILL");
  return holder !== null;
}

/** Folders of sessions whose holder ended by itself go; one that is just being started has a young record. */
function forgetEnded(state: string): void {
  for (const folder of sessionFolders(state)) {
    const record = statSync(join(folder, FILE), { throwIfNoEntry: false });
    const isOld = record !== undefined && Date.now() - record.mtimeMs > 60_000;
    if (isOld && readHolder(folder) === null) rmSync(folder, { recursive: true, force: true });
  }
}

function readHolder(folder: string): Holder | null {
  const text = onSystemError(["ENOENT"], null, () => readFileSync(join(folder, FILE), "utf8"));
  const { session, network, owner, ...rest } = jsonFields(text ?? "");
  const mark = readMark(rest);
  if (mark === null || typeof session !== "string" || typeof network !== "string") return null;
  if (!isRunning(mark) || networkOf(mark.pid) !== network) return null;
  return { ...mark, session, network, owner: readMark(owner) };
}

function networkOf(pid: number): string | null {
  return onSystemError("any", null, () => readlinkSync(`/proc/${pid}/ns/net`));
}

/** bubblewrap, as it is there anyway: it brings the loopback up, which no other program of every system does. */
async function startHolder(folder: string, { session, owner, pauseSeconds }: HolderOptions): Promise<HolderAnswer> {
  const record = join(folder, FILE);
  // Before it starts: one that finds no record ends.
  replaceFile(record, "{}\n", { mode: 0o600 });
  const loop = [`${owner?.pid ?? 0}`, owner?.startedAt ?? "", `${pauseSeconds ?? PAUSE_SECONDS}`, `${IDLE_MINUTES}`];
  const words = [
    ...["--unshare-user", "--uid", "0", "--gid", "0", "--unshare-net", "--unshare-pid", "--as-pid-1"],
    ...["--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--chdir", "/", "--info-fd", "3"],
    ...["bash", "--norc", "-c", HOLDER_SCRIPT, "holder", record, ...loop],
  ];
  const env = { PATH: SYSTEM_PATH };
  const child = spawn("bwrap", words, { cwd: "/", env, detached: true, stdio: ["ignore", "pipe", "ignore", "pipe"] });
  const [out, info] = [child.stdout as Readable, child.stdio[3] as Readable];
  const failed = new Promise<null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", () => resolve(null));
    setTimeout(resolve, START_MS, null).unref();
  });
  const said = await Promise.race([failed, Promise.all([textUpTo("\n", out), textUpTo("}", info)])]);
  if (said === null) child.kill("SIGKILL");
  for (const pipe of [out, info]) pipe.destroy();
  child.unref();
  const pid = said === null ? null : Number(jsonFields(said[1])["child-pid"]);
  const mark = said?.[0] === "ready\n" && pid !== null ? markOf(pid) : null;
  const network = mark === null ? null : networkOf(mark.pid);
  if (mark === null || network === null)
    return { can: false, why: "no network of its own could be made for the session" };
  const holder: Holder = { ...mark, session, owner, network };
  replaceFile(record, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return { can: true, holder };
}

async function textUpTo(end: string, stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    text += chunk;
    if (text.includes(end)) break;
  }
  return text;
}
