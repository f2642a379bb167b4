import { describe, expect, it } from "vitest";
import { bench, handClock, rejecting, scopeDeny, throwing, turns } from "../../../test/support/engine/engine-bench.ts";
import { heldWhileAsking, withinTime } from "./time-limit.ts";

const forever = () => new Promise<never>(() => {});

describe("withinTime", () => {
  it("passes on what the work gives, with or without a promise", async () => {
    const clock = handClock();
    expect(await withinTime(clock, 10, () => 7)).toBe(7);
    expect(await withinTime(clock, 10, async () => 8)).toBe(8);
  });

  it.each([
    ["throws at once", throwing(new Error("bang"))],
    ["rejects", rejecting(new Error("bang"))],
  ])("passes on the error of work that %s", async (_how, work) => {
    await expect(withinTime(handClock(), 10, work)).rejects.toThrow("bang");
  });

  it("arms no timer for work that answers at once", async () => {
    const clock = handClock();
    const after = throwing(new Error("a timer was armed"));
    await withinTime({ now: clock.now, after }, 10, async () => 1);
    await turns();
  });

  it("cuts off work that hangs, not a moment before its time", async () => {
    const clock = handClock();
    let said: string | undefined;
    withinTime(clock, 10, forever).catch((error: Error) => {
      said = error.message;
    });
    await clock.advance(9);
    expect(said).toBeUndefined();
    await clock.advance(1);
    expect(said).toBe("no answer within 10 ms");
    expect(clock.armed()).toBe(0);
  });

  it("leaves no timer behind when slow work answers in time", async () => {
    const clock = handClock();
    const slow = withinTime(
      clock,
      10,
      () => new Promise<string>((resolve) => void clock.after(5, () => resolve("in time"))),
    );
    await clock.advance(5);
    expect(await slow).toBe("in time");
    expect(clock.armed()).toBe(0);
  });

  it("does not let a late rejection escape", async () => {
    const clock = handClock();
    const late = withinTime(
      clock,
      10,
      () => new Promise((_, reject) => void clock.after(20, () => reject(new Error("late")))),
    );
    const outcome = late.catch((error: Error) => error.message);
    await clock.advance(30);
    expect(await outcome).toBe("no answer within 10 ms");
  });

  it("counts the time before a question and the time after it, and not the question", async () => {
    const clock = handClock();
    let over: string | undefined;
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
    const person = async () => {
      await wait(1_000_000);
      return true;
    };
    withinTime(clock, 10, async (watch) => {
      await wait(6);
      await heldWhileAsking(person, watch)?.("tool", "{}");
      await forever();
    }).catch((error: Error) => {
      over = error.message;
    });
    await clock.advance(6);
    await clock.advance(1_000_000);
    await clock.advance(3);
    expect(over).toBeUndefined();
    await clock.advance(1);
    expect(over).toBe("no answer within 10 ms");
  });

  it("stands still until the last of several questions is answered", async () => {
    const clock = handClock();
    let over = false;
    const answers: ((yes: boolean) => void)[] = [];
    const person = () => new Promise<boolean>((resolve) => answers.push(resolve));
    withinTime(clock, 10, async (watch) => {
      const ask = heldWhileAsking(person, watch)!;
      await Promise.race([ask("tool", "1"), ask("tool", "2")]);
      await forever();
    }).catch(() => {
      over = true;
    });
    await turns();
    answers[0]?.(true);
    await clock.advance(1_000);
    expect(over).toBe(false);
    answers[1]?.(true);
    await clock.advance(10);
    expect(over).toBe(true);
  });

  it("takes no time away for a second question while the first is open", async () => {
    const clock = handClock();
    let over = false;
    const answers: ((yes: boolean) => void)[] = [];
    const person = () => new Promise<boolean>((resolve) => answers.push(resolve));
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
    withinTime(clock, 10, async (watch) => {
      const ask = heldWhileAsking(person, watch)!;
      const first = ask("tool", "1");
      await wait(1_000);
      await Promise.all([first, ask("tool", "2")]);
      await forever();
    }).catch(() => {
      over = true;
    });
    await clock.advance(1_000);
    for (const answer of answers) answer(true);
    await clock.advance(9);
    expect(over).toBe(false);
    await clock.advance(1);
    expect(over).toBe(true);
  });

  it("arms nothing when a question is answered after the work has ended", async () => {
    const clock = handClock();
    let answer: ((yes: boolean) => void) | undefined;
    const person = () =>
      new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    await withinTime(clock, 10, async (watch) => {
      void heldWhileAsking(person, watch)?.("tool", "{}");
    });
    answer?.(true);
    await turns();
    expect(clock.armed()).toBe(0);
  });

  it("asks nobody on behalf of work whose time is over", async () => {
    const clock = handClock();
    let questions = 0;
    let late: Promise<unknown> | undefined;
    const cut = withinTime(clock, 10, async (watch) => {
      await new Promise<void>((resolve) => void clock.after(20, resolve));
      late = heldWhileAsking(async () => {
        questions++;
        return true;
      }, watch)?.("tool", "{}").catch((error: Error) => error.message);
    }).catch((error: Error) => error.message);
    await clock.advance(30);
    expect(await cut).toBe("no answer within 10 ms");
    expect(await late).toMatch(/time is over/);
    expect(questions).toBe(0);
  });
});

describe("hooks and their time", () => {
  it("refuses the call when a critical pre-hook hangs", async () => {
    const gate = bench();
    gate.registerPreHook("slow", forever, { timeoutMs: 50 });
    const call = gate.run();
    await gate.clock.advance(50);
    expect(await call).toMatchObject({ allowed: false, error: { code: "HOOK_ERROR", meta: { hook_name: "slow" } } });
    expect(gate.steps).not.toContain("execute");
  });

  it("goes on without a pre-hook that hangs and is not critical, and still hears the others", async () => {
    const gate = bench();
    gate.registerPreHook("slow", forever, { timeoutMs: 50, critical: false });
    gate.registerPreHook("stop", async () => scopeDeny);
    const call = gate.run();
    await gate.clock.advance(50);
    expect(await call).toMatchObject({ allowed: false, error: { code: "SCOPE_VIOLATION" } });
    expect(gate.logged()).toContain("pre slow warning");
  });

  it("gives a hook five seconds where it names no time of its own", async () => {
    const gate = bench();
    gate.registerPreHook("slow", forever);
    let done = false;
    const call = gate.run().then((result) => {
      done = true;
      return result;
    });
    await gate.clock.advance(4_999);
    expect(done).toBe(false);
    await gate.clock.advance(1);
    expect((await call).allowed).toBe(false);
  });

  it("gives every hook its own time", async () => {
    const gate = bench();
    const wait = () => new Promise<void>((resolve) => void gate.clock.after(40, resolve));
    for (const name of ["a", "b", "c"]) gate.registerPreHook(name, wait, { timeoutMs: 50 });
    const call = gate.run();
    await gate.clock.advance(120);
    expect((await call).allowed).toBe(true);
  });

  it("does not count the time in which a person thinks about a hook's own question", async () => {
    const gate = bench();
    gate.registerPreHook(
      "asks",
      async ({ askApproval }) => {
        await askApproval?.("tool", "{}");
      },
      { timeoutMs: 50 },
    );
    const askApproval = () => new Promise<boolean>((resolve) => void gate.clock.after(3_600_000, () => resolve(true)));
    const call = gate.run({ askApproval });
    await gate.clock.advance(3_600_000);
    expect((await call).allowed).toBe(true);
  });

  it("turns a post-hook that hangs into a warning and runs the rest", async () => {
    const gate = bench();
    gate.registerPostHook("slow", forever, { timeoutMs: 50 });
    gate.registerPostHook("next", async () => undefined);
    const call = gate.run();
    await gate.clock.advance(50);
    const { allowed, warnings } = await call;
    expect(allowed).toBe(true);
    expect(warnings).toMatchObject([{ type: "hook_warning", meta: { hook_name: "slow" } }]);
    expect(gate.steps).toContain("post next");
  });
});
