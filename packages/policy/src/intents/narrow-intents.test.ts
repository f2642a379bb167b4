import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { sampleIntent } from "../../../../test/support/policy/sample-intent.ts";
import { type Intent, intentStatuses, isOpen } from "./intent.ts";
import { narrowIntents } from "./narrow-intents.ts";

const map = (...intents: Intent[]) => new Map(intents.map((intent) => [intent.id, intent]));
const narrow = (before: Partial<Intent>, now: Partial<Intent>) =>
  narrowIntents(map(sampleIntent(before)), map(sampleIntent(now))).get("INT-001")!;

function covered(globs: readonly string[], path: string): boolean {
  const matches = (glob: string) => picomatch.isMatch(path, glob, { dot: true });
  return (
    globs.some((glob) => !glob.startsWith("!") && matches(glob)) &&
    !globs.some((glob) => glob.startsWith("!") && matches(glob.slice(1)))
  );
}

const mayChange = (intent: Intent | undefined, path: string) =>
  intent !== undefined &&
  isOpen(intent) &&
  covered(intent.owned_scope, path) &&
  (intent.narrowed_to === null || covered(intent.narrowed_to, path));

describe("after a change during a call", () => {
  it("new intents do not exist and removed ones are gone", () => {
    const before = map(sampleIntent({ id: "A" }), sampleIntent({ id: "B" }));
    expect([...narrowIntents(before, map(sampleIntent({ id: "B" }), sampleIntent({ id: "C" }))).keys()]).toEqual(["B"]);
  });

  it("an unchanged intent stays as it is", () => {
    expect(narrow({}, {})).toEqual(sampleIntent());
  });

  it("a shorter scope counts at once", () => {
    expect(narrow({ owned_scope: ["a/**", "b/**"] }, { owned_scope: ["b/**"] })).toMatchObject({
      owned_scope: ["b/**"],
      narrowed_to: null,
    });
    expect(narrow({ owned_scope: ["a/**"] }, { owned_scope: [] })).toMatchObject({
      owned_scope: [],
      narrowed_to: null,
    });
  });

  it.each([
    ["a longer scope", ["a/**"], ["a/**", "b/**"]],
    ["another scope", ["a/**"], ["**"]],
    ["a scope whose exception is gone", ["a/**", "!a/x"], ["a/**"]],
    ["a scope with a new exception", ["a/**"], ["a/**", "!a/x"]],
  ])("%s must be covered by the accepted one too", (_, before, now) => {
    expect(narrow({ owned_scope: before }, { owned_scope: now })).toMatchObject({
      owned_scope: now,
      narrowed_to: before,
    });
  });

  it("nothing stays nothing", () => {
    expect(narrow({ owned_scope: [] }, { owned_scope: ["**"] }).owned_scope).toEqual([]);
    expect(narrow({ owned_scope: ["!x"] }, { owned_scope: ["**", "!x"] }).owned_scope).toEqual(["!x"]);
  });

  it.each([
    ["COMPLETE", "IN_PROGRESS", "COMPLETE"],
    ["BLOCKED", "PENDING", "BLOCKED"],
    ["BLOCKED", "COMPLETE", "BLOCKED"],
    ["PENDING", "IN_PROGRESS", "PENDING"],
    ["IN_PROGRESS", "BLOCKED", "BLOCKED"],
    ["IN_PROGRESS", "COMPLETE", "COMPLETE"],
  ] as const)("a status that went from %s to %s counts as %s", (before, now, counts) => {
    expect(narrow({ status: before }, { status: now }).status).toBe(counts);
  });

  it("an archived intent stays archived, and archiving counts", () => {
    expect(narrow({ archived: true }, {}).archived).toBe(true);
    expect(narrow({}, { archived: true }).archived).toBe(true);
  });

  it("removed constraints and criteria stay, added ones count", () => {
    expect(
      narrow(
        { constraints: ["a", "b"], acceptance_criteria: ["c"] },
        { constraints: ["b", "x"], acceptance_criteria: [] },
      ),
    ).toMatchObject({
      constraints: ["a", "b", "x"],
      acceptance_criteria: ["c"],
    });
  });

  it("checks, names and files are the accepted ones", () => {
    const fields = { name: "old", description: "old", related_files: ["old"], checks: [{ run: ["npm", "test"] }] };
    expect(
      narrow(fields, { name: "new", description: "new", related_files: ["new"], checks: [{ run: ["true"] }] }),
    ).toMatchObject(fields);
    expect(narrow(fields, { ...fields, checks: [] }).checks).toEqual(fields.checks);
  });

  const globs = fc.uniqueArray(fc.constantFrom("**", "a/**", "a/b/**", "b/*", "!a/b/**", "!b/x", "a/{b,c}/x"), {
    maxLength: 4,
  });
  const intents = fc.record({
    status: fc.constantFrom(...intentStatuses),
    archived: fc.boolean(),
    owned_scope: globs,
    narrowed_to: fc.option(globs),
    constraints: fc.uniqueArray(fc.constantFrom("p", "q", "r")),
  });
  const paths = ["x", "a/x", "a/b/x", "a/b/c/x", "a/c/x", "b/x", "b/y", "b/c/x"];

  it("allows nothing the accepted or the present file did not allow, however often it is applied", () => {
    fc.assert(
      fc.property(intents, intents, intents, (before, now, later) => {
        const accepted = sampleIntent(before);
        const once = narrowIntents(map(accepted), map(sampleIntent({ ...now, narrowed_to: null })));
        const twice = narrowIntents(once, map(sampleIntent({ ...later, narrowed_to: null })));
        for (const path of paths) {
          if (mayChange(once.get("INT-001"), path)) {
            expect(mayChange(accepted, path)).toBe(true);
            expect(mayChange(sampleIntent({ ...now, narrowed_to: null }), path)).toBe(true);
          }
          if (mayChange(twice.get("INT-001"), path)) expect(mayChange(once.get("INT-001"), path)).toBe(true);
        }
        expect(once.get("INT-001")!.constraints).toEqual(expect.arrayContaining(before.constraints));
      }),
      { numRuns: 2_000 },
    );
  });

  it("still allows what both files allow, where only one of them was narrowed", () => {
    fc.assert(
      fc.property(globs, globs, (before, now) => {
        fc.pre(before.some((glob) => !glob.startsWith("!")));
        const result = narrow({ owned_scope: before }, { owned_scope: now });
        for (const path of paths) {
          if (covered(before, path) && covered(now, path)) expect(mayChange(result, path)).toBe(true);
        }
      }),
    );
  });
});
