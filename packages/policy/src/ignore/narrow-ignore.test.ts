import fc from "fast-check";
import { expect, it } from "vitest";
import { type IgnoreRule, narrowIgnore } from "./ignore-rule.ts";

const rule = (kind: IgnoreRule["kind"], glob = "x", line = 1, intentId: string | null = null): IgnoreRule => ({
  intentId,
  glob,
  kind,
  line,
});

it("keeps removed exclusions and counts added ones", () => {
  expect(
    narrowIgnore([rule("exclude", "a")], [rule("exclude", "b"), rule("require_approval", "c")]).map((it) => it.glob),
  ).toEqual(["a", "b", "c"]);
});

it.each([
  ["added", [], [rule("allow_destructive")], 0],
  ["removed", [rule("allow_destructive")], [], 0],
  ["kept on another line", [rule("allow_destructive", "x", 1)], [rule("allow_destructive", "x", 9)], 1],
  ["widened to all intents", [rule("allow_destructive", "x", 1, "A")], [rule("allow_destructive", "x", 1, null)], 0],
])("counts a permission that was %s accordingly", (_, before, now, count) => {
  expect(narrowIgnore(before, now)).toHaveLength(count);
});

it("permits only what both permit and forbids whatever either forbids", () => {
  const rules = fc.array(
    fc.record({
      intentId: fc.constantFrom(null, "A", "B"),
      glob: fc.constantFrom("a", "b", "c"),
      kind: fc.constantFrom("exclude" as const, "require_approval" as const, "allow_destructive" as const),
      line: fc.nat(9),
    }),
    { maxLength: 8 },
  );
  const has = (list: readonly IgnoreRule[], one: IgnoreRule) =>
    list.some((it) => it.intentId === one.intentId && it.glob === one.glob && it.kind === one.kind);
  fc.assert(
    fc.property(rules, rules, (before, now) => {
      const result = narrowIgnore(before, now);
      for (const one of [...before, ...now]) {
        expect(has(result, one)).toBe(one.kind !== "allow_destructive" || (has(before, one) && has(now, one)));
      }
    }),
  );
});
