import { describe, expect, it } from "vitest";
import { bench, scopeDeny, turns } from "../../../test/support/engine/engine-bench.ts";
import { createRegistry } from "./registry.ts";

const nothing = async () => undefined;

describe("registration", () => {
  it("runs hooks in the order in which they were registered", async () => {
    const gate = bench();
    for (const name of ["c", "a", "b"]) gate.registerPreHook(name, nothing);
    for (const name of ["z", "y"]) gate.registerPostHook(name, nothing);
    await gate.run();
    expect(gate.steps.filter((step) => /^(pre|post) /.test(step))).toEqual([
      "pre c",
      "pre a",
      "pre b",
      "post z",
      "post y",
    ]);
  });

  it("replaces a hook of the same name in its place", async () => {
    const gate = bench();
    gate.registerPreHook("first", async () => scopeDeny);
    gate.registerPreHook("second", nothing);
    gate.registerPreHook("first", nothing);
    const { allowed } = await gate.run();
    expect(allowed).toBe(true);
    expect(gate.steps.slice(0, 2)).toEqual(["pre first", "pre second"]);
  });

  it("keeps pre-hooks and post-hooks of the same name apart", async () => {
    const gate = bench();
    gate.registerPreHook("same", nothing);
    gate.registerPostHook("same", nothing);
    await gate.run();
    expect(gate.steps).toContain("pre same");
    expect(gate.steps).toContain("post same");
  });

  it("removes with a remover its own registration", async () => {
    const gate = bench();
    const remove = gate.registerPreHook("stop", async () => scopeDeny);
    expect((await gate.run()).allowed).toBe(false);
    remove();
    expect((await gate.run()).allowed).toBe(true);
  });

  it("does not remove with an old remover what replaced it", async () => {
    const gate = bench();
    const removeOld = gate.registerPreHook("stop", nothing);
    gate.registerPreHook("stop", async () => scopeDeny);
    removeOld();
    expect((await gate.run()).allowed).toBe(false);
  });

  it("does nothing when a remover is called twice, not even to a later hook of that name", async () => {
    const gate = bench();
    const remove = gate.registerPreHook("stop", nothing);
    remove();
    gate.registerPreHook("stop", async () => scopeDeny);
    remove();
    expect((await gate.run()).allowed).toBe(false);
  });

  it("does not drop a check from a call under way when a hook removes another hook", async () => {
    const gate = bench();
    let removeStop = () => {};
    gate.registerPreHook("remover", async () => removeStop());
    removeStop = gate.registerPreHook("stop", async () => scopeDeny);
    expect((await gate.run()).allowed).toBe(false);
  });

  it.each([
    ["an empty name", "", nothing, {}],
    ["a name that is not a text", 7, nothing, {}],
    ["no function", "a", undefined, {}],
    ["an object instead of a function", "a", { handler: nothing }, {}],
    ["a time limit of zero", "a", nothing, { timeoutMs: 0 }],
    ["a negative time limit", "a", nothing, { timeoutMs: -1 }],
    ["a time limit that is not a number", "a", nothing, { timeoutMs: Number.NaN }],
    ["an endless time limit, which timers take for none at all", "a", nothing, { timeoutMs: Infinity }],
    ["a time limit beyond what timers can count", "a", nothing, { timeoutMs: 2 ** 31 }],
  ])("refuses %s aloud", (_what, name, fn, options) => {
    const registry = createRegistry<unknown>(5_000);
    expect(() => registry.register(name as string, fn, options)).toThrow(TypeError);
    expect(registry.list()).toEqual([]);
  });

  it("knows nothing of another engine's hooks", async () => {
    const [one, other] = [bench(), bench()];
    one.registerPreHook("stop", async () => scopeDeny);
    one.registerPostHook("after", nothing);
    const [refused, allowed] = await Promise.all([one.run(), other.run()]);
    await turns();
    expect([refused.allowed, allowed.allowed]).toEqual([false, true]);
    expect(other.steps).not.toContain("post after");
    expect(other.entries.some((entry) => entry.hook === "stop")).toBe(false);
  });
});
