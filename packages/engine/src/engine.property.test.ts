import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bench, question, rejecting, scopeDeny, throwing, yes } from "../../../test/support/engine/engine-bench.ts";
import type { PreHookFn } from "./call.ts";
import type { ApprovalAnswer } from "./decision.ts";

/** What a hook may do, and what that means for the call if it is critical and if it is not. */
const behaviours = {
  silent: { fn: async () => undefined, says: "yes" },
  agrees: { fn: async () => ({ allow: true, contextPatch: { a: 1 } }), says: "yes" },
  denies: { fn: async () => scopeDeny, says: "no" },
  "denies loosely": { fn: async () => ({ allow: false }), says: "no" },
  asks: { fn: async () => question(), says: "ask" },
  "asks something else": { fn: async () => question("Widen the scope?", "expansion"), says: "ask" },
  "asks something new every time": {
    fn: async ({ approved }) => question(`Round ${approved.length}?`),
    says: "no, whoever is asked",
  },
  "denies after a yes": {
    fn: async ({ approved }) => (approved.length > 0 ? scopeDeny : undefined),
    says: "no, once asked",
  },
  throws: { fn: throwing(new Error("bang")), says: "error" },
  rejects: { fn: rejecting("bang"), says: "error" },
  babbles: { fn: async () => ({ allow: "maybe" }) as never, says: "error" },
  hangs: { fn: () => new Promise<never>(() => {}), says: "error" },
  meddles: {
    fn: async (context) => {
      context.effects.mutates = false;
      return { allow: true };
    },
    says: "error",
  },
} satisfies Record<string, { fn: PreHookFn; says: string }>;

const hook = fc.record({
  does: fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[])),
  critical: fc.boolean(),
});
const hooks = fc.array(hook, { maxLength: 8 });
const answer = fc.constantFrom<ApprovalAnswer>(
  yes,
  { answer: "rejected", id: "q", by: "ada", reason: "" },
  { answer: "unanswered", id: "q", reason: "" },
  { answer: "unreachable", id: null, reason: "" },
);

type Hooks = { does: keyof typeof behaviours; critical: boolean }[];

async function run(list: Hooks, given: ApprovalAnswer) {
  const gate = bench({ approve: async () => given });
  list.forEach(({ does, critical }, at) => {
    gate.registerPreHook(`${at}`, behaviours[does].fn, { critical, timeoutMs: 10 });
  });
  gate.registerPostHook("post", async () => undefined);
  let done = false;
  const call = gate.run().finally(() => {
    done = true;
  });
  while (!done) await gate.clock.advance(10);
  return { ...(await call), gate };
}

/** The rule in one place: everybody must agree, and a person where somebody asks. */
function shouldPass(list: Hooks, given: ApprovalAnswer): boolean {
  const says = list.map(({ does, critical }) => {
    const said = behaviours[does].says;
    return said === "error" ? (critical ? "no" : "yes") : said;
  });
  if (says.some((said) => said === "no" || said === "no, whoever is asked")) return false;
  if (!says.includes("ask")) return true;
  return given.answer === "approved" && !says.includes("no, once asked");
}

describe("for any list of hooks", () => {
  it("allows exactly what all of them allow, runs the tool only then, and pushes one result", async () => {
    await fc.assert(
      fc.asyncProperty(hooks, answer, async (list, given) => {
        const { allowed, gate } = await run(list, given);
        expect(allowed).toBe(shouldPass(list, given));
        expect(gate.steps.filter((step) => step === "execute")).toHaveLength(allowed ? 1 : 0);
        expect(gate.pushed).toHaveLength(1);
        expect(gate.asked.length).toBeLessThanOrEqual(1);
        expect(gate.steps.at(-1)).toBe("post post");
        expect(gate.clock.armed()).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it("gives the same answer in every order", async () => {
    const shuffled = hooks.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, answer, async ([list, other], given) => {
        expect((await run(other, given)).allowed).toBe((await run(list, given)).allowed);
      }),
      { numRuns: 300 },
    );
  });

  it("never turns a no into a yes by adding a hook anywhere", async () => {
    await fc.assert(
      fc.asyncProperty(hooks, hook, fc.nat(), answer, async (list, added, at, given) => {
        fc.pre(!(await run(list, given)).allowed);
        const more = list.toSpliced(at % (list.length + 1), 0, added);
        expect((await run(more, given)).allowed).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
