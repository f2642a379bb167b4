/** Runs a held command and watches over it to its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { visibleText } from "@intentgate/documents";
import { onSystemError, shellCode } from "@intentgate/world";
import { setAside } from "./apply/set-aside.ts";
import { openBoundedOutput } from "./held/bounded-output.ts";
import { guardPlaces } from "./held/guard-places.ts";
import type { HeldScope } from "./held/held-folders.ts";
import { forgetHeld, type HeldRecord, writeHeld } from "./held/held-record.ts";
import { watchNames } from "./held/watch-names.ts";
import { holderOf } from "./network/holder.ts";
import { childrenOf } from "./network/listening-ports.ts";
import { markOf } from "./network/process-mark.ts";
import type { Network } from "./plan/box-plan.ts";
import { type PreparedRun, prepareRun } from "./prepare-run.ts";
import { parseAllowedHost } from "./proxy/allow-list.ts";
import { type StartedProxy, startProxy } from "./proxy/start-proxy.ts";

/** Plain data: another process may carry it out. */
export interface HoldOrder extends Pick<HeldRecord, "id" | "session" | "root" | "shown" | "output"> {
  command: readonly string[];
  cwd: string;
  /** The state folder of the root, and that of all roots. */
  state: string;
  states: string;
  hidden: readonly string[];
  /** As `heldFolders` found them. */
  folders: { scope: readonly string[]; output: readonly string[] };
  /** Hosts, as the policy spells them. */
  allow: readonly string[];
}

export interface HoldParts {
  isControl: HeldScope["isControl"];
  env: NodeJS.ProcessEnv;
  /** Once the command runs. */
  onBegun(record: HeldRecord): void;
}

export type HoldEnd = { began: true; code: number } | { began: false; why: string };

const MOST_OUTPUT_BYTES = 4_000_000;
const LOOK_MS = 10;
const LAST_WORDS_MS = 1_000;
const PATIENCE_MS = 3_000;

export async function holdCommand(order: HoldOrder, { isControl, env, onBegun }: HoldParts): Promise<HoldEnd> {
  const holder = holderOf(order.states, order.session);
  const own = markOf(process.pid);
  if (holder === null || own === null) return { began: false, why: "the session has no network of its own" };
  const guarded = guardPlaces(order.root, order.folders, isControl);
  if (!guarded.can) return { began: false, why: guarded.why };
  const network: Network =
    order.allow.length === 0
      ? { kind: "session", holder: holder.pid }
      : { kind: "proxied", holder: holder.pid, node: process.execPath };
  const { id, session, root, shown, output } = order;
  const record: HeldRecord = { ...own, id, session, root, shown, output, at: new Date().toISOString() };
  const run = prepareRun(order.command, {
    ...order,
    kind: guarded.places,
    // It ends with the network of the session, and its number in there is no number here.
    session: undefined,
    network,
    env,
    caches: [],
    movable: [],
    movesTree: false,
  });
  let proxy: StartedProxy | null = null;
  try {
    const allowed = order.allow.flatMap((text) => parseAllowedHost(text) ?? []);
    proxy = network.kind === "proxied" ? await startProxy({ folder: run.inside, allowed }) : null;
    // By what stands there and not by its name: whatever takes the name later is another.
    const guards = new Set(guarded.places.guarded.map(entryAt));
    const started: { command: StartedCommand | null } = { command: null };
    const watching = watchNames({
      ...{ root, isForbidden: guarded.isKept, folders: [...order.folders.scope, ...order.folders.output] },
      isGuarded: (path) => guards.has(entryAt(join(root, path))),
      take(path) {
        started.command?.end();
        const place = taken(order, path);
        // What could not be taken yet is found again when the command has ended.
        if (place !== null) started.command?.tell(path, place);
      },
    });
    if (!watching.can) return { began: false, why: watching.why };
    try {
      const command = start(run, output);
      started.command = command;
      writeHeld(order.states, record);
      if (await begins(run, command.ending)) onBegun(record);
      const { ended } = run.finish(await command.ending);
      return ended.began ? { began: true, code: ended.code } : ended;
    } finally {
      watching.stop();
      started.command?.close();
    }
  } finally {
    forgetHeld(order.states, record);
    await proxy?.close();
    await run.discard();
  }
}

function entryAt(path: string): string {
  const stat = onSystemError("any", undefined, () => lstatSync(path, { throwIfNoEntry: false }));
  return stat === undefined ? "" : `${stat.dev}:${stat.ino} ${path}`;
}

/** Out of the tree at once. Whose it was cannot be known, so nothing of it is lost. Null where that did not succeed. */
function taken({ state, id, root }: HoldOrder, path: string): string | null {
  const place = join(state, "quarantine", `held-${id}`, `${randomInt(1e9)}`, basename(path));
  return setAside(join(root, path), place) ? place : null;
}

/** False where it ended without. */
async function begins(run: PreparedRun, ending: Promise<number>): Promise<boolean> {
  let isOver = false;
  const over = ending.then(() => {
    isOver = true;
  });
  while (!run.hasBegun() && !isOver) await Promise.race([over, pause(LOOK_MS)]);
  return run.hasBegun();
}

interface StartedCommand {
  /** Resolves with its code. */
  ending: Promise<number>;
  /** At once, as it made something that it may not. */
  end(): void;
  tell(path: string, place: string): void;
  /** Nothing more is said of it. */
  close(): void;
}

/** Whoever ends this process ends the command. */
function start({ words: [program, ...rest], env }: PreparedRun, output: string | null): StartedCommand {
  const file = output === null ? null : openBoundedOutput(output, MOST_OUTPUT_BYTES);
  const child = spawn(program, rest, { env, stdio: file === null ? "inherit" : ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => file?.write(bytes));
  const forget = endWithUs(child);
  const say = (text: string) => void (file === null ? process.stderr.write(text) : file.write(Buffer.from(text)));
  let code = 0;
  const ending = new Promise<number>((resolve) => {
    child.on("error", () => done(127));
    const ended = (code: number | null, signal: NodeJS.Signals | null) => done(shellCode(code, signal));
    child.on("close", ended);
    // What is left of it may keep the streams open.
    child.on("exit", (code, signal) => setTimeout(ended, LAST_WORDS_MS, code, signal).unref());
    function done(own: number): void {
      code = own;
      forget();
      resolve(own);
    }
  });
  return {
    ending,
    end: () => void child.kill("SIGKILL"),
    tell(path, place) {
      say(`${setAsideLine(path, place)}\n`);
    },
    close: () => file?.close(`[ended with ${code}]\n`),
  };
}

/** In the log that the model reads; the command chose the name. */
export function setAsideLine(path: string, place: string): string {
  const [made, lies] = [visibleText(path), visibleText(place)];
  return `[ended: ${made} steers the gate, an agent or git, and no held command may make it; it lies in ${lies} now]`;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The command is asked to end, and ended where it does not. */
function endWithUs(child: ChildProcess): () => void {
  const end = () => {
    // The shell around the box passes it on.
    for (const pid of childrenOf(child.pid ?? 0)) onSystemError(["ESRCH"], false, () => process.kill(pid, "SIGTERM"));
    setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
