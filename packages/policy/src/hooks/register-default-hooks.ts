/** The built-in pre-hooks, in the one order that is right (DESIGN: one tool call). */
import type { HookEngine, PhaseEntry, PreHookFn } from "@intentgate/engine";
import { blockIfNoIntent } from "./block-if-no-intent.ts";
import { circuitBreaker } from "./circuit-breaker.ts";
import { forbidden } from "./forbidden.ts";
import type { Governed } from "./governed.ts";
import { hitlPreHook } from "./hitl.ts";
import { intentIgnore } from "./intent-ignore.ts";
import { lock } from "./lock.ts";
import { logHook } from "./log-hook.ts";
import { protectControlFiles } from "./protect-control-files.ts";
import { scope } from "./scope.ts";

export interface DefaultHookParts {
  governed: Governed;
  log(entry: PhaseEntry): void;
  /** Asks the event hooks of the repository; each of them has a time limit of its own. */
  declaredHooks: { fn: PreHookFn; timeoutMs: number };
}

export function registerDefaultHooks(engine: HookEngine, { governed, log, declaredHooks }: DefaultHookParts): void {
  const hooks: [string, PreHookFn, number?][] = [
    ["logHook", logHook(log)],
    ["blockIfNoIntent", blockIfNoIntent(governed)],
    ["protectControlFiles", protectControlFiles(governed)],
    ["forbidden", forbidden(governed)],
    ["intentIgnore", intentIgnore(governed)],
    ["scope", scope(governed)],
    ["lock", lock(governed)],
    ["declaredHooks", declaredHooks.fn, declaredHooks.timeoutMs],
    ["circuitBreaker", circuitBreaker(governed)],
    ["hitlPreHook", hitlPreHook(governed)],
  ];
  for (const [name, fn, timeoutMs] of hooks) engine.registerPreHook(name, fn, { critical: true, timeoutMs });
}
