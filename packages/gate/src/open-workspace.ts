/**
 * The one place where the parts are put together, from top to bottom: the world, the sidecar, the rules, what is around
 * a call, the line of a call, the ways in, the doors. Nothing gets anything of what stands further down.
 */
import { randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { type Blame, createBlame } from "@intentgate/blame";
import type { HookContext, InstallRun, Notice, Session } from "@intentgate/engine";
import { declaredTimeoutMs } from "@intentgate/event-hooks";
import { defaultPolicy, lock, type Policy, placeOf, registerDefaultHooks, whyStopped } from "@intentgate/policy";
import { openRoutings, routingThrough } from "@intentgate/routing";
import {
  createDecisionLog,
  createLessonsFile,
  createRecordedHosts,
  createRootRegistry,
  stateDir as defaultStateDir,
  findRoot,
  type GovernedRoot,
  isGovernedPlace,
  lineageOf,
  openRoot,
  type RootRegistry,
} from "@intentgate/sidecar";
import { createNativeTools } from "@intentgate/tools";
import { createFileFacts, createLastReading, hooksFolders, readAfterwards } from "@intentgate/world";
import { approvalSettings } from "./approvals/approval-settings.ts";
import { createApprover } from "./approvals/approver.ts";
import { grant } from "./approvals/grant.ts";
import { createAskAbout } from "./approvals/question/ask-about.ts";
import { createStarts } from "./approvals/start-intent.ts";
import { createBeforeAndAfter } from "./calls/before-and-after.ts";
import { type Call, openCall } from "./calls/call.ts";
import { createLine } from "./calls/decide.ts";
import { createClaimDecided } from "./calls/decided-calls.ts";
import { createGoverned, homeRoot, sessionView } from "./calls/governed.ts";
import { lazily } from "./calls/lazily.ts";
import { createLevels } from "./calls/levels.ts";
import { createNativeCalls } from "./calls/native-calls.ts";
import { createObserveMode, neverObserves } from "./calls/observe-mode.ts";
import { createSettler } from "./calls/open-calls.ts";
import { createOpenExact } from "./calls/open-exact.ts";
import { isGatesDoing } from "./calls/own-commits.ts";
import { createRecorder } from "./calls/record.ts";
import { createWatch } from "./calls/watch.ts";
import { createWaysIn } from "./calls/ways-in.ts";
import { createAllowedHosts } from "./contained/allowed-hosts.ts";
import { createContainCommand } from "./contained/contain-command.ts";
import { createHoldCommand } from "./contained/hold-command.ts";
import { homeCaches } from "./contained/home-caches.ts";
import { createMachine } from "./contained/machine.ts";
import { createOnCopies } from "./contained/on-copies.ts";
import { createReachFor } from "./contained/reach-for.ts";
import { createTickets } from "./contained/tickets.ts";
import { createContainHandler } from "./hooks/contain-handler.ts";
import { createHookLayer } from "./hooks/hook-layer.ts";
import { createHookReadings } from "./hooks/hook-readings.ts";
import { registerPostHooks } from "./hooks/register-post-hooks.ts";
import { createKeptBack } from "./kept-back/kept-back.ts";
import { createSecretPaths } from "./observe/keep-bytes.ts";
import { openSyntax } from "./syntax/grammars.ts";
import { createControlShots } from "./trust/control-shots.ts";
import { controlState } from "./trust/control-watch.ts";
import { agentPlaces, type GatePlaces, gatePlaces } from "./trust/gate-places.ts";
import { programStamps } from "./trust/program-stamps.ts";
import { createUndo } from "./undo/create-undo.ts";
import { createKeepForUndo } from "./undo/keep-for-undo.ts";
import { withSupposed } from "./workspace/supposed-sessions.ts";
import type { Workspace, WorkspaceOptions } from "./workspace/workspace.ts";

export function openWorkspace(folders: string | readonly string[], options: WorkspaceOptions = {}): Workspace {
  // The world.
  const now = options.now ?? (() => new Date());
  const newId = options.newId ?? randomUUID;
  const env = options.env ?? process.env;
  const wait = options.wait ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
  const userHome = options.userHome ?? homedir();
  const ownerPid = options.ownerPid ?? process.pid;
  const asking = options.asking ?? (() => process.pid);
  const facts = createFileFacts();
  const temp = realpathSync(tmpdir());
  const { read, hashNow } = createLastReading();
  const syntax = options.syntax ?? openSyntax();
  const tools = createNativeTools();

  // The sidecar.
  const stateDir = options.stateDir ?? defaultStateDir();
  const registry = createRootRegistry(stateDir);
  const machine = options.machine ?? createMachine(stateDir, env);
  const { supposed } = options;
  const opened = openRoots(typeof folders === "string" ? [folders] : folders, registry, stateDir, now);
  const roots = supposed ? opened.map((root) => withSupposed(root, supposed, hashNow)) : opened;
  const home = roots[0] as GovernedRoot;
  const hosts = createRecordedHosts(
    stateDir,
    roots.map(({ sidecar }) => sidecar),
  );
  const recordHost = () => hosts.record(ownerPid);
  const lessons = createLessonsFile(home, now);
  const listeners = new Set<(notice: Notice) => void>();
  const listen = (hear: (notice: Notice) => void) => {
    listeners.add(hear);
    return () => void listeners.delete(hear);
  };
  const notify = (notice: Notice) => {
    for (const hear of listeners) hear(notice);
    options.onNotice?.(notice);
  };
  const decisions = createDecisionLog(home.store.decisions, (message) => {
    // Where the sidecar is missing the refusal itself says so.
    if (existsSync(home.sidecar)) notify({ kind: "warning", message, paths: [] });
  });

  /** Asked of every root, as a person may have said it in any of them. */
  const stopOf = (session: Session) => roots.flatMap((root) => lineageOf(root, session).stop ?? [])[0] ?? null;
  const isStopped = (session: Session) => stopOf(session) !== null;

  // The rules.
  const defaultMode = options.defaultMode ?? "balanced";
  const policyOf = (root: GovernedRoot): Policy => {
    const rules = root.lastRules();
    return rules.ok ? rules.value.policy : defaultPolicy;
  };
  const rootPaths = roots.map((root) => root.root);
  const rootAt = (context: Pick<HookContext, "cwd">) => homeRoot(roots, context.cwd) ?? home;
  const relative = (absolute: string) => {
    const place = placeOf(absolute, { roots: rootPaths, scratch: [], homes: [], ignoreCase: false });
    return place.kind === "inside" ? place : null;
  };
  /** Of the root that the call was made from it is known since the call began; of another one from its own journal. */
  const intentIn = (root: GovernedRoot, context: Pick<HookContext, "cwd" | "intentId" | "session">) =>
    root === rootAt(context) ? context.intentId : (sessionView(root, context).intent?.id ?? null);
  const rootsOf = (context: Pick<HookContext, "effects" | "cwd">): readonly GovernedRoot[] => {
    const touched = context.effects.list.flatMap((effect) =>
      "absolute" in effect ? [relative(effect.absolute)?.root] : [],
    );
    const concerned = roots.filter((root) => touched.includes(root.root));
    return concerned.length > 0 ? concerned : [rootAt(context)];
  };
  const isSecret = createSecretPaths(roots, policyOf);
  const cacheLimit = () => policyOf(home).limits.before_cache_mb * 1_000_000;
  const cache = {
    find(hash: string): Uint8Array | null {
      for (const { kept } of roots) {
        const found = kept.find(hash);
        if (found !== null) return found;
      }
      return null;
    },
  };
  const keepSeen = (absolute: string) => {
    const place = relative(absolute);
    if (!place || isSecret(place.root, place.relative)) return;
    const { hash, bytes } = readAfterwards(absolute);
    if (hash && bytes.state === "present") roots.find(({ root }) => root === place.root)?.kept.keep(hash, bytes.bytes);
  };
  let found: GatePlaces | undefined;
  const ownPlaces = () => {
    found ??= gatePlaces(stateDir, options.program ?? null, env);
    return found;
  };

  // What is around a call.
  const record = createRecorder({ newId, now, isSecret, syntax });
  const routingOf = openRoutings({ now, stateDir, env });
  const hookFiles = createHookReadings({
    ...{ roots, facts, policyOf, now, notify },
    environment: options.environment === undefined ? (env.INTENTGATE_ENV ?? null) : options.environment,
  });
  const isGovernedElsewhere = (absolute: string) => isGovernedPlace(absolute, registry);
  const settingsFor = (policies: readonly Policy[]) => approvalSettings(policies, defaultMode);
  const observeMode = supposed?.rulesOnly ? neverObserves : createObserveMode({ roots, notify });
  const starts = createStarts({
    ...{ roots, facts, now, approvals: home.store.approvals },
    hasTerminal: (options.terminal ?? null) !== null,
    settings: ({ policy }) => settingsFor([policy]),
    observes: (call) => observeMode.why(call) !== null,
  });
  const governed = createGoverned({
    ...{ roots, facts, defaultMode, cache, hashNow, userHome },
    scratch: () => [temp, ...roots.flatMap((root) => policyOf(root).scratch)],
    isGovernedElsewhere,
    gatePlaces: ownPlaces,
    lessonsFor: lessons.forIntent,
    keepForUndo: createKeepForUndo({
      ...{ roots, relative, isSecret, limitBytes: cacheLimit },
      writes: supposed === undefined,
    }),
    handlerScripts: hookFiles.scripts,
    proposalFor: starts.proposalFor,
  });
  const isControl = (absolute: string) => governed.controlReason(absolute) !== null;
  const controlOf = (root: GovernedRoot) => {
    const scripts = [...hookFiles.scriptsOf(root), ...hooksFolders(root.root, userHome)];
    return controlState(root.root, userHome, scripts, programStamps(root.root, ownPlaces().programs));
  };
  const shots = createControlShots({ controlOf, isControl, home: userHome, programs: () => ownPlaces().programs });
  const watch = createWatch({
    ...{ roots, cache, read, cacheLimit, relative, notify, policyOf, now, decisions, ownerPid, asking },
    ...{ isControl, isSecret, shots, controlOf, rootAt, intentIn },
    async recheck(context, base, call) {
      const hashThen = (absolute: string) => (base.get(absolute) ?? read(absolute)).hash;
      const no = await lock({ ...governed, hashNow: hashThen })(context, call);
      return no?.allow === false && "code" in no && !observeMode.why(call) ? no : undefined;
    },
  });
  const settler = createSettler({
    ...{
      record,
      cache,
      now,
      notify,
      decisions,
      observer: watch.observer,
      asking,
      relative,
      isControl,
      controlOf,
      shots,
    },
  });
  const neverAsks = (root: GovernedRoot) => {
    const { auto, approver } = settingsFor([policyOf(root)]);
    return auto || approver === "none";
  };
  const keptBack = createKeptBack({ ...{ home, roots, record, now, newId, policyOf, isSecret, neverAsks } });
  const allowed = createAllowedHosts({ approvals: home.store.approvals, now, newId, neverAsks });
  const hidden = [stateDir, ...agentPlaces(userHome)];
  const held = createHoldCommand({
    ...{ governed, intentIn, stateDir, hidden, env, isStopped },
    program: options.program ?? null,
    host: options.sessionHost === undefined ? ownerPid : options.sessionHost,
  });
  const onCopies = createOnCopies({ roots, governed, intentIn });
  const boxed = {
    ...{ onCopies, roots, governed, policyOf, intentIn, rootAt, decisions, stateDir, hidden, held, allowed, machine },
    ...{ isStopped, isGovernedElsewhere, isSecret, isGatesDoing, notify },
    resolveHost: options.resolveHost,
    async cachesFor(root: GovernedRoot, install: InstallRun) {
      const { hiddenPlaces } = await import("@intentgate/box");
      const home = realpathSync(homedir());
      const closed = [...hiddenPlaces(home, stateDir), ...hidden, ...rootPaths, ...registry.list()];
      return homeCaches(install, policyOf(root).containment.home_caches, { governed, home, closed });
    },
    holdBack: keptBack.holdBack,
  };
  const exact = { ...boxed, open: createOpenExact({ ownerPid, now, isSecret, intentIn }) };
  const contain = createContainCommand(exact);
  const tickets = createTickets<Call>({
    ...{ ...exact, ownerPid, contain },
    program: options.program ?? null,
    homeOf: (root, made, { kindOfRun, named }) => {
      const opened = root.store.sessions.read(made.session.id).open.get(made.invocationId) ?? null;
      return { ...openCall(), isRecordedElsewhere: true, kindOfRun, named, opened, beganAt: opened?.at ?? null };
    },
  });
  const containHandler = createContainHandler({
    ...{ machine, record, newId },
    // No call of the session is open for it: it is recorded as soon as it is applied.
    contain: createContainCommand<Call>({ ...boxed, open: () => undefined }),
  });
  const eventHooks = createHookLayer({
    ...{ roots, facts, env, rootAt, recordHost, relative, now, newId, notify, intentIn, record },
    readings: hookFiles,
    program: options.program ?? null,
    routing: routingOf,
    log: decisions.log,
    contain: containHandler,
  });
  const native = createNativeCalls({ roots, home, facts, tools, lessons, now, syntax, contain, isSecret });

  // The line of a call.
  const { engine, describe } = createLine({
    ...{ roots, facts, governed, rootAt, policyOf, newId, now, notify, decisions, settler, watch, observeMode },
    ...{ recordHost, machine, holds: held.holds, onCopies, standing: options.isOnFloor ? "floor" : "no floor" },
    reachFor: createReachFor({ policyOf, allowed, userHome, env }),
    settleKept: keptBack.settle,
    sweepTickets: tickets.sweep,
    settles: supposed === undefined,
    approve: lazily(() =>
      createApprover({
        ...{ approvals: home.store.approvals, now, newId, wait, hashNow, show: native.show },
        terminal: options.terminal ?? null,
        whyStopped: (session) => whyStopped(stopOf, session),
        starts,
        question: createAskAbout({ place: governed.place, isSecret }),
        settings(context, { concerned }) {
          const views = concerned.flatMap((one) => (one.ok ? [one.view.policy] : []));
          const settings = settingsFor(views.length > 0 ? views : [policyOf(rootAt(context))]);
          return { ...settings, timeoutMs: Math.min(settings.timeoutMs, options.longestApprovalMs ?? Infinity) };
        },
        grant: (context, requests, answer, id) => {
          const named = requests.find(({ topic }) => topic === "expansion" || topic === "start_intent")?.details.root;
          const root = roots.find((one) => one.root === named) ?? rootAt(context);
          return grant(root, context, requests, answer, id, allowed);
        },
      }),
    ),
    lookAtHooks: hookFiles.look,
  });
  registerDefaultHooks(engine, {
    ...{ governed, stopOf },
    log: decisions.log,
    declaredHooks: { fn: supposed?.rulesOnly ? async () => undefined : eventHooks.pre, timeoutMs: declaredTimeoutMs },
  });
  registerPostHooks(engine, {
    ...{ roots, now, record, rootAt, intentIn, keepSeen, lessons, rootsOf },
    keptBytes: (hash) => cache.find(hash),
    onRecorded: watch.recorded,
    declaredHooks: { fn: eventHooks.post, timeoutMs: declaredTimeoutMs },
  });

  // The ways in.
  const levels = createLevels({ now, newId });
  const beforeAndAfter = createBeforeAndAfter({
    ...{ engine, home, rootAt, decisions, levels, tickets, now, notify, isStopped },
  });
  const ways = createWaysIn({
    ...{ engine, home, native, watch, beforeAndAfter, listen, isStopped, describe, roots, decisions, now, relative },
    claimDecided: createClaimDecided({ home, now, whyStopped: (session) => whyStopped(stopOf, session) }),
    neverAsks: (cwd) => settingsFor([policyOf(rootAt({ cwd }))]).auto,
    followUp: eventHooks.followUp,
  });

  // The doors.
  const blames = new Map<GovernedRoot, Blame>();
  const blameOf = (root: GovernedRoot): Blame => {
    const blame = blames.get(root) ?? createBlame(root, (hash) => cache.find(hash));
    blames.set(root, blame);
    return blame;
  };
  return {
    ...{ roots, home, engine, governed, tools, lessons, registry, hosts, stateDir, now, newId, machine, tickets },
    run: ways.run,
    before: ways.before,
    after: ways.after,
    decide: ways.decide,
    judge: ways.judge,
    afterRunning: ways.afterRunning,
    watch: ways.watch,
    async settleOpen(session) {
      await beforeAndAfter.settleOpen(session);
      // What a call left behind goes on writing.
      for (const root of roots) if (root.running.since() !== null) await settler.settleRuns(root);
    },
    settleKept: keptBack.settle,
    isNews: (session, what, telling) => levels.isNews(home, session, what, telling),
    async settle() {
      let settled = 0;
      for (const root of roots) settled += await settler.settleRoot(root);
      return settled;
    },
    routing: (root = home) => routingThrough(ways.runAlone, routingOf(root)),
    eventHooks: (root = home) => eventHooks.through(ways.runAlone, root),
    emit: (event) => eventHooks.emit(event, ways.runAlone),
    onPhase: decisions.onEntry,
    undo: () => createUndo({ root: home, blame: () => blameOf(home), record, isControl, isSecret, newId }),
    blame: (root = home) => blameOf(root),
  };
}

function openRoots(
  given: readonly string[],
  registry: RootRegistry,
  stateDir: string,
  now: () => Date,
): GovernedRoot[] {
  const found = given.map((folder) => findRoot(folder, registry));
  const distinct = found.filter((one, index) => found.findIndex((other) => other.root === one.root) === index);
  return distinct.map((one) => openRoot(one, stateDir, now));
}
