/** The line of a call: described, looked at by the hooks, put to a person where they ask, begun, and observed. Hooks are registered by whoever puts the parts together. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import {
  type Approver,
  type CallFacts,
  createHookEngine,
  type HookEngine,
  type Notice,
  type ToolCall,
} from "@intentgate/engine";
import { type DecisionLog, type GovernedRoot, lineageOf } from "@intentgate/sidecar";
import { leftNotices } from "../contained/left-notices.ts";
import { type Call, openCall } from "./call.ts";
import { createDescribe, type DescribeParts } from "./describe.ts";
import type { GovernedRoots } from "./governed.ts";
import type { ObserveMode } from "./observe-mode.ts";
import type { Settler } from "./open-calls.ts";
import type { Watch } from "./watch.ts";

export interface LineParts extends Omit<DescribeParts, "governed" | "observes"> {
  roots: readonly GovernedRoot[];
  governed: GovernedRoots;
  newId(): string;
  now(): Date;
  notify(notice: Notice): void;
  decisions: DecisionLog;
  settler: Settler;
  watch: Watch;
  approve: Approver<Call>;
  observeMode: ObserveMode;
  /** What stands in the files of event hooks now. */
  lookAtHooks(): void;
  /** Forgets commands that were handed to hosts long ago. */
  sweepTickets(): Promise<void>;
  /** Does what people answered about changes that were kept back. */
  settleKept(): Promise<unknown>;
  /** What earlier calls left behind is settled before a decision; not where it only looks. */
  settles: boolean;
  /** Whatever the programs of this call start does not speak for a person. */
  recordHost(): void;
}

export interface Line {
  engine: HookEngine<Call>;
  describe(made: ToolCall, call: Call): Promise<CallFacts>;
}

export function createLine(parts: LineParts): Line {
  const { roots, decisions, watch } = parts;
  const factsOf = createDescribe({ ...parts, observes: parts.observeMode.why });

  /** First: what a killed call left behind must not count as a person's. */
  async function settleBefore(made: ToolCall): Promise<void> {
    for (const root of roots) {
      for (const notice of await replayDead(root)) parts.notify(notice);
    }
    await parts.sweepTickets();
    if (roots.some(({ state }) => existsSync(join(state, "kept-changes")))) await parts.settleKept();
    for (const root of roots) if (root.running.since() !== null) await parts.settler.settleRuns(root);
    look();
    settleParent(parts.rootAt(made), made);
  }

  function look(): void {
    for (const root of roots) root.rules();
    parts.lookAtHooks();
  }

  /** Before anything else is said of a session: whose subagent it is. */
  function settleParent(root: GovernedRoot, { session }: ToolCall): void {
    if (session.parent === undefined || !existsSync(root.sidecar)) return;
    if (root.store.sessions.read(session.id).startedAt !== null) return;
    const { id, ...who } = session;
    lineageOf(root, session);
    root.store.sessions.append(id, [{ kind: "seen", at: parts.now().toISOString(), ...who }]);
  }

  async function settleSession(made: ToolCall, mutates: boolean): Promise<void> {
    const root = parts.rootAt(made);
    try {
      if (root.store.sessions.read(made.session.id).open.size > 0)
        await parts.settler.settleSession(root, made.session.id);
    } catch (error) {
      if (mutates || !(error instanceof ProblemError)) throw error;
      parts.notify({ kind: "warning", message: error.message, paths: [] }); // a read needs no disk that can be written
    }
  }

  async function describe(made: ToolCall, call: Call): Promise<CallFacts> {
    if (parts.settles) await settleBefore(made);
    else look();
    const facts = await factsOf(made, call);
    if (parts.settles) await settleSession(made, facts.effects.mutates);
    return facts;
  }

  const engine = createHookEngine<Call>({
    newId: parts.newId,
    clock: { now: monotonicMs, after: timer },
    openHome: openCall,
    log: decisions.log,
    describe,
    approve: parts.approve,
    letsPass: parts.observeMode.letsPass,
    async begin(context, decided, call) {
      if (context.effects.list.some((effect) => effect.kind === "run" || effect.kind === "unknown")) parts.recordHost();
      return watch.begin(context, decided, call);
    },
    observe: async (context, outcome, call) => watch.end(context, outcome, call),
  });
  return { engine, describe };
}

/** What a killed process had begun to apply is brought to its end before anybody looks; says what was left. */
async function replayDead({ state, root }: GovernedRoot): Promise<Notice[]> {
  const runs = join(state, "runs");
  // Most calls contain nothing: they need not load what does.
  if (!existsSync(runs) || readdirSync(runs).length === 0) return [];
  const { replayRuns } = await import("@intentgate/box");
  return leftNotices(root, await replayRuns(state));
}

function timer(ms: number, run: () => void): () => void {
  const handle = setTimeout(run, ms);
  return () => clearTimeout(handle);
}

/** Only goes up. Without `performance`, which node loads when it is first asked for. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
