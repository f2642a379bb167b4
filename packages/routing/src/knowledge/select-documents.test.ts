import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleKnowledge } from "../../../../test/support/routing/labelled-prompts.ts";
import { readKnowledge } from "./read-knowledge.ts";
import { createDocumentSelector, type StructuredIntent } from "./select-documents.ts";

const { knowledge } = sampleKnowledge();
const selector = createDocumentSelector(knowledge);
const paths = (intent: StructuredIntent) => selector.select(intent).map(({ path }) => path);

const document = (id: string, type: string, more = "") => ({
  path: `docs/${id}.md`,
  text: `---\nid: ${id}\ndoc_type: ${type}\nscope: s\ntopics: [t]\nsummary: About frobnicating widgets.\n${more}---\n`,
});
const routing = {
  path: "ROUTING.md",
  text: "```yaml\nroute_indexes:\n  - { scope: s, topic: frobnicating_widgets, summary: How widgets are frobnicated., route_file: routes/s.t.yaml }\n```\n",
};
function small(related: string[], documents: { path: string; text: string }[]) {
  const lines = related.map((one) => `      - ${one}\n`).join("");
  const text = `scope: s\ntopic: frobnicating_widgets\nroutes:\n  - when_to_use: When frobnicating widgets.\n    related_docs:\n${lines}`;
  const read = readKnowledge({ routing, routes: [{ path: "routes/s.t.yaml", text }], documents });
  expect(read.problems).toEqual([]);
  return (stage?: StructuredIntent["stage"]) =>
    createDocumentSelector(read.knowledge)
      .select({ intent: "frobnicating widgets", ...(stage ? { stage } : {}) })
      .map(({ path }) => path.slice(5, -3));
}

describe("a structured intent", () => {
  it("as the hooks' example puts it finds the pre-commit document", () => {
    const intent: StructuredIntent = {
      scope: "execution.quality_gates",
      topic: "pre_commit_checks",
      stage: "understand",
      intent: "learn_which_checks_to_run_before_commit",
      signals: { user_raw_input: "Before I commit, what checks should I run?" },
    };
    expect(paths(intent)[0]).toBe("docs/quality/pre-commit.md");
    expect(selector.select(intent)[0]?.reason).toContain("pre_commit_checks");
  });

  it.each<[string, StructuredIntent]>([
    ["is about something else", { intent: "what is the capital of France" }],
    ["is empty", { intent: "" }],
    ["has words that say nothing only", { intent: "how do I do it" }],
    ["is gibberish", { intent: "qwertz asdfgh yxcvbn" }],
    ["names a scope that does not exist", { scope: "no.such.scope", intent: "which checks before commit" }],
    [
      "names a scope that only starts alike",
      { scope: "execution.quality", intent: "which checks run before a commit" },
    ],
    ["names a scope that fits and asks something else", { scope: "data.storage", intent: "write a poem" }],
    ["asks what another scope answers", { scope: "frontend.ui", intent: "which checks should run before a commit" }],
    [
      "asks for a stage the document is not for",
      { stage: "act", intent: "write the postmortem after an incident", scope: "operations.incidents" },
    ],
  ])("that %s finds nothing of what it is not about", (_, intent) => {
    expect(paths(intent)).not.toContain("docs/quality/pre-commit.md");
    expect(paths(intent)).not.toContain("docs/ops/postmortem-template.md");
    if (!intent.stage) expect(paths(intent)).toEqual([]);
  });

  it.each(["execution", "execution.quality_gates", "execution.quality_gates.local"])(
    "finds by the scope %s, the one above or below",
    (scope) => {
      expect(paths({ scope, intent: "which checks should I run before a commit" })[0]).toBe(
        "docs/quality/pre-commit.md",
      );
    },
  );

  it("counts what was said in its signals, and nothing that is no text", () => {
    const signals = { user_raw_input: "how are cents rounded on invoices with tax", nested: { a: 1 }, n: 5 };
    expect(paths({ intent: "help", signals })[0]).toBe("docs/billing/invoice-rounding.md");
  });

  it("finds one to five documents, whatever it is, and always the same", () => {
    const known = new Set(knowledge.documents.map(({ path }) => path));
    const pieces = knowledge.routeFiles.flatMap(({ routes, topic }) => [
      topic,
      ...routes.map(({ whenToUse }) => whenToUse),
    ]);
    const intents = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "grapheme" })), { maxLength: 5 });
    fc.assert(
      fc.property(intents, fc.constantFrom(undefined, "understand", "plan", "act", "review"), (parts, stage) => {
        const intent = { intent: parts.join(" "), ...(stage ? { stage: stage as StructuredIntent["stage"] } : {}) };
        const found = selector.select(intent as StructuredIntent);
        expect(found.length).toBeLessThanOrEqual(5);
        expect(found.every(({ path }) => known.has(path))).toBe(true);
        expect(new Set(found.map(({ path }) => path)).size).toBe(found.length);
        expect(selector.select(intent as StructuredIntent)).toEqual(found);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the documents of a route", () => {
  const all = [
    document("skill", "skill"),
    document("flow", "workflow"),
    document("sample", "example"),
    document("rules", "alignment"),
  ];
  const primary = all.map(({ path }) => `{ path: ${path}, doc_usage: primary }`);

  it.each<[StructuredIntent["stage"], string[]]>([
    ["plan", ["flow", "rules"]],
    ["act", ["skill", "sample"]],
    ["review", ["rules", "skill"]],
  ])("for the stage %s come in the order of their types", (stage, first) => {
    expect(small(primary, all)(stage).slice(0, 2)).toEqual(first);
  });

  it("come by their usage before their type", () => {
    const related = [
      "{ path: docs/flow.md, doc_usage: example }",
      "{ path: docs/rules.md, doc_usage: optional }",
      "{ path: docs/sample.md, doc_usage: primary }",
    ];
    expect(small(related, all.slice(1))("plan")).toEqual(["sample", "rules", "flow"]);
  });

  it("are kept by the stage of the route, else by their own, else always", () => {
    const related = [
      "{ path: docs/a.md, stage: [act], doc_usage: primary }",
      "{ path: docs/b.md, doc_usage: primary }",
      "{ path: docs/c.md, doc_usage: primary }",
      "{ path: docs/d.md, stage: [plan], doc_usage: primary }",
    ];
    const documents = [
      document("a", "skill", "stages: [plan]\n"),
      document("b", "skill", "stages: [plan]\n"),
      document("c", "skill"),
      document("d", "skill", "stages: [act]\n"),
    ];
    const select = small(related, documents);
    expect(select("plan").sort()).toEqual(["b", "c", "d"]);
    expect(select("act").sort()).toEqual(["a", "c"]);
    expect(select().sort()).toEqual(["a", "b", "c", "d"]);
    expect(select("review")).toEqual(["c"]);
  });

  it("are never more than five", () => {
    const many = Array.from({ length: 9 }, (_, at) => document(`d${at}`, "skill"));
    const related = many.map(({ path }) => `{ path: ${path}, doc_usage: primary }`);
    expect(small(related, many)()).toHaveLength(5);
  });

  it("that do not exist or cannot be read are not chosen", () => {
    const lines =
      "scope: s\ntopic: frobnicating_widgets\nroutes: [{ when_to_use: When frobnicating widgets., related_docs: [{ path: docs/gone.md, doc_usage: primary }] }]\n";
    const read = readKnowledge({ routing, routes: [{ path: "routes/s.t.yaml", text: lines }], documents: [] });
    expect(createDocumentSelector(read.knowledge).select({ intent: "frobnicating widgets" })).toEqual([]);
  });
});
