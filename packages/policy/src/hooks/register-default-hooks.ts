/** The built-in pre-hooks, in the one order that is right (DESIGN: one tool call). */
import type { HookEngine, OwnPreHookFn, PhaseEntry } from "@intentgate/engine";
import { blockIfNoIntent } from "./block-if-no-intent.ts";
import { circuitBreaker } from "./circuit-breaker.ts";
import { containment } from "./containment.ts";
import { forbidden } from "./forbidden.ts";
import type { Governed, GovernedCall } from "./governed.ts";
import { hitlPreHook } from "./hitl.ts";
import { intentIgnore } from "./intent-ignore.ts";
import { lock } from "./lock.ts";
import { logHook } from "./log-hook.ts";
import { protectControlFiles } from "./protect-control-files.ts";
import { scope } from "./scope.ts";
import { type StopOf, stopped } from "./stopped.ts";

export interface DefaultHookParts<Home> {
  governed: Governed;
  /** Asks the journals, also where the rules cannot be read. */
  stopOf: StopOf;
  log(entry: PhaseEntry, home: Home): void;
  /** Asks the event hooks of the repository; each of them has a time limit of its own. */
  declaredHooks: { fn: OwnPreHookFn<Home>; timeoutMs: number };
}

export function registerDefaultHooks<Home extends GovernedCall>(
  engine: HookEngine<Home>,
  { governed, stopOf, log, declaredHooks }: DefaultHookParts<Home>,
): void {
  const hooks: [string, OwnPreHookFn<Home>, number?][] = [
    ["logHook", logHook(log)],
    ["stopped", stopped(stopOf)],
    ["blockIfNoIntent", blockIfNoIntent(governed)],
    ["protectControlFiles", protectControlFiles(governed)],
    ["containment", containment()],
    ["forbidden", forbidden()],
    ["intentIgnore", intentIgnore()],
    ["scope", scope(governed)],
    ["lock", lock(governed)],
    ["declaredHooks", declaredHooks.fn, declaredHooks.timeoutMs],
    ["circuitBreaker", circuitBreaker()],
    ["hitlPreHook", hitlPreHook(governed)],
  ];
  for (const [name, fn, timeoutMs] of hooks) engine.registerPreHook(name, fn, { critical: true, timeoutMs });
}
