/**
 * Commands that a host runs itself: it is given another line to run, which redeems a ticket. What the ticket holds was
 * decided on; what came of it is judged before that line ends, and recorded with the host's own word of the end.
 */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BegunRun, Replayed, RunEnd, TicketState } from "@intentgate/box";
import { type KindOfRun, messageOf, type PreToolUseContext } from "@intentgate/engine";
import type { NamedCommand } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { EndOfRun, GoesOn, StartedOtherwise } from "@intentgate/tools";
import { withFileLock } from "@intentgate/world";
import { type ContainCommand, type ContainParts, prepareContained } from "./contain-command.ts";
import { stoppedLine } from "./contained-lines.ts";
import type { ContainedCall } from "./judge-rules.ts";
import { type ContainedHome, createJudgeRun } from "./judge-run.ts";
import { withLeft } from "./left-notices.ts";
import { changesFolder, ensureRunScript, followFolder, runLine } from "./run-script-file.ts";

/** How a host runs commands that it is given. */
export interface Rewriting {
  /** Its shell, or at least the folder of it, is there for the next command too. */
  keepsFolder: boolean;
  /** Whether it may be given another line; asked only where that would be contained. */
  mayRewrite(): boolean;
  /** A line is made, and the host not told of it: a person's trial of what is seen then. */
  isWithheld: boolean;
  /** It may run it in a sandbox of its own, where the state folder is closed. */
  mayBeSandboxed(): boolean;
  /** The host will not ask about the line, which it never saw before. */
  isFree(made: Pick<PreToolUseContext, "intentId" | "effects">): boolean;
}

export interface TicketsParts<Home> extends ContainParts<Home> {
  roots: readonly GovernedRoot[];
  /** This program; null where it is a part of another one, and no ticket can be redeemed. */
  program: string | null;
  /** The host's process. */
  ownerPid: number;
  contain: ContainCommand<Home>;
  /** The home of a call that another process began. */
  homeOf(root: GovernedRoot, made: ContainedCall, known: Pick<ContainedHome, "kindOfRun" | "named">): Home;
}

interface Order {
  root: string;
  folder: string;
  /** The host's process: what goes on ends with it. */
  owner: number;
  made: ContainedCall;
  kindOfRun: KindOfRun;
  named: NamedCommand;
  /** What the host was asked to run, as the gate reads it. */
  payload: Record<string, unknown>;
  /** What the host was given. */
  line: string;
  script: string;
  /** Null where node starts it. */
  begun: BegunRun | null;
  isBound: boolean;
  /** What looks at the layer that it left in a sandbox of the host's; null where it is not to run in one. */
  look: readonly string[] | null;
}

export interface Issued {
  id: string;
  /** What the host is to run. */
  line: string;
}

export interface Tickets<Home> {
  /** Null where nothing of it is contained. Throws where it cannot be; then nothing may run. */
  issue(
    made: ContainedCall,
    call: Home,
    how: Pick<Rewriting, "keepsFolder" | "mayBeSandboxed"> & { payload: Record<string, unknown> },
  ): Promise<Issued | null>;
  /** What the command of this ticket was, for the session that it was given to, and for that very line; else null. */
  payloadFor(id: string, session: string, line: string): Promise<Record<string, unknown> | null>;
  /** The command has ended, and what it changed waits to be judged. */
  ended(id: string): Promise<EndOfRun>;
  /** The host says that a command which it ran in a sandbox of its own is over; null where it ran in none. */
  endedInSandbox(id: string): Promise<EndOfRun | null>;
  /**
   * The host says that it is over: who still judges it comes to an end, and what one began who was ended before. Null
   * where nobody can be at it.
   */
  settle(id: string): Promise<Replayed | null>;
  /** For a command that node starts. */
  redeem(id: string, env: NodeJS.ProcessEnv): Promise<StartedOtherwise | GoesOn>;
  stateOf(id: string): Promise<TicketState>;
  /** It runs, or is judged, right now. */
  isAtWork(id: string): Promise<boolean>;
  /** Nobody will ask about it any more. */
  drop(id: string): Promise<void>;
  /** Drops the old tickets of calls whose end no host told: they hold what was run. */
  sweep(): Promise<void>;
}

const SWEEP_MS = 60_000;

export function createTickets<Home extends ContainedHome>(parts: TicketsParts<Home>): Tickets<Home> {
  const { stateDir, program } = parts;
  const judgeRun = createJudgeRun(parts);

  async function orderOf(id: string): Promise<{ order: Order; root: GovernedRoot }> {
    const { readOrder } = await import("@intentgate/box");
    const order = readOrder(stateDir, id) as Order | null;
    const root = parts.roots.find((one) => one.root === order?.root);
    if (order === null || root === undefined) throw new Error("no ticket of this id is known here");
    return { order, root };
  }

  async function judge(id: string, { order, root }: { order: Order; root: GovernedRoot }, run: RunEnd) {
    const box = await import("@intentgate/box");
    const { made } = order;
    const call = parts.homeOf(root, made, order);
    // The host may be gone, and with it the owner of the run.
    if (order.begun !== null) box.takeRun(order.begun.folder);
    const end = await judged();
    const whole = withLeft(end, root.root, await run.discard());
    // What the host runs says otherwise that nothing was kept.
    if (whole.ok && !end.ok) box.markTicket(stateDir, id, "judged");
    return whole;

    async function judged(): Promise<EndOfRun> {
      try {
        if (parts.isStopped(made.session)) {
          box.markTicket(stateDir, id, "judged");
          return { ok: true, told: stoppedLine };
        }
        // Without layers only its own words would tell that it tried to write, and the host has those.
        const end = await judgeRun({ root, made, run, finished: run.finish(0), isInstall: false, said: "" }, call);
        box.markTicket(stateDir, id, end.ok ? "judged" : "failed");
        return end;
      } catch (error) {
        return { ok: false, why: messageOf(error) };
      } finally {
        parts.decisions.flush(call);
      }
    }
  }

  /** Whoever judges what came of it, and whoever comes when the host says that it is over. */
  function alone<T>(id: string, { state }: BegunRun, work: () => Promise<T>): Promise<T> {
    return withFileLock(join(state, `judged-${id}.lock`), work);
  }

  async function drop(id: string): Promise<void> {
    const box = await import("@intentgate/box");
    const order = box.readOrder(stateDir, id) as Order | null;
    if (order?.begun) await box.endOf(order.begun).discard();
    box.dropTicket(stateDir, id);
  }

  let sweptAt = 0;

  return {
    async issue(made, call, { payload, keepsFolder, mayBeSandboxed }) {
      const { kindOfRun } = call;
      if (kindOfRun.kind !== "read-only" && kindOfRun.kind !== "rehearsed" && kindOfRun.kind !== "held") return null;
      const command = payload.command;
      if (program === null || typeof command !== "string") throw new Error("no command can be handed to the host");
      const box = await import("@intentgate/box");
      const script = await ensureRunScript(stateDir, program);
      const root = parts.rootAt(made);
      const folder = resolve(made.cwd ?? root.root, typeof payload.cwd === "string" ? payload.cwd : ".");
      const follows = keepsFolder && changesFolder(command);
      const id = box.newTicketId();
      const ran =
        payload.background === true
          ? `${command} &`
          : follows
            ? `trap 'printf "%s\\0" "$PWD" > /run/inside/${box.FOLDER_NOW}' EXIT\n${command}`
            : command;
      // Copies are made when it is started, not while the host may still ask about it.
      const isOnCopies = kindOfRun.kind === "rehearsed" && (await parts.machine()).can !== true;
      const isByShell =
        kindOfRun.kind === "read-only" || (kindOfRun.kind === "rehearsed" && kindOfRun.reach === null && !isOnCopies);
      const prepared = isByShell
        ? await prepareContained(
            { words: ["bash", "-c", ran], root, made, kindOfRun, cwd: folder, env: {} },
            { owner: parts.ownerPid },
            parts,
          )
        : null;
      const begun = prepared?.run.begun ?? null;
      const place = prepared !== null && mayBeSandboxed() ? box.makeSandboxPlace() : null;
      const within = place === null ? null : (prepared?.run.inSandbox(place) ?? null);
      const after = follows ? followFolder(box.folderAfterFiles(stateDir, id, place)) : "";
      const line = runLine(script, id, after, command);
      const order: Order = {
        ...{ root: root.root, folder, kindOfRun, payload, line, script: ran, begun },
        isBound: prepared?.kind === "bound",
        look: within === null ? null : (prepared?.run.lookWords ?? null),
        made: onlyKnown(made),
        named: { command: call.named.command, ran: call.named.ran },
        owner: parts.ownerPid,
      };
      box.writeTicket(stateDir, id, {
        order: { ...order },
        folder,
        started: prepared && {
          run: prepared.run.begun.folder,
          words: prepared.run.words,
          variables: box.addedVariables(prepared.kind),
        },
        sandboxed: place === null || within === null ? null : { place, words: within },
      });
      return { id, line };
    },

    async payloadFor(id, session, line) {
      const order = (await import("@intentgate/box")).readOrder(stateDir, id) as Order | null;
      return order?.made.session.id === session && order.line.trim() === line.trim() ? order.payload : null;
    },

    async ended(id) {
      const box = await import("@intentgate/box");
      const { order, root } = await orderOf(id);
      if (order.begun === null) throw new Error("this command was started otherwise");
      const { begun } = order;
      return alone(id, begun, () => {
        if (box.ticketState(stateDir, id) !== "redeemed") throw new Error("this command is not one that just ended");
        return judge(id, { order, root }, box.endOf(begun));
      });
    },

    async endedInSandbox(id) {
      const box = await import("@intentgate/box");
      const place = box.placeItRanIn(stateDir, id);
      if (place === null) return null;
      const { order, root } = await orderOf(id);
      if (order.begun === null || order.look === null) return null;
      const { begun, look } = order;
      return alone(id, begun, async () => {
        if (box.ticketState(stateDir, id) !== "redeemed") return null;
        const end = box.endInSandbox(place, begun, look);
        return end?.ok ? judge(id, { order, root }, end.run) : end;
      });
    },

    async settle(id) {
      const box = await import("@intentgate/box");
      const order = box.readOrder(stateDir, id) as Order | null;
      const state = parts.roots.find(({ root }) => root === order?.root)?.state;
      if (order === null || state === undefined) return null;
      const { begun } = order;
      // What node started ends with its process, and that one may have been ended in the middle.
      return begun === null ? box.replayRuns(state) : alone(id, begun, () => box.replayRun(begun.folder, begun.state));
    },

    async redeem(id, env) {
      const box = await import("@intentgate/box");
      const { order, root } = await orderOf(id);
      if (box.ticketState(stateDir, id) !== "redeemed" || order.begun !== null)
        throw new Error("this command is not one that is started here");
      const call = parts.homeOf(root, order.made, order);
      const started = await parts.contain(order.made, call)(["bash", "-c", order.script], order.folder, env);
      if (started === null) throw new Error("this command is not contained");
      if (started.kind === "goes on") {
        box.markTicket(stateDir, id, started.begun.ok ? "judged" : "failed");
        return started;
      }
      return {
        ...started,
        async end(code, said) {
          const end = await started.end(code, said);
          if (!("again" in end)) box.markTicket(stateDir, id, end.ok ? "judged" : "failed");
          parts.decisions.flush(call);
          return end;
        },
      };
    },

    async stateOf(id) {
      return (await import("@intentgate/box")).ticketState(stateDir, id);
    },

    async isAtWork(id) {
      return (await import("@intentgate/box")).isTicketAtWork(stateDir, id);
    },

    drop,

    async sweep() {
      const [folder, now] = [join(stateDir, "tickets"), Date.now()];
      // Most calls are handed to nobody: they need not load what is.
      if (now - sweptAt < SWEEP_MS || !existsSync(folder) || readdirSync(folder).length === 0) return;
      sweptAt = now;
      for (const id of (await import("@intentgate/box")).oldTickets(stateDir, now)) await drop(id);
    },
  };
}

/** Whose command it is; null where nobody can tell. */
export function sessionOfOrder(order: Record<string, unknown> | null): string | null {
  const made = order?.made as Partial<ContainedCall> | undefined;
  return typeof made?.session?.id === "string" ? made.session.id : null;
}

function onlyKnown({ cwd, effects, intentId, invocationId, normalizedToolName, session, toolName }: ContainedCall) {
  return { cwd, effects, intentId, invocationId, normalizedToolName, session, toolName };
}
