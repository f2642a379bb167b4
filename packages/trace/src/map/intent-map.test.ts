import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MapEntry, readIntentMap, updateIntentMap } from "../index.ts";

const entry = (over: Partial<MapEntry> = {}): MapEntry => ({
  intentId: "INT-001",
  name: "JWT",
  files: [{ path: "src/a.ts", change: "modified" }],
  at: "2026-02-18T12:00:00Z",
  ...over,
});

describe("the intent map", () => {
  it("begins with a title, a heading and a table", () => {
    expect(updateIntentMap("", entry())).toBe(
      [
        "# Intent map",
        "",
        "## INT-001: JWT",
        "",
        "| File | Symbols | Last change | Changes | When |",
        "| --- | --- | --- | ---: | --- |",
        "| `src/a.ts` | | modified | 1 | 2026-02-18T12:00:00Z |",
        "",
      ].join("\n"),
    );
  });

  it("counts further changes and keeps files sorted", () => {
    let text = updateIntentMap("", entry({ files: [{ path: "b.ts", change: "created" }] }));
    text = updateIntentMap(text, entry({ files: [{ path: "a.ts", change: "created" }] }));
    text = updateIntentMap(text, entry({ files: [{ path: "b.ts", change: "deleted" }], at: "later" }));
    expect(readIntentMap(text)).toEqual([
      {
        intentId: "INT-001",
        name: "JWT",
        files: [
          { path: "a.ts", symbols: [], change: "created", count: 1, at: "2026-02-18T12:00:00Z" },
          { path: "b.ts", symbols: [], change: "deleted", count: 2, at: "later" },
        ],
      },
    ]);
  });

  it("gathers the symbols of a file", () => {
    const changed = (...symbols: string[]) => entry({ files: [{ path: "a.ts", change: "modified", symbols }] });
    const text = updateIntentMap(updateIntentMap("", changed("b", "A.run")), changed("a|b", "b"));
    expect(text).toContain("`A.run`");
    expect(readIntentMap(text)[0]?.files[0]?.symbols).toEqual(["A.run", "a|b", "b"]);
  });

  it("reads a table that was written before symbols were known, and adds them", () => {
    const old =
      "# Intent map\n\n## INT-001: JWT\n\n| File | Last change | Changes | When |\n| --- | --- | ---: | --- |\n| `a.ts` | created | 3 | t |\n";
    expect(readIntentMap(old)[0]?.files).toEqual([{ path: "a.ts", symbols: [], change: "created", count: 3, at: "t" }]);
    const next = updateIntentMap(old, entry({ files: [{ path: "a.ts", change: "modified", symbols: ["f"] }] }));
    expect(readIntentMap(next)[0]?.files).toMatchObject([{ path: "a.ts", symbols: ["f"], count: 4 }]);
  });

  it("keeps intents sorted in whatever order they come", () => {
    let text = "";
    for (const intentId of ["INT-003", "INT-001", "INT-002"]) text = updateIntentMap(text, entry({ intentId }));
    expect(readIntentMap(text).map((intent) => intent.intentId)).toEqual(["INT-001", "INT-002", "INT-003"]);
  });

  it("takes a new name over", () => {
    const text = updateIntentMap(updateIntentMap("", entry()), entry({ name: "OAuth" }));
    expect(text).toContain("## INT-001: OAuth");
    expect(text).not.toContain("JWT");
  });

  it("keeps every line a person wrote", () => {
    const notes = ["Read me first.", "## Notes", "- one", "| a | b |", "## INT-0010", "free text"];
    const start = updateIntentMap("", entry()).replace("# Intent map\n", `# My map\n${notes.join("\n")}\n`);
    let text = `${start}\nlast words\n`;
    for (const intentId of ["INT-001", "INT-000", "INT-0010", "ZZZ"]) text = updateIntentMap(text, entry({ intentId }));
    for (const note of ["# My map", ...notes.filter((note) => note !== "## INT-0010"), "last words"])
      expect(text.split("\n")).toContain(note);
    expect(readIntentMap(text).map((intent) => intent.intentId)).toEqual(["INT-0010", "INT-000", "INT-001", "ZZZ"]);
  });

  it("leaves a table of another form alone and writes its own", () => {
    const text = updateIntentMap("## INT-001: JWT\n\n| x |\n| - |\n", entry());
    expect(text).toContain("| x |\n| - |");
    expect(readIntentMap(text)[0]?.files).toHaveLength(1);
  });

  it.each([
    ["a line end", "a\n## INT-002: forged"],
    ["a link", "[x](http://evil)"],
    ["HTML", "<script>alert(1)</script>"],
    ["a comment", "<!-- x"],
    ["an image", "![x](y)"],
    ["text direction", "a\u202eb"],
  ])("does not let a name with %s become markup", (_name, name) => {
    const text = updateIntentMap("", entry({ name }));
    expect(readIntentMap(text)).toHaveLength(1);
    expect(text.split("\n")[2]).not.toMatch(/(^|[^\\])[[<!]|\u202e/);
  });

  it.each([
    "a|b.ts",
    "a`b.ts",
    "a\nb.ts",
    "100%25.ts",
    " a ",
    "app/[id]/(g)/x.ts",
    "a\\b",
    "ü🙂.ts",
    "a\u202eb",
    "a\u3164\u{e0061}",
  ])("gives the path %j back", (path) => {
    const text = updateIntentMap("", entry({ files: [{ path, change: "created" }] }));
    expect(readIntentMap(text)[0]?.files[0]?.path).toBe(path);
  });

  it("loses no file and no count over any sequence of entries", () => {
    const step = fc.record({
      intentId: fc.constantFrom("A", "B", "a", "INT-1", "INT-10"),
      name: fc.string({ unit: "grapheme" }),
      files: fc.array(
        fc.record({
          path: fc.string({ unit: "grapheme", minLength: 1 }),
          change: fc.constantFrom("created" as const, "deleted" as const),
        }),
        { maxLength: 4 },
      ),
      at: fc.constant("2026-02-18T12:00:00Z"),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const counts = new Map<string, number>();
        let text = "";
        for (const one of steps) {
          text = updateIntentMap(text, one);
          for (const { path } of one.files) {
            const key = `${one.intentId}\0${path}`;
            counts.set(key, (counts.get(key) ?? 0) + 1);
          }
        }
        const read = readIntentMap(text).flatMap((intent) =>
          intent.files.map((file) => [`${intent.intentId}\0${file.path}`, file.count] as const),
        );
        expect(new Map(read)).toEqual(counts);
      }),
    );
  });
});
