/** The event hooks of one root: what is read of them, and how they run. */
import { ProblemError } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";
import type { RootRouting, Suggestions } from "@intentgate/routing";
import type { EventContext } from "../declared/event-context.ts";
import { matchHook } from "../declared/match-hook.ts";
import type { RunHandler } from "../handlers/handler.ts";
import { createActionQueue } from "./action-queue.ts";
import { createAuthoredGuard } from "./authored-guard.ts";
import { type EmitOptions, type EmittedRuns, emitEvent } from "./emit-event.ts";
import type { Emitted, EventHooks, QueuedAction } from "./event-hooks.ts";
import { LONGEST_EVENT_MS } from "./event-time.ts";
import { createFollowUps, type RunCommand } from "./follow-ups.ts";
import { createHookLog, logLines } from "./hook-log.ts";
import type { HookReading } from "./hook-reading.ts";
import { type RunHookParts, runHook } from "./run-hook.ts";

export interface EventHooksParts {
  runHandler: RunHandler;
  program: string | null;
  /** Told before the first handler of this process runs: what it starts does not speak for a person. */
  beforeHandlers(): void;
  routing: RootRouting;
  whyNotInside(path: string): string | null;
  now(): Date;
  newId(): string;
  warn(message: string): void;
}

/** What the gate needs besides what apps do. */
export interface RootHooks extends HookReading, Omit<EventHooks, "emit" | "runAction"> {
  /** Runs what matches, merges, logs, queues; never throws for what a handler did. */
  emit(event: EventContext, runCommand: RunCommand): Promise<Emitted>;
  /** Does a waiting action now, through the gate and as its session; null where none of this id waits. */
  runAction(id: string, runCommand: RunCommand): Promise<QueuedAction | null>;
  /** As of the last look: runs what matches and nothing more. */
  runOn(event: EventContext, options: EmitOptions): Promise<EmittedRuns>;
  /** Logs, queues, learns: what follows from the answers. */
  settle(event: EventContext, emitted: EmittedRuns): Promise<void>;
  /** Does what waits for this session, where the policy says that it is done without asking. */
  followUp(session: string, runCommand: RunCommand): Promise<void>;
}

export function createEventHooks(reading: HookReading, parts: EventHooksParts): RootHooks {
  const { root, globs, state, trusted } = reading;
  const log = createHookLog({ root: root.root, now: parts.now, warn: parts.warn });
  const queue = createActionQueue({ state, now: parts.now, newId: parts.newId });
  const followUps = createFollowUps({ ...parts, queue });
  const runParts: RunHookParts = {
    root: root.root,
    program: parts.program,
    trusted,
    wordsOf: reading.wordsOf,
    runHandler(call) {
      parts.beforeHandlers();
      return parts.runHandler(call);
    },
    guarded: createAuthoredGuard(root, parts.now),
  };

  async function suggestionsFor(event: EventContext, { merged }: EmittedRuns): Promise<Suggestions | null> {
    const isPrompt = event.event_type === "UserPromptSubmit";
    if (!isPrompt && merged.new_intent === null) return null;
    return parts.routing.suggest({
      prompt: isPrompt ? event.user_message : "",
      stage: event.stage ?? null,
      hints: merged.suggested_abilities,
      intent: merged.new_intent,
    });
  }

  const hooks: RootHooks = {
    ...reading,
    runOn: (event, options) =>
      emitEvent(event, reading.last(), globs, options, (hook, timeLeft) => runHook(hook, event, timeLeft, runParts)),
    async settle(event, emitted) {
      log.append(logLines(event, emitted));
      const { update_matcher_suggestions: weights, follow_up_actions: actions } = emitted.merged;
      const lost = weights.length > 0 ? await parts.routing.learn(weights) : [];
      for (const { message } of lost) parts.warn(`what event hooks know about abilities was not kept: ${message}`);
      const raisedBy = followUps.isRunning(event.session_id) ? "action" : "event";
      try {
        await queue.add(actions, event.session_id, raisedBy);
      } catch (error) {
        // What a handler asked for on the side is no reason to refuse anything.
        if (!(error instanceof ProblemError)) throw error;
        parts.warn(`what event hooks asked for could not be kept: ${error.message}`);
      }
    },
    async followUp(session, runCommand) {
      const rules = root.lastRules();
      if (rules.ok && rules.value.policy.follow_up === "run") await followUps.runWaiting(session, runCommand);
    },

    async emit(event, runCommand) {
      reading.look();
      const emitted = await hooks.runOn(event, { mutates: true, known: new Map(), around: (_, work) => work() });
      const warnings = [...emitted.warnings];
      const refusal =
        event.event_type === "SessionStop" ? holdStop(event.session_id, emitted, warnings) : emitted.refusal;
      await hooks.settle(event, { ...emitted, refusal });
      let suggestions: Emitted["suggestions"] = null;
      try {
        suggestions = await suggestionsFor(event, emitted);
      } catch (error) {
        // A prompt goes on without suggestions; nothing is allowed or refused by them.
        warnings.push({ hook: "routing", text: messageOf(error) });
      }
      await hooks.followUp(event.session_id, runCommand);
      const { runs, merged } = emitted;
      return { runs, merged, refusal, warnings, suggestions };
    },
    async tryOut(id, event) {
      const found = reading.look().all.find(({ hook }) => hook.id === id);
      if (!found) return null;
      const matched = matchHook(found.hook, event, globs);
      if (!matched.ok) return { matched: false, key: matched.key, why: matched.why };
      const { run, result, warnings, stderr } = await runHook(found, event, LONGEST_EVENT_MS, runParts);
      return { matched: true, run, result, warnings, stderr };
    },
    actions: () => queue.list().map(({ raisedBy: _, ...action }) => action),
    async runAction(id, runCommand) {
      const done = await followUps.run(id, runCommand);
      if (!done) return null;
      const { raisedBy: _, ...action } = done;
      return action;
    },
    async settleAction(id, state, note) {
      if (!(await queue.begin(id))) return false;
      await queue.settle(id, state, note);
      return true;
    },
  };
  return hooks;

  /** A stop is held at most twice a session: whoever wants it a third time gets it. */
  function holdStop(session: string, { refusal }: EmittedRuns, warnings: { hook: string; text: string }[]) {
    if (!refusal) return null;
    const letGo = (why: string) => {
      warnings.push({ hook: refusal.hook, text: `${refusal.reason} (${why})` });
      return null;
    };
    if (root.store.sessions.read(session).stopsHeld >= MOST_HELD) {
      return letGo(`the stop was held ${MOST_HELD} times already`);
    }
    try {
      root.store.sessions.append(session, [{ kind: "stop_held", at: parts.now().toISOString(), hook: refusal.hook }]);
      return refusal;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return letGo("what cannot be counted does not hold a stop");
    }
  }
}

const MOST_HELD = 2;
