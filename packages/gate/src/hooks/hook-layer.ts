/** The event hooks and the routing of all roots, and how the gate and its apps reach them. */

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
  createPathGlobs,
  createRunHandler,
  declaresNothing,
  type Emitted,
  type EventHooks,
  type HostEvent,
  type RootHooks,
  type RunCommand,
  sessionEvent,
} from "@intentgate/event-hooks";
import { canonicalPath, type FileFacts, type Policy } from "@intentgate/policy";
import type { RootRouting } from "@intentgate/routing";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { Call } from "../calls/call.ts";
import { createDeclaredHooks, type DeclaredHooksParts } from "./declared-hooks.ts";
import { createObserveAgain, type ObserveAgainParts } from "./observe-again.ts";

export interface HookLayerParts
  extends ObserveAgainParts,
    Pick<DeclaredHooksParts, "relative" | "now" | "log" | "notify"> {
  newId(): string;
  roots: readonly GovernedRoot[];
  facts: FileFacts;
  env: NodeJS.ProcessEnv;
  /** Beside what the policy says; null where nothing is added. */
  environment: string | null;
  /** What handlers start when they need the gate again; null where there is no such program. */
  program: string | null;
  rootAt(call: Pick<HookContext, "cwd">): GovernedRoot;
  policyOf(root: GovernedRoot): Policy;
  routing(root: GovernedRoot): RootRouting;
  contain(root: GovernedRoot): ContainHandler;
  /** What a handler starts does not speak for a person. */
  recordHost(): void;
}

type Run = (request: CallRequest) => Promise<CallAnswer>;

const NO_SCRIPTS: readonly string[] = [];

export function createHookLayer(parts: HookLayerParts) {
  const layers = new Map<GovernedRoot, RootHooks>();
  /** As of the last look: whether nothing is declared in a root, and nothing needs to be put together for it. */
  const bare = new Map<GovernedRoot, boolean>();
  const added = isName(parts.environment) ? [parts.environment] : [];
  let isRecorded = false;
  let scripts: { of: readonly (readonly string[])[]; all: readonly string[] } = { of: [], all: [] };

  function of(root: GovernedRoot): RootHooks {
    const known = layers.get(root) ?? openHooks(root);
    layers.set(root, known);
    return known;
  }

  /** The after-phase of a call may be the first thing that a process sees: then it looks. */
  function isBare(root: GovernedRoot): boolean {
    if (layers.has(root)) return false;
    const known =
      bare.get(root) ??
      (parts.policyOf(root).trust !== "always" && declaresNothing(root.authoredAt, root.authoredState));
    bare.set(root, known);
    return known;
  }

  function openHooks(root: GovernedRoot): RootHooks {
    const hooks = createEventHooks({
      ...parts,
      root,
      state: root.authoredState,
      globs: createPathGlobs(parts.facts.ignoresCase(root.root)),
      environments() {
        const { environment, trust } = parts.policyOf(root);
        return { named: environment === null ? [] : [environment], added, always: trust === "always" };
      },
      runHandler: createRunHandler({
        environment: parts.env,
        contain: parts.contain(root),
        builtins: { store: root.store, rules: root.rules, untrustedHooks: () => hooks.untrusted() },
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
    return hooks;
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
      touchedRoots: (context) => touchedRoots(context).filter((root) => !isBare(root)),
      durationOf,
      observeAgain: createObserveAgain(parts),
    });
    return hooksOfCalls;
  }
  const scriptsOf = (root: GovernedRoot) => (isBare(root) ? NO_SCRIPTS : of(root).scripts());

  return {
    of,
    scriptsOf,
    pre: async (context: HookContext, call: Call) =>
      parts.roots.every(isBare) ? undefined : declared().pre(context, call),
    async post(context: PostHookContext, call: Call): Promise<void> {
      if (!parts.roots.every(isBare)) await declared().post(context, call);
    },
    /** Before a call is decided: what stands in the hook files now. */
    look(): void {
      for (const root of parts.roots) {
        bare.delete(root);
        if (!isBare(root)) of(root).look();
      }
    },
    /** The same list as before where nothing changed. */
    scripts(): readonly string[] {
      const now = parts.roots.map(scriptsOf);
      const isSame = now.length === scripts.of.length && now.every((list, at) => list === scripts.of[at]);
      if (!isSame) scripts = { of: now, all: now.flat() };
      return scripts.all;
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

/** What comes from the environment is a plain name, or it is nothing. */
function isName(name: string | null): name is string {
  return name !== null && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}
