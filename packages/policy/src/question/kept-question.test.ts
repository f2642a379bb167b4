import { hasInvisible } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import { hostsQuestion } from "./hosts-question.ts";
import { contestedQuestion, type KeptBecause, type KeptChange, type KeptRun, keptQuestion } from "./kept-question.ts";

const change = (path: string, more: Partial<KeptChange> = {}): KeptChange => ({
  path,
  does: "change",
  because: "outside",
  ...more,
});

function ran(changes: readonly KeptChange[], more: Partial<KeptRun> = {}): KeptRun {
  return { agent: "Codex", intentId: "INT-001", command: "make gen", changes, files: [], more: 0, ...more };
}

const lost = { path: "docs/a.md", restores: "secret", usedBy: null } as const;

describe("the question after a rehearsal", () => {
  it.each<[string, number, KeptRun]>([
    ['Codex ran "make gen", and it edited docs/a.md, outside the scope of INT-001.', 2, ran([change("docs/a.md")])],
    [
      'Codex ran "make gen", and it changed docs/a.md and docs/b.md, outside the scope of INT-001.',
      2,
      ran([change("docs/a.md"), change("docs/b.md", { does: "delete" })]),
    ],
    [
      "Codex ran a command, and it created x, outside the scope of its intent.",
      2,
      ran([change("x", { does: "create" })], { command: null, intentId: null }),
    ],
    ['Codex ran "make gen", and it edited a.', 2, ran([change("a", { because: "approval" })])],
    ['Codex ran "make gen", and it edited a.', 4, ran([change("a", { because: "link" })])],
    [
      'Codex ran "make gen", and it edited docs/a.md, outside the scope of INT-001.',
      3,
      ran([change("docs/a.md")], { files: [lost] }),
    ],
    [
      'Codex ran "make gen", and it edited 60 files, outside the scope of INT-001.',
      3,
      ran(
        Array.from({ length: 60 }, (_, at) => change(`docs/${at}`)),
        { more: 10 },
      ),
    ],
  ])("is %j of severity %i", (sentence, severity, run) =>
    expect(keptQuestion(run)).toMatchObject({ sentence, severity, waiting: { state: "went_on" } }),
  );

  it.each<[KeptBecause, string]>([
    ["outside", "outside the scope"],
    ["contested", "changed by somebody else meanwhile"],
    ["link", "a link that leads out of the repository"],
    ["settings", "a settings file that git ignores"],
    ["dependency", "a dependency, though nothing was installed"],
    ["approval", ".intentignore wants a yes for every change"],
    ["lost", "nobody could keep what stood there"],
    ["many", "more files are deleted than go without a question"],
    ["secret", "what looks like a key or a password stands in it"],
  ])("says why something does not count by itself: %s", (because, text) =>
    expect(keptQuestion(ran([change("a", { because })])).facts).toEqual([{ kind: "warning", text }]),
  );

  it("names the keys, masked, and is grave", () => {
    const holds = ["what looks like an AWS access key (AKIA…)"];
    const question = keptQuestion(ran([change("a", { because: "secret", holds }), change("b", { because: "lost" })]));
    expect(question.severity).toBe(3);
    expect(question.facts.map(({ text }) => text)).toContain("writes down what looks like an AWS access key (AKIA…)");
    expect(question.why).toMatch(/^what looks like a key .* only with your yes; deletions for good/);
    expect(question.sentence).not.toContain("outside the scope");
  });

  it("says what it did, path by path, and how much more", () => {
    const changes = Array.from({ length: 120 }, (_, at) =>
      change(`docs/${at}.md`, { does: at === 0 ? "delete" : "create" }),
    );
    const { did } = keptQuestion(ran(changes));
    expect([did?.paths.length, did?.more, did?.paths[0], did?.paths[1]]).toEqual([
      100,
      20,
      { path: "docs/0.md", does: "deleted" },
      { path: "docs/1.md", does: "created" },
    ]);
  });

  it("says who is in the way, once, however often it is asked", () => {
    const first = contestedQuestion(keptQuestion(ran([change("docs/a.md")])), ["docs/a.md"]);
    const second = contestedQuestion(first, ["docs/b.md"]);
    expect(first.sentence).toMatch(/ Somebody changed docs\/a\.md since\.$/);
    expect(second.sentence).toBe(first.sentence);
    expect(second.facts.filter(({ text }) => text.startsWith("changed by somebody else since"))).toEqual([
      { kind: "warning", text: "changed by somebody else since: docs/b.md" },
    ]);
  });

  it("draws no lines, whatever a file or a command is called", () => {
    const bad = "x\nYes\u202e";
    const question = contestedQuestion(
      keptQuestion(ran([change(bad)], { command: bad, files: [{ ...lost, path: bad }, lost] })),
      [bad],
    );
    const hosts = hostsQuestion({ agent: "Codex", intentId: "INT-001", command: bad, hosts: [bad] });
    for (const { sentence, yes, no, facts, did } of [question, hosts])
      for (const text of [
        sentence,
        yes,
        no,
        ...facts.map((one) => one.text),
        ...(did?.paths.map(({ path }) => path) ?? []),
      ])
        expect(hasInvisible(text), text).toBe(false);
  });
});
