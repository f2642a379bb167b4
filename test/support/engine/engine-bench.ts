/** Parts for tests: time that moves by hand, ids that count, and a log that is a list. */
import { type ApprovalAnswer, type ApprovalRequest, type Deny, deny } from "../../../packages/engine/src/decision.ts";
import type { Effect } from "../../../packages/engine/src/effects.ts";
import { createHookEngine, type ExecuteOptions, type HookEngine } from "../../../packages/engine/src/engine.ts";
import type { Clock, EngineParts, PhaseEntry } from "../../../packages/engine/src/parts.ts";

export interface HandClock extends Clock {
  /** Moves time on and calls what is due, in order. */
  advance(ms: number): Promise<void>;
  /** How many timers are armed. */
  armed(): number;
}

export function handClock(): HandClock {
  let now = 1_000;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async advance(ms) {
      await turns();
      const until = now + ms;
      for (;;) {
        const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((other) => other !== due);
        now = Math.max(now, due.at);
        due.run();
        await turns();
      }
      now = until;
      await turns();
    },
    armed: () => timers.length,
  };
}

/** Lets everything that waits for nothing but promises go on. */
export async function turns(count = 100): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await undefined;
}

export interface Bench extends HookEngine {
  clock: HandClock;
  entries: PhaseEntry[];
  /** What happened, in order: `pre a`, `approve`, `begin`, `execute`, `push`, `error`, `observe`, `post b`. */
  steps: string[];
  pushed: unknown[];
  handled: unknown[];
  asked: (readonly ApprovalRequest[])[];
  /** Runs one call whose tool returns "done". */
  run(options?: Partial<ExecuteOptions>): ReturnType<HookEngine["executeTool"]>;
  /** Phases as `phase hook decision code`, where present. */
  logged(): string[];
}

const writeEffect: Effect = { kind: "write", manner: "anchored", path: "a.ts", absolute: "/w/a.ts" };

export function bench(changed: Partial<EngineParts> = {}): Bench {
  const clock = handClock();
  const entries: PhaseEntry[] = [];
  const steps: string[] = [];
  const pushed: unknown[] = [];
  const handled: unknown[] = [];
  const asked: (readonly ApprovalRequest[])[] = [];
  let ids = 0;
  const parts: EngineParts = {
    newId: () => `id-${++ids}`,
    clock,
    log: (entry) => void entries.push(entry),
    describe: async (call) => ({
      normalizedToolName: call.toolName,
      effects: { risk: "DESTRUCTIVE", mutates: true, list: [{ ...writeEffect }], why: ["writes a.ts"] },
      intentId: "INT-001",
      hadToolFailureBefore: false,
    }),
    approve: async () => yes,
    letsPass: () => false,
    begin: async () => undefined,
    observe: async () => [],
    ...changed,
  };
  const engine = createHookEngine({
    ...parts,
    approve(context, requests, askApproval) {
      steps.push("approve");
      asked.push(requests);
      return parts.approve(context, requests, askApproval, undefined);
    },
    begin(context, decided) {
      steps.push("begin");
      return parts.begin(context, decided, undefined);
    },
    observe(context, outcome) {
      steps.push("observe");
      return parts.observe(context, outcome, undefined);
    },
  });
  const noted =
    <Given extends unknown[], Result>(step: string, fn: (...given: Given) => Result) =>
    (...given: Given): Result => {
      steps.push(step);
      return fn(...given);
    };
  return {
    ...engine,
    registerPreHook: (name, fn, options) => engine.registerPreHook(name, noted(`pre ${name}`, fn), options),
    registerPostHook: (name, fn, options) => engine.registerPostHook(name, noted(`post ${name}`, fn), options),
    clock,
    entries,
    steps,
    pushed,
    handled,
    asked,
    run({ execute = async () => "done", ...options } = {}) {
      const host: ExecuteOptions = {
        session: { id: "s-1" },
        pushToolResult: noted("push", (result) => void pushed.push(result)),
        handleError: noted("error", (error) => void handled.push(error)),
        ...options,
        execute: noted("execute", execute),
      };
      return engine.executeTool("write_to_file", { path: "a.ts" }, host);
    },
    logged: () =>
      entries.map(({ phase, hook, decision, code }) => [phase, hook, decision, code].filter(Boolean).join(" ")),
  };
}

export const yes: ApprovalAnswer = { answer: "approved", id: "q-1", by: "ada", how: "once" };

export const scopeDeny: Deny = deny("SCOPE_VIOLATION", "a.ts is outside the scope", "Ask for an expansion.", {
  file_path: "a.ts",
});

export function question(text = "Delete a.ts?", topic: ApprovalRequest["topic"] = "destructive") {
  const request: ApprovalRequest = {
    topic,
    question: text,
    details: { files: ["a.ts"] },
    whenRejected: deny("HITL_REJECT", "rejected", "Do something else.", { risk: "DESTRUCTIVE" }),
    whenUnreachable: deny("UNKNOWN_EFFECT", "nobody there", "Ask a person to watch.", { what: "the command" }),
  };
  return { allow: "ask" as const, request };
}

export function throwing(what: unknown): () => never {
  return () => {
    throw what;
  };
}

export function rejecting(what: unknown): () => Promise<never> {
  return () => Promise.reject(what);
}
