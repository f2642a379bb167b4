/** The one place where the parts are put together. */
import { randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { type Blame, createBlame } from "@intentgate/blame";
import { ProblemError } from "@intentgate/documents";
import { createHookEngine, type HookContext, type Notice, type Outcome, type ToolCall } from "@intentgate/engine";
import { declaredTimeoutMs } from "@intentgate/event-hooks";
import {
  createEffectsOf,
  type DescribedCall,
  defaultPolicy,
  lock,
  type Policy,
  parsePatch,
  placeOf,
  registerDefaultHooks,
} from "@intentgate/policy";
import { createAbilityCalls, openRoutings } from "@intentgate/routing";
import {
  createBeforeCache,
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
} from "@intentgate/sidecar";
import { createNativeTools } from "@intentgate/tools";
import { createFileFacts, monotonicMs, readAfterwards } from "@intentgate/world";
import { approvalSettings } from "./approvals/approval-settings.ts";
import { createApprover } from "./approvals/approver.ts";
import { grant } from "./approvals/grant.ts";
import { createCallRunner } from "./calls/call-runner.ts";
import { createCallWatch } from "./calls/call-watch.ts";
import { createGoverned, homeRoot, sessionView } from "./calls/governed-roots.ts";
import { late } from "./calls/late.ts";
import { createOwnCalls } from "./calls/own-calls.ts";
import { settleCalls, sweepRoot } from "./calls/settle.ts";
import { settleRuns } from "./calls/settle-runs.ts";
import { createSpared } from "./calls/spared.ts";
import { createThroughCalls } from "./calls/through-calls.ts";
import { createTwoPhase } from "./calls/two-phase.ts";
import { createUnaskedCalls } from "./calls/unasked-calls.ts";
import { createHookLayer } from "./hooks/hook-layer.ts";
import { registerPostHooks } from "./hooks/register-post-hooks.ts";
import { createLastReading } from "./observe/last-reading.ts";
import { openSyntax } from "./syntax/grammars.ts";
import { isControlName } from "./trust/control-rules.ts";
import { type GatePlaces, gatePlaces } from "./trust/gate-places.ts";
import type { Workspace, WorkspaceOptions } from "./workspace/workspace.ts";

export function openWorkspace(folders: string | readonly string[], options: WorkspaceOptions = {}): Workspace {
  const now = options.now ?? (() => new Date());
  const newId = options.newId ?? randomUUID;
  const env = options.env ?? process.env;
  const stateDir = options.stateDir ?? defaultStateDir();
  const wait = options.wait ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
  const registry = createRootRegistry(stateDir);
  const roots = openRoots(typeof folders === "string" ? [folders] : folders);
  const home = roots[0] as GovernedRoot;
  const facts = createFileFacts();
  const hosts = createRecordedHosts(stateDir);
  const tools = createNativeTools();
  const lessons = createLessonsFile(home, now);
  const rootPaths = roots.map((root) => root.root);
  const temp = realpathSync(tmpdir());
  const notices: Notice[] = [];
  const notify = (notice: Notice) => {
    notices.push(notice);
    options.onNotice?.(notice);
  };
  const decisions = createDecisionLog(home.store.decisions, (message) => {
    // Where the sidecar is missing the refusal itself says so.
    if (existsSync(home.sidecar)) notify({ kind: "warning", message, paths: [] });
  });
  const policyOf = (root: GovernedRoot): Policy => {
    const rules = root.lastRules();
    return rules.ok ? rules.value.policy : defaultPolicy;
  };
  const scratch = () => [temp, ...roots.flatMap((root) => policyOf(root).scratch)];
  const cacheLimit = () => policyOf(home).limits.before_cache_mb * 1_000_000;
  const cache = createBeforeCache(join(home.sidecar, "cache", "before"), cacheLimit);
  const { read, hashNow } = createLastReading();
  let found: GatePlaces | undefined;
  const ownPlaces = () => {
    found ??= gatePlaces(stateDir, options.program ?? null, env);
    return found;
  };
  const programs = () => ownPlaces().programs;
  const governed = createGoverned({
    roots,
    facts,
    scratch,
    isGovernedElsewhere: (absolute) => isGovernedPlace(absolute, registry),
    gatePlaces: () => ownPlaces(),
    defaultMode: options.defaultMode ?? "balanced",
    cache,
    hashNow,
    described,
    lessonsFor: lessons.forIntent,
    handlerScripts: () => layer.scripts(),
  });
  const relative = (absolute: string) => {
    const place = placeOf(absolute, { roots: rootPaths, scratch: [], ignoreCase: false });
    return place.kind === "inside" ? place : null;
  };
  const rootAt = (context: Pick<HookContext, "cwd">) => homeRoot(roots, context.cwd) ?? home;
  /** Of the root that the call was made from it is known since the call began; of another one from its own journal. */
  const intentIn = (root: GovernedRoot, context: Pick<HookContext, "cwd" | "intentId" | "session">) =>
    root === rootAt(context) ? context.intentId : (sessionView(root, context).intent?.id ?? null);
  const spared = createSpared({ roots, governed, notify });
  const isControl = (absolute: string) => governed.controlReason(absolute) !== null;
  const userHome = options.userHome ?? homedir();
  const ownerPid = options.ownerPid ?? process.pid;
  const asking = options.asking ?? (() => process.pid);
  const handlerScripts = (root: GovernedRoot) => layer.scriptsOf(root);
  const watch = createCallWatch({
    roots,
    handlerScripts,
    programs,
    cache,
    read,
    relative,
    notify,
    policyOf,
    now,
    decisions,
    ownerPid,
    asking,
    intentIn,
    isControl,
    userHome,
    cacheLimit,
    async recheck(context, base) {
      const hashThen = (absolute: string) => (base.get(absolute) ?? read(absolute)).hash;
      const no = await lock({ ...governed, hashNow: hashThen })(context);
      return no?.allow === false && "code" in no && !spared.why(context) ? no : undefined;
    },
  });
  const abilityCalls = createAbilityCalls();
  const throughCalls = createThroughCalls();
  let lastDescribed:
    | { of: Pick<ToolCall, "payload" | "toolName" | "session" | "cwd">; call: DescribedCall }
    | undefined;
  const { isSecret, observer } = watch;
  const settleParts = { cache, newId, now, relative, isSecret };
  const settleRunsParts = {
    ...{ newId, now, notify, decisions, observer, asking, userHome, isControl, isSecret, handlerScripts, programs },
  };

  const syntax = options.syntax ?? openSyntax();

  const engine = createHookEngine({
    newId,
    clock: { now: monotonicMs, after: (ms, run) => timer(ms, run) },
    log: decisions.log,
    describe: (call) => describe(call),
    approve: late(() =>
      createApprover({
        approvals: home.store.approvals,
        now,
        newId,
        wait,
        hashNow,
        terminal: options.terminal ?? null,
        show: (context) => runner.show(context),
        settings(context) {
          const concerned = governed.concerned(context).flatMap((one) => (one.ok ? [one.view.policy] : []));
          const policies = concerned.length > 0 ? concerned : [policyOf(rootAt(context))];
          const settings = approvalSettings(policies, options.defaultMode ?? "balanced");
          return { ...settings, timeoutMs: Math.min(settings.timeoutMs, options.longestApprovalMs ?? Infinity) };
        },
        grant: (context, requests, answer, id) => {
          const named = requests.find((request) => request.topic === "expansion")?.details.root;
          const root = roots.find((one) => one.root === named) ?? rootAt(context);
          return grant(root, context, requests, answer, id);
        },
      }),
    ),
    spare: spared.spare,
    async begin(context) {
      layer.began(context.invocationId);
      // Whatever the programs of this call start does not speak for a person.
      if (context.effects.list.some((effect) => effect.kind === "run" || effect.kind === "unknown"))
        hosts.record(ownerPid);
      return watch.begin(context);
    },
    observe: async (context, outcome: Outcome) => watch.end(context, outcome),
  });
  registerDefaultHooks(engine, {
    governed,
    log: decisions.log,
    declaredHooks: { fn: (context) => layer.pre(context), timeoutMs: declaredTimeoutMs },
  });
  registerPostHooks(engine, {
    ...{ roots, newId, now, intentIn, isSecret, syntax, rootsOf, keepSeen, lessons },
    keptBytes: (hash) => cache.find(hash),
    candidatesOf: watch.candidatesOf,
    onRecorded: watch.recorded,
    declaredHooks: { fn: (context) => layer.post(context), timeoutMs: declaredTimeoutMs },
  });

  const blames = new Map<GovernedRoot, Blame>();
  const routingOf = openRoutings({
    now,
    stateDir,
    env,
    calls: abilityCalls,
    call: (request, run) => runner.callWith(request, run),
  });

  const layer = createHookLayer({
    roots,
    facts,
    env,
    environment: options.environment === undefined ? (env.INTENTGATE_ENV ?? null) : options.environment,
    program: options.program ?? null,
    rootAt,
    policyOf,
    routing: routingOf,
    callTool: (request) => runner.callTool(request),
    recordHost: () => hosts.record(ownerPid),
    relative,
    now,
    newId,
    log: decisions.log,
    notify,
    intentIn,
    isSecret,
    keepSeen,
    syntax,
  });

  const runner = createCallRunner({
    engine,
    roots,
    home,
    facts,
    tools,
    lessons,
    now,
    watch,
    notices,
    decisions,
    syntax,
    neverAsks: (cwd) => approvalSettings([policyOf(rootAt({ cwd }))], options.defaultMode ?? "balanced").auto,
  });

  const twoPhase = createTwoPhase(engine, rootAt, now);
  const follow = layer.thenFollowUp;

  function openRoots(given: readonly string[]): GovernedRoot[] {
    const found = given.map((folder) => findRoot(folder, registry));
    const distinct = found.filter((one, index) => found.findIndex((other) => other.root === one.root) === index);
    return distinct.map((one) => openRoot(one, stateDir, now));
  }

  async function describe(call: ToolCall) {
    const root = rootAt(call);
    // First: what a killed call left behind must not count as a person's.
    for (const one of roots) if (one.running.since() !== null) await settleRuns(one, settleRunsParts);
    for (const one of roots) one.rules();
    await layer.look();
    settleParent(root, call);
    const { normalizedToolName, effects } = computeDescribed(call);
    try {
      const hasOpen = root.store.sessions.read(call.session.id).pending.size > 0;
      if (hasOpen) await settleCalls(root, call.session.id, settleParts);
    } catch (error) {
      if (effects.mutates || !(error instanceof ProblemError)) throw error;
      notify({ kind: "warning", message: error.message, paths: [] }); // a read needs no disk that can be written
    }
    const { own, intent } = lineageOf(root, call.session);
    return { normalizedToolName, effects, intentId: intent?.id ?? null, hadToolFailureBefore: own.hadToolFailure };
  }

  /** Before anything else is said of a session: whose subagent it is. */
  function settleParent(root: GovernedRoot, { session }: ToolCall): void {
    if (session.parent === undefined || !existsSync(root.sidecar)) return;
    if (root.store.sessions.read(session.id).startedAt !== null) return;
    const { id, ...who } = session;
    lineageOf(root, session);
    root.store.sessions.append(id, [{ kind: "seen", at: now().toISOString(), ...who }]);
  }

  /** The hooks of a pass ask for what `describe` has just computed. */
  function described(call: ToolCall): DescribedCall {
    const { of, call: known } = lastDescribed ?? {};
    const isSame = of?.payload === call.payload && of?.toolName === call.toolName && of.cwd === call.cwd;
    return known && isSame && of?.session.id === call.session.id ? known : computeDescribed(call);
  }

  /** The checks of the taken intent count as declared commands: a person wrote them. */
  function computeDescribed(call: ToolCall): DescribedCall {
    const root = rootAt(call);
    const policy = policyOf(root);
    const effective: Policy = { ...policy, commands: [...policy.commands, ...runner.checksOf(root, call)] };
    const effectsParts = {
      facts,
      isControlName,
      policy: () => effective,
      parsePatch: late(() => parsePatch),
      home: homedir(),
      root: root.root,
    };
    const read = createEffectsOf(effectsParts);
    const found =
      abilityCalls.describe(call, read, root.root) ??
      throughCalls.describe(call, effectsParts) ??
      read(call.toolName, call.payload, call.cwd ?? root.root);
    lastDescribed = { of: call, call: found };
    return found;
  }

  function rootsOf(context: Pick<HookContext, "effects" | "cwd" | "touchedPaths">): readonly GovernedRoot[] {
    const touched = context.effects.list.flatMap((effect) =>
      "absolute" in effect ? [relative(effect.absolute)?.root] : [],
    );
    const concerned = roots.filter((root) => touched.includes(root.root));
    return concerned.length > 0 ? concerned : [rootAt(context)];
  }

  function keepSeen(absolute: string): void {
    const place = relative(absolute);
    if (!place || watch.isSecret(place.root, place.relative)) return;
    const { hash, bytes } = readAfterwards(absolute);
    if (hash && bytes.state === "present") cache.keep(hash, bytes.bytes);
  }

  return {
    roots,
    home,
    engine,
    governed,
    tools,
    lessons,
    registry,
    hosts,
    stateDir,
    now,
    newId,
    callTool: (request) => layer.thenFollowUp(request, runner.callTool(request)),
    callThrough(request) {
      throughCalls.keep(request.input, request.describe);
      return layer.thenFollowUp(request, runner.callWith(request, request.execute));
    },
    describeAs: throughCalls.keep,
    decide: runner.decide,
    twoPhase: {
      async before(call, askApproval) {
        const result = await twoPhase.before(call, askApproval);
        decisions.keep(result.context.invocationId); // this process may be gone before the other phase
        return result;
      },
      after: (call, outcome) => follow(call, twoPhase.after(call, outcome)),
    },
    unasked: {
      begin: late(() => createUnaskedCalls({ engine, describe, watch, roots, decisions, now, relative, follow }).begin),
    },
    ownCalls: { run: late(() => createOwnCalls({ home, engine, now, runNative: runner.runDecided }).run) },
    routing: (root = home) => routingOf(root),
    eventHooks: (root = home) => layer.of(root),
    emit: layer.emit,
    onPhase: decisions.onEntry,
    close: layer.close,
    blame(root = home) {
      const blame = blames.get(root) ?? createBlame(root, (hash) => cache.find(hash));
      blames.set(root, blame);
      return blame;
    },
    async settle() {
      let settled = 0;
      for (const root of roots) {
        settled += await settleRuns(root, settleRunsParts);
        for (const session of root.store.sessions.list()) settled += await settleCalls(root, session.id, settleParts);
        sweepRoot(root);
      }
      return settled;
    },
  };
}

function timer(ms: number, run: () => void): () => void {
  const handle = setTimeout(run, ms);
  return () => clearTimeout(handle);
}
