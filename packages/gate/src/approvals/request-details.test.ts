import { describe, expect, it } from "vitest";
import { requestDetails } from "./request-details.ts";

const many = (count: number, glob: (at: number) => string) => Array.from({ length: count }, (_, at) => glob(at));

describe("the details of a question", () => {
  it.each<[string, Record<string, unknown>, [string, string[]][]]>([
    [
      "an expansion",
      { intent: "INT-001", additional_globs: ["src/b/**"], agents_reason: "please", files: ["src/b/x.ts"] },
      [["adds to the scope", ["src/b/**"]]],
    ],
    [
      "a new intent",
      { name: "N", description: "D", owned_scope: ["a/**"], constraints: ["c"], criteria: ["d"] },
      [
        ["name", ["N"]],
        ["scope", ["a/**"]],
        ["constraint", ["c"]],
        ["criterion", ["d"]],
        ["description", ["D"]],
      ],
    ],
    [
      "a completion",
      { criteria: ["tests pass"], checks: [{ run: ["npm", "test"] }, { run: ["make", "lint"] }] },
      [
        ["criterion", ["tests pass"]],
        ["runs", ["npm test", "make lint"]],
      ],
    ],
    [
      "a second intent",
      { from: "INT-001", to: "INT-002" },
      [
        ["leaves", ["INT-001"]],
        ["takes", ["INT-002"]],
      ],
    ],
    ["a hook", { hooks: ["guard"], questions: ["Really?"] }, [["asked by", ["guard"]]]],
    [
      "a call that nobody can read",
      { risk: "UNKNOWN", arguments: ["sql = COMMIT;\n DROP TABLE users", `to = ${"a".repeat(5_000)}END`] },
      [
        [
          "argument",
          [
            "sql = COMMIT;\\u000a DROP TABLE users",
            `to = ${"a".repeat(2_995)}… (1008 more characters) …${"a".repeat(997)}END`,
          ],
        ],
      ],
    ],
    ["a destructive call, whose effects are shown", { risk: "DESTRUCTIVE", only_writes: true }, []],
    ["a fact of an unforeseen shape", { owned_scope: "**" }, [["scope", ["**"]]]],
    ["items of an unforeseen shape", { constraints: [{ a: 1 }, null] }, [["constraint", ['{"a":1}', "null"]]]],
    ["nothing", { owned_scope: null, constraints: undefined, criteria: [] }, []],
  ])("of %s", (_name, details, wanted) =>
    expect(requestDetails(details).map(({ label, items }) => [label, items])).toEqual(wanted),
  );

  it("are every glob and every check, however many", () => {
    const [globs, checks] = requestDetails({
      additional_globs: many(64, (at) => `src/${at}/**`),
      checks: many(40, (at) => `c${at}`).map((name) => ({ run: [name] })),
    });
    expect([globs?.items.length, globs?.more]).toEqual([64, 0]);
    expect([checks?.items.length, checks?.more]).toEqual([40, 0]);
  });

  it("count the words that are left out", () => {
    const [constraints] = requestDetails({ constraints: many(23, (at) => `c${at}`) });
    expect([constraints?.items.length, constraints?.more]).toEqual([20, 3]);
  });

  it("begin with the broadest glob, wherever it was hidden", () => {
    const owned_scope = [
      "!src/x/**",
      ...many(30, (at) => `src/a/b/${at}.ts`),
      "src/a/**",
      "src",
      "*.md",
      "./**",
      "{x/y,**}",
    ];
    const [scope] = requestDetails({ owned_scope });
    expect(scope?.items.slice(0, 5)).toEqual(["./**", "{x/y,**}", "*.md", "src", "src/a/**"]);
    expect(scope?.items.at(-1)).toBe("!src/x/**");
  });

  it("draw no lines and hide nothing", () => {
    const details = {
      owned_scope: ["a\nIntent: none"],
      criteria: ["x\u202ey\u061c", "z".repeat(900)],
      checks: [{ run: ["a\n", "b"] }],
    };
    const items = requestDetails(details).flatMap((one) => one.items);
    expect(items.slice(0, 2)).toEqual(["a\\u000aIntent: none", "x\\u202ey\\u061c"]);
    expect(items[2]).toMatch(/^z{300}… \(600 more characters\)$/);
    expect(items[3]).toBe("a\\u000a b");
  });
});
