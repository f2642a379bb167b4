import type { HookEngine } from "@intentgate/engine";
import { expect, it } from "vitest";
import type { Governed, GovernedCall } from "./governed.ts";
import { registerDefaultHooks } from "./register-default-hooks.ts";

it("registers the built-in hooks in the one order that is right, all of them critical", () => {
  const registered: [string, boolean | undefined, number | undefined][] = [];
  const engine = {
    registerPreHook: (name: string, _fn: unknown, options?: { critical?: boolean; timeoutMs?: number }) => {
      registered.push([name, options?.critical, options?.timeoutMs]);
      return () => undefined;
    },
  } as unknown as HookEngine<GovernedCall>;
  const declaredHooks = { fn: async () => undefined, timeoutMs: 700_000 };
  registerDefaultHooks(engine, { governed: {} as Governed, stopOf: () => null, log: () => undefined, declaredHooks });
  expect(registered.map(([name]) => name)).toEqual([
    "logHook",
    "stopped",
    "blockIfNoIntent",
    "protectControlFiles",
    "containment",
    "forbidden",
    "intentIgnore",
    "scope",
    "lock",
    "declaredHooks",
    "circuitBreaker",
    "hitlPreHook",
  ]);
  expect(registered.filter(([, critical]) => critical !== true)).toEqual([]);
  expect(registered.flatMap(([name, , timeoutMs]) => (timeoutMs ? [[name, timeoutMs]] : []))).toEqual([
    ["declaredHooks", 700_000],
  ]);
});
