import { draftRecord, sealRecord } from "@intentgate/trace";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLedgerIndex, type LedgerIndex } from "./ledger-index.ts";
import { weaveIndex } from "./weave-index.ts";

/** `[name, minute, content before, content after, chain]`; a chain is a letter, and none is this machine's own. */
type Step = [name: string, minute: number, before: string | null, after: string, chain?: string];

const bytes = (text: string) => ({
  state: "present" as const,
  bytes: Buffer.from(`const ${text} = make(${text}Value);\n`),
});

function lineOf([name, minute, before, after, chain]: Step): string {
  const draft = draftRecord({
    id: name,
    timestamp: new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString(),
    intentId: `INT-${name}`,
    session: chain ?? "own",
    entityType: "AI",
    model: `model-${name}`,
    mutationClass: "INTENT_EVOLUTION",
    tool: "edit",
    decision: { id: name, approval: "none", outcome: "OK" },
    revision: "unknown",
    changes: [
      {
        relativePath: `src/${name}.ts`,
        absolute: "",
        root: "",
        movedFrom: null,
        before: before === null ? { state: "absent" } : bytes(before),
        after: bytes(after),
        modeChanged: false,
        predicted: true,
      },
    ],
  });
  return sealRecord(draft, null, chain ?? "own").line;
}

function woven(steps: readonly Step[]): LedgerIndex {
  const own = createLedgerIndex();
  const others = createLedgerIndex();
  const chainOf: number[] = [];
  const chains: string[] = [];
  for (const [number, step] of steps.entries()) {
    const chain = step[4];
    const place = { offset: number, bytes: 1, source: chain === undefined ? 0 : 1 };
    (chain === undefined ? own : others).add(lineOf(step), place);
    if (chain === undefined) continue;
    if (!chains.includes(chain)) chains.push(chain);
    chainOf.push(chains.indexOf(chain));
  }
  return weaveIndex(own, { index: others, chainOf });
}

const namesIn = (index: LedgerIndex, steps: readonly Step[]) =>
  Array.from({ length: index.records }, (_, number) => steps[index.record.offset.get(number)]?.[0]).join(" ");
const order = (...steps: Step[]) => namesIn(woven(steps), steps);

describe("several ledgers as one", () => {
  it("puts what others shared between the own records, by time", () => {
    expect(order(["o1", 10, null, "a"], ["o2", 30, "a", "b"], ["s1", 20, null, "c", "S"])).toBe("o1 s1 o2");
    expect(order(["s1", 5, null, "c", "S"], ["t1", 4, null, "d", "T"])).toBe("t1 s1");
    expect(order(["o1", 10, null, "a"])).toBe("o1");
    expect(order()).toBe("");
  });

  it("keeps the order within each chain, whatever its clock said", () => {
    expect(order(["o1", 30, null, "a"], ["o2", 10, null, "b"], ["s1", 20, null, "c", "S"])).toBe("s1 o1 o2");
    expect(order(["o1", 15, null, "a"], ["s1", 20, null, "c", "S"], ["s2", 10, null, "d", "S"])).toBe("o1 s1 s2");
  });

  it("puts a content before whoever began with it, also where clocks disagree", () => {
    expect(order(["o1", 10, "shared", "a"], ["s1", 60, null, "shared", "S"])).toBe("s1 o1");
    expect(order(["s1", 10, "mine", "b", "S"], ["o1", 40, null, "x"], ["o2", 60, "x", "mine"])).toBe("o1 o2 s1");
    expect(
      order(["o1", 10, "two", "a"], ["s1", 90, null, "one", "S"], ["t1", 60, "one", "two", "T"], ["o2", 20, null, "z"]),
    ).toBe("s1 t1 o1 o2");
  });

  it("does not wait for a content that was there already, nor for one that comes from itself", () => {
    expect(order(["o1", 10, null, "x"], ["o2", 20, "x", "y"], ["s1", 30, "y", "x", "S"])).toBe("o1 o2 s1");
    expect(order(["o1", 10, "old", "new"], ["s1", 30, "new", "old", "S"])).toBe("o1 s1");
    expect(order(["o1", 10, "old", "new"], ["o2", 20, "new", "newer"], ["s1", 30, "newer", "old", "S"])).toBe(
      "o1 o2 s1",
    );
  });

  it("does not wait for a clock that is days ahead", () => {
    expect(order(["o1", 10, "shared", "a"], ["s1", 10_000, null, "shared", "S"])).toBe("o1 s1");
  });

  it("takes everything over: lines, paths, contents, words, places", () => {
    const steps: Step[] = [
      ["o1", 10, null, "alpha"],
      ["s1", 20, "alpha", "beta", "S"],
      ["o2", 30, "beta", "gamma"],
    ];
    const index = woven(steps);
    const alone = createLedgerIndex();
    for (const [offset, step] of steps.entries())
      alone.add(lineOf(step), { source: step[4] === undefined ? 0 : 1, offset, bytes: 1 });
    expect(index.keep()).toEqual(alone.keep());
    expect(index.newestOf("src/s1.ts", 9)).toBe(1);
    expect(index.withContentBefore(2)).toEqual([1]);
    // Woven again, with nothing shared any more.
    const back = weaveIndex(index, { index: createLedgerIndex(), chainOf: [] });
    expect(namesIn(back, steps)).toBe("o1 o2");
    expect(back.withContentBefore(1)).toEqual([]);
  });

  it("loses no record, doubles none, and keeps every chain in its order", () => {
    const step = fc.record({
      minute: fc.integer({ min: 0, max: 50 }),
      before: fc.option(fc.constantFrom("a", "b", "c", "d", "e")),
      after: fc.constantFrom("a", "b", "c", "d", "e"),
      chain: fc.option(fc.constantFrom("S", "T", "U"), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (drawn) => {
        const steps = drawn.map(
          ({ minute, before, after, chain }, at): Step => [`r${at}`, minute, before, after, chain],
        );
        const index = woven(steps);
        const numbers = Array.from({ length: index.records }, (_, number) => index.record.offset.get(number));
        expect([...numbers].sort((a, b) => a - b)).toEqual(steps.map((_, at) => at));
        for (const chain of [undefined, "S", "T", "U"]) {
          const within = numbers.filter((number) => steps[number]?.[4] === chain);
          expect(within).toEqual([...within].sort((a, b) => a - b));
        }
      }),
      { numRuns: 300 },
    );
  });
});
