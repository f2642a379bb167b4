import type { HookEngine } from "@intentgate/engine";
import { expect, it } from "vitest";
import type { Governed } from "./governed.ts";
import { registerDefaultHooks } from "./register-default-hooks.ts";

it("registers the built-in hooks in the one order that is right, all of them critical", () => {
  const registered: [string, boolean | undefined][] = [];
  const engine = {
    registerPreHook: (name: string, _fn: unknown, options?: { critical?: boolean }) => {
      registered.push([name, options?.critical]);
      return () => undefined;
    },
  } as unknown as HookEngine;
  registerDefaultHooks(engine, { governed: {} as Governed, log: () => undefined });
  expect(registered.map(([name]) => name)).toEqual([
    "logHook",
    "blockIfNoIntent",
    "protectControlFiles",
    "forbidden",
    "intentIgnore",
    "scope",
    "lock",
    "circuitBreaker",
    "hitlPreHook",
  ]);
  expect(registered.filter(([, critical]) => critical !== true)).toEqual([]);
});
