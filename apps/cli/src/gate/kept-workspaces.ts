/**
 * Workspaces that stay open between events. One is kept for a root, an asking process and an environment: these are what
 * a workspace is told when it is opened. It serves one event at a time, as in a process of its own; events that come
 * together get one each. What is known of a call ends with the call, so a workspace may stay for as long as its host.
 */
import { openSyntax, openWorkspace, type Workspace, type WorkspaceOptions } from "@intentgate/gate";
import { createRootRegistry, findRoot } from "@intentgate/sidecar";
import { type Environment, environmentKey } from "../hook/surroundings.ts";

/** One event while it is answered. */
export interface Asking {
  /** The launcher's process. */
  pid: number;
  env: Environment;
}

export type OpenWorkspace = (folders: readonly string[], options: WorkspaceOptions) => Workspace;

export type Answered<T> = { passed: false; value: T } | { passed: true };

export interface KeptWorkspaces {
  /** Runs the work for one event; `passed` where a root is not ours to answer for, whatever the work made of that. */
  during<T>(asking: Asking, work: (open: OpenWorkspace) => Promise<T>): Promise<Answered<T>>;
  /** Drops those of processes that have ended. */
  sweep(isAlive: (pid: number) => boolean): void;
}

interface Kept {
  key: string;
  workspace: Workspace;
  owner: number;
  /** The event it serves; null while it waits for the next. */
  serves: { pid: number; notify: NonNullable<WorkspaceOptions["onNotice"]> } | null;
}

const MOST_KEPT = 16;
/** Of fifty events that come together most find an open workspace when it is their turn. */
const MOST_AT_ONCE = 6;
/** Longer than a decision takes; whoever waits for a person holds nobody up. */
const LONGEST_TURN_MS = 250;

/** `answersAlone`: nobody else can answer, whatever the policy says of a gate that stays. */
export function createKeptWorkspaces(stateDir: string, answersAlone = false): KeptWorkspaces {
  const registry = createRootRegistry(stateDir);
  const syntax = openSyntax();
  const turns = createTurns(MOST_AT_ONCE, LONGEST_TURN_MS);
  /** Those that wait, the one used last at the end. */
  let waiting: Kept[] = [];

  function take(folders: readonly string[], options: WorkspaceOptions, { pid, env }: Asking): Kept | null {
    const roots = folders.map((folder) => findRoot(folder, registry));
    if (!roots.every(({ registered }) => registered)) return null;
    const own = JSON.stringify([roots, options.ownerPid, options.longestApprovalMs, options.isOnFloor]);
    const key = `${own} ${environmentKey(env)}`;
    const known = waiting.findLast((one) => one.key === key) ?? opened(key, folders, options, env);
    waiting = waiting.filter((one) => one !== known);
    known.serves = { pid, notify: options.onNotice ?? (() => undefined) };
    return known;
  }

  function opened(key: string, folders: readonly string[], options: WorkspaceOptions, env: Environment): Kept {
    const asking = () => kept.serves?.pid ?? process.pid;
    const onNotice: WorkspaceOptions["onNotice"] = (notice) => kept.serves?.notify(notice);
    const workspace = openWorkspace(folders, { ...options, env: { ...env }, syntax, asking, onNotice });
    const kept: Kept = { key, workspace, owner: options.ownerPid ?? process.pid, serves: null };
    return kept;
  }

  function giveBack(one: Kept): void {
    one.serves = null;
    waiting.push(one);
    waiting.splice(0, Math.max(0, waiting.length - MOST_KEPT));
  }

  return {
    async during(asking, work) {
      const endTurn = await turns.begin();
      const taken: Kept[] = [];
      let isPassed = false;
      const open: OpenWorkspace = (folders, options) => {
        const found = take(folders, options, asking);
        if (found) taken.push(found);
        isPassed ||= found === null || !(answersAlone || mayServe(found.workspace));
        if (found === null || isPassed) throw new Error("it is not ours to answer"); // the mark is what counts
        return found.workspace;
      };
      try {
        const value = await work(open);
        return isPassed ? { passed: true } : { passed: false, value };
      } finally {
        for (const one of taken) giveBack(one);
        endTurn();
      }
    },
    sweep(isAlive) {
      waiting = waiting.filter(({ owner }) => isAlive(owner));
    },
  };
}

/** What hooks ask for is run with all of the host's environment, which the gate that stays does not have. */
function mayServe({ roots }: Workspace): boolean {
  return roots.every((root) => {
    const rules = root.rules();
    return !rules.ok || (rules.value.policy.resident === "on" && rules.value.policy.follow_up === "queue");
  });
}

interface Turns {
  /** Resolves when it is one's turn, with what ends it. */
  begin(): Promise<() => void>;
}

/** Lets only so many begin at a time; who takes longer than a turn is not waited for. */
export function createTurns(most: number, longestMs: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;

  function started(): () => void {
    let isOver = false;
    const end = () => {
      clearTimeout(timer);
      if (isOver) return;
      isOver = true;
      running -= 1;
      waiting.shift()?.();
    };
    running += 1;
    const timer = setTimeout(end, longestMs);
    return end;
  }

  return {
    begin() {
      if (running < most) return Promise.resolve(started());
      return new Promise((resolve) => waiting.push(() => resolve(started())));
    },
  };
}
