/** Starts the command of a call in its box, and brings what counts of it into the tree. */
import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import type { Network, PreparedRun, ProbeAnswer, Resolve, StartedProxy } from "@intentgate/box";
import {
  type HookContext,
  type InstallRun,
  type KindOfRun,
  messageOf,
  type Reach,
  type Session,
} from "@intentgate/engine";
import { movesTree } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { StartedOtherwise, StartOtherwise } from "@intentgate/tools";
import type { AllowedHosts } from "./allowed-hosts.ts";
import {
  hostAndPort,
  isHostName,
  notReachedLine,
  onCopiesLine,
  stayedOfflineLine,
  stoppedLine,
} from "./contained-lines.ts";
import { type HoldCommand, sessionOfNetwork } from "./hold-command.ts";
import type { ContainedCall } from "./judge-rules.ts";
import { type ContainedHome, createJudgeRun, type JudgeRunParts } from "./judge-run.ts";
import { withLeft } from "./left-notices.ts";
import { foldersMet, movedFolders } from "./movable-folders.ts";
import type { OnCopies } from "./on-copies.ts";

export interface ContainParts<Home> extends JudgeRunParts<Home> {
  rootAt(call: Pick<HookContext, "cwd">): GovernedRoot;
  /** Places that no command has any business with, besides keys: the gate's own, and those of agents. */
  hidden: readonly string[];
  /** The state folder of all roots. */
  stateDir: string;
  held: HoldCommand;
  onCopies: Pick<OnCopies, "plan">;
  machine(): Promise<ProbeAnswer>;
  allowed: Pick<AllowedHosts, "askFor">;
  /** Folders below the home folder that an install fills for real. */
  cachesFor(root: GovernedRoot, install: InstallRun): Promise<string[]>;
  /** A person stopped the session, or one above it: nothing of what it still does counts. */
  isStopped(session: Session): boolean;
  /** How names are looked up for the proxy. */
  resolveHost: Resolve | undefined;
}

export type ContainCommand<Home> = (made: ContainedCall, call: Home) => StartOtherwise;

/** A command that is about to be contained. */
export interface Containable {
  words: readonly string[];
  root: GovernedRoot;
  made: ContainedCall;
  kindOfRun: Extract<KindOfRun, { kind: "read-only" | "rehearsed" }>;
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** `how`: whose run it is, if not this process's; which folders it may move, if not those that it names. */
export async function prepareContained(
  { words, root, made, kindOfRun, cwd, env }: Containable,
  how: { owner?: number; movable?: readonly string[] },
  parts: Pick<ContainParts<unknown>, "stateDir" | "machine" | "hidden" | "cachesFor" | "onCopies">,
) {
  const box = await import("@intentgate/box");
  const isPath = (word: string) => lstatSync(resolve(cwd, word), { throwIfNoEntry: false }) !== undefined;
  // Nothing listens there until something is held: until then a network of its own does as well, and costs less.
  const holder = box.holderOf(parts.stateDir, sessionOfNetwork(made.session));
  const reach = kindOfRun.kind === "rehearsed" ? kindOfRun.reach : null;
  const machine = await parts.machine();
  const isBound = kindOfRun.kind === "read-only" && machine.can !== true;
  const kind = isBound ? ("bound" as const) : kindOfRun.kind;
  const copies = isBound || machine.can === true ? null : await parts.onCopies.plan(root, made);
  if (copies !== null && !copies.can) throw new Error(`it cannot run on copies: ${copies.why}`);
  // Copies can be moved as they are.
  const movable = copies === null ? movedFolders(root.root, made) : [];
  const run = box.prepareRun(words, {
    ...{ kind, network: networkOf(holder?.pid ?? null, reach), cwd, movable },
    ...{
      root: root.root,
      state: root.state,
      session: made.session.id,
      hidden: parts.hidden,
      movesTree: movesTree(commandOf(made), isPath),
    },
    env: { ...env, ...reach?.install?.variables },
    caches: reach?.install ? await parts.cachesFor(root, reach.install) : [],
    ...(machine.can === true ? { laidBy: machine.laidBy } : {}),
    ...(copies === null ? {} : { laidBy: copies.copies }),
    ...how,
  });
  return { run, kind, reach, isOnCopies: copies !== null };
}

export function createContainCommand<Home extends ContainedHome>(parts: ContainParts<Home>): ContainCommand<Home> {
  const judgeRun = createJudgeRun(parts);
  return (made, call) => async (words, cwd, env) => {
    const { kindOfRun } = call;
    if (kindOfRun.kind === "held")
      return { kind: "goes on", begun: await parts.held.hold(parts.rootAt(made), made, words, cwd) };
    if (kindOfRun.kind !== "read-only" && kindOfRun.kind !== "rehearsed") return null;
    // Nothing but what is applied here can come of it.
    call.exact = [];
    const root = parts.rootAt(made);
    const box = await import("@intentgate/box");
    const containable = { words, root, made, kindOfRun, cwd, env };
    return begin({}, true);

    /** `mayRepeat`: what it did can be forgotten, and it be run once more. */
    async function begin(how: { movable?: readonly string[] }, mayRepeat: boolean): Promise<StartedOtherwise> {
      const { run, kind, reach, isOnCopies } = await prepareContained(containable, how, parts);
      const proxy = reach === null ? null : await proxyFor(run, reach);
      return {
        kind: "runs",
        words: run.words,
        environment: run.env,
        async end(code, output) {
          const end = await judged(code, output);
          await proxy?.close();
          const replayed = await run.discard();
          return "again" in end ? end : withLeft(end, root.root, replayed);
        },
      };

      async function judged(code: number, output: string): ReturnType<StartedOtherwise["end"]> {
        try {
          if (parts.isStopped(made.session)) {
            log("held_back", { reason: stoppedLine[0] });
            return { ok: true, told: stoppedLine };
          }
          const finished = run.finish(code);
          const isFailed = finished.ended.began && finished.ended.code !== 0;
          const again = mayRepeat && isFailed && !isOnCopies ? foldersMet(output, cwd, root, made, parts) : null;
          if (again !== null) return { again: await begin({ movable: again }, false) };
          const isInstall = reach?.install != null;
          const end = { root, made, run, finished, isInstall, said: kind === "bound" ? output : "" };
          const said = await judgeRun(end, call);
          const onCopies = isOnCopies && isFailed ? onCopiesLine : [];
          return said.ok ? { ok: true, told: [...said.told, ...onCopies, ...(await notReached(code, proxy))] } : said;
        } catch (error) {
          // Whatever went wrong, nothing runs again and nothing more is applied.
          return { ok: false, why: messageOf(error) };
        }
      }
    }

    /** Without it the command does not start. */
    async function proxyFor({ inside, discard }: PreparedRun, { hosts }: Reach): Promise<StartedProxy> {
      try {
        const allowed = hosts.flatMap((host) => box.parseAllowedHost(host) ?? []);
        return await box.startProxy({ folder: inside, allowed, resolve: parts.resolveHost });
      } catch (error) {
        await discard();
        throw error;
      }
    }

    async function notReached(code: number, proxy: StartedProxy | null): Promise<readonly string[]> {
      if (proxy === null) return [];
      if (!proxy.isUsed()) return code === 0 ? [] : stayedOfflineLine;
      const refused = proxy.refused();
      const request = await parts.allowed.askFor(root, made, refused.filter(isHostName).map(hostAndPort));
      const line = notReachedLine(refused, request);
      if (line.length > 0) log("not_reached", { reason: line[0], hosts: refused.map(hostAndPort) });
      return line;
    }

    function log(decision: string, detail: Record<string, unknown>): void {
      const { invocationId, session, toolName: tool, intentId } = made;
      parts.decisions.log(
        { invocationId, phase: "post", session: session.id, tool, intentId, ms: 0, decision, detail },
        call,
      );
    }
  };
}

function networkOf(holder: number | null, reach: Reach | null): Network {
  if (reach !== null) return { kind: "proxied", holder, node: process.execPath };
  return holder === null ? { kind: "none" } : { kind: "session", holder };
}

function commandOf({ effects }: ContainedCall): string {
  const run = effects.list.find((effect) => effect.kind === "run");
  return run?.kind === "run" ? run.command : "";
}
