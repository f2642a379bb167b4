import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coversHost, matchesName, matchesWildcard } from "./match-stars.ts";

/** Slow and plain: what the matchers must say. */
function meant(pattern: readonly string[], text: readonly string[], hasOne: boolean): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === "*") return meant(rest, text, hasOne) || (text.length > 0 && meant(pattern, text.slice(1), hasOne));
  return text.length > 0 && ((hasOne && first === "?") || first === text[0]) && meant(rest, text.slice(1), hasOne);
}

const pattern = fc.array(fc.constantFrom("*", "?", "a", "b", "😀"), { maxLength: 7 });
const text = fc.array(fc.constantFrom("a", "b", "?", "😀"), { maxLength: 7 });

describe("stars", () => {
  it("mean what they are said to mean", () => {
    fc.assert(
      fc.property(pattern, text, (wanted, given) => {
        expect(matchesWildcard(wanted.join(""), given.join(""))).toBe(meant(wanted, given, false));
        expect(matchesName(wanted, given)).toBe(meant(wanted, given, true));
      }),
      { numRuns: 3_000 },
    );
  });

  it("are told in time, however many there are", () => {
    expect(matchesWildcard("*a".repeat(2_000), "a".repeat(20_000))).toBe(true);
    expect(matchesWildcard(`${"*a".repeat(2_000)}b`, "a".repeat(20_000))).toBe(false);
  });
});

it.each([
  ["example.org", "example.org", true],
  ["example.org", "a.example.org", false],
  ["example.org", "example.org:8443", false],
  ["*.example.org", "a.example.org", true],
  ["*.example.org", "a.b.example.org", true],
  ["*.example.org", "example.org", false],
  ["*.example.org", ".example.org", false],
  ["*.example.org", "badexample.org", false],
  ["*.example.org", "a.example.org.evil.net", false],
  ["*.example.org", "a.example.org:8443", false],
  ["a*.example.org", "ab.example.org", false],
  ["*", "example.org", false],
])("whether %s covers the host %s: %s", (pattern, host, covered) => {
  expect(coversHost(pattern, host)).toBe(covered);
});
