/** The event hooks of all roots as they run: for calls, for events, and as apps reach them. */

import {
  type CallAnswer,
  type CallRequest,
  changedFolders,
  changedPaths,
  type HookContext,
  type PostHookContext,
  readPaths,
} from "@intentgate/engine";
import {
  type ContainHandler,
  createEventHooks,
  createRunHandler,
  type Emitted,
  type EventHooks,
  type HostEvent,
  type RootHooks,
  type RunCommand,
  sessionEvent,
} from "@intentgate/event-hooks";
import { canonicalPath, type FileFacts } from "@intentgate/policy";
import type { RootRouting } from "@intentgate/routing";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { Call } from "../calls/call.ts";
import { createDeclaredHooks, type DeclaredHooksParts } from "./declared-hooks.ts";
import type { HookReadings } from "./hook-readings.ts";
import { createObserveAgain, type ObserveAgainParts } from "./observe-again.ts";

export interface HookLayerParts
  extends ObserveAgainParts,
    Pick<DeclaredHooksParts, "relative" | "now" | "log" | "notify"> {
  readings: HookReadings;
  newId(): string;
  roots: readonly GovernedRoot[];
  facts: FileFacts;
  env: NodeJS.ProcessEnv;
  /** What handlers start when they need the gate again; null where there is no such program. */
  program: string | null;
  rootAt(call: Pick<HookContext, "cwd">): GovernedRoot;
  routing(root: GovernedRoot): RootRouting;
  contain(root: GovernedRoot): ContainHandler;
  /** What a handler starts does not speak for a person. */
  recordHost(): void;
}

type Run = (request: CallRequest) => Promise<CallAnswer>;

export function createHookLayer(parts: HookLayerParts) {
  const { readings } = parts;
  const layers = new Map<GovernedRoot, RootHooks>();
  const areAllBare = () => parts.roots.every(readings.isBare);
  let isRecorded = false;

  function of(root: GovernedRoot): RootHooks {
    const known = layers.get(root) ?? openHooks(root);
    layers.set(root, known);
    return known;
  }

  function openHooks(root: GovernedRoot): RootHooks {
    const reading = readings.of(root);
    return createEventHooks(reading, {
      ...parts,
      runHandler: createRunHandler({
        environment: parts.env,
        contain: parts.contain(root),
        builtins: { store: root.store, rules: root.rules, untrustedHooks: reading.untrusted },
      }),
      beforeHandlers() {
        if (!isRecorded) parts.recordHost();
        isRecorded = true;
      },
      routing: parts.routing(root),
      whyNotInside(path) {
        const found = canonicalPath(path, root.root, parts.facts, { followLast: true });
        if (!found.ok) return found.problem;
        return parts.relative(found.absolute)?.root === root.root ? null : "it lies outside the root";
      },
      warn: (message) => parts.notify({ kind: "warning", message, paths: [] }),
    });
  }

  function touchedRoots({ effects, cwd }: HookContext): readonly GovernedRoot[] {
    if (parts.roots.length === 1) return parts.roots;
    const paths = [...changedPaths(effects), ...changedFolders(effects), ...readPaths(effects)];
    const touched = new Set(paths.map(({ absolute }) => parts.relative(absolute)?.root));
    const found = parts.roots.filter(({ root }) => touched.has(root));
    return found.length > 0 ? found : [parts.rootAt({ cwd })];
  }

  function durationOf({ startedMs, opened }: Call): number | null {
    if (startedMs !== null) return performance.now() - startedMs;
    // The before ran in another process.
    const at = Date.parse(opened?.at ?? "");
    return Number.isNaN(at) ? null : Math.max(0, parts.now().getTime() - at);
  }

  let hooksOfCalls: ReturnType<typeof createDeclaredHooks> | undefined;
  function declared() {
    hooksOfCalls ??= createDeclaredHooks({
      ...parts,
      hooksOf: of,
      touchedRoots: (context) => touchedRoots(context).filter((root) => !readings.isBare(root)),
      durationOf,
      observeAgain: createObserveAgain(parts),
    });
    return hooksOfCalls;
  }

  return {
    pre: async (context: HookContext, call: Call) => (areAllBare() ? undefined : declared().pre(context, call)),
    async post(context: PostHookContext, call: Call): Promise<void> {
      if (!areAllBare()) await declared().post(context, call);
    },
    /** What handlers asked for while a call was under way, where the policy lets it be done without asking. */
    async followUp({ cwd = null, session }: Pick<CallRequest, "cwd" | "session">, run: Run): Promise<void> {
      const root = parts.rootAt({ cwd });
      const rules = root.lastRules();
      if (rules.ok && rules.value.policy.follow_up === "run") await of(root).followUp(session.id, commandIn(root, run));
    },
    /** The hooks of a root as apps get them: what handlers ask for passes this gate. */
    through(run: Run, root: GovernedRoot): EventHooks {
      const hooks = of(root);
      const command = commandIn(root, run);
      return { ...hooks, emit: (event) => hooks.emit(event, command), runAction: (id) => hooks.runAction(id, command) };
    },
    async emit(event: HostEvent, run: Run): Promise<Emitted> {
      const root = parts.rootAt({ cwd: event.cwd ?? null });
      root.rules();
      return of(root).emit(sessionEvent(root, event, parts.now()), commandIn(root, run));
    },
  };
}

/** A command of a handler passes the gate like any other. */
function commandIn({ root }: GovernedRoot, run: Run): RunCommand {
  return (command, session) =>
    run({ tool: "execute_command", input: { command }, session: { id: session }, cwd: root });
}
