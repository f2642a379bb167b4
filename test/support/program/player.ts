/** Runs of the built program without a process for each: the program is loaded once and plays one run at a time. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PATIENCE_MS } from "../patience.ts";

export const binary = fileURLToPath(new URL("../../../apps/cli/bin/intentgate.cjs", import.meta.url));

/** How a run ended. */
export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

export interface Asked {
  words: readonly string[];
  cwd: string;
  env: Record<string, string>;
  input: string;
}

export interface User {
  uid: number;
  gid: number;
}

/** Verbs that read, write and answer. What serves, asks a terminal or is about processes needs one of its own. */
const played = new Set([
  ...["status", "doctor", "intent", "use", "session", "lessons", "trust", "pause", "approvals", "init", "uninit"],
  ...["why", "blame", "impact", "coverage", "anchor", "trace", "map", "decisions", "report"],
  ...["hooks", "ability", "suggest", "routing", "policy", "call", "classify", "completion"],
]);

const players = new Map<string, Player>();

/** Null where it has to be a process: the verb needs one, or another run is being played. */
export function play(asked: Asked, user?: User): Promise<Ran> | null {
  if (!played.has(asked.words[0] ?? "")) return null;
  const key = user ? `${user.uid}:${user.gid}` : "";
  const player = players.get(key) ?? startPlayer(user);
  players.set(key, player);
  return player.play(asked);
}

interface Player {
  play(asked: Asked): Promise<Ran> | null;
}

function startPlayer(user?: User): Player {
  const program = fileURLToPath(new URL("./player-process.mjs", import.meta.url));
  const entry = new URL("../../../apps/cli/dist/intentgate.mjs", import.meta.url).href;
  let child: ChildProcess | null = null;
  let isBusy = false;

  function started(): ChildProcess {
    const made = spawn(process.execPath, [program, entry, binary], {
      cwd: "/",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      ...user,
    });
    made.once("exit", () => {
      if (child === made) child = null;
    });
    made.unref();
    made.channel?.unref();
    return made;
  }

  return {
    play(asked) {
      if (isBusy) return null;
      isBusy = true;
      child ??= started();
      return asks(child, asked).finally(() => {
        isBusy = false;
      });
    },
  };
}

function asks(child: ChildProcess, asked: Asked): Promise<Ran> {
  return new Promise<Ran>((resolve, reject) => {
    const watchdog = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    const lost = () => done(() => reject(new Error(`the player ended over: ${asked.words.join(" ")}`)));
    const heard = (told: Ran | { unplayable: string }) =>
      done(() =>
        "unplayable" in told ? reject(new Error(`${asked.words.join(" ")}: ${told.unplayable}`)) : resolve(told),
      );
    const done = (settle: () => void) => {
      clearTimeout(watchdog);
      child.off("message", heard).off("exit", lost);
      child.channel?.unref();
      settle();
    };
    child.channel?.ref();
    child.on("message", heard).on("exit", lost);
    child.send(asked);
  });
}
