import { describe, expect, it } from "vitest";
import {
  existsInSample,
  sampleFile,
  sampleFiles,
  sampleKnowledge,
} from "../../../../test/support/routing/labelled-prompts.ts";
import { type KnowledgeLintSources, lintKnowledge } from "./lint-knowledge.ts";

const index = (rows: string) => ({ path: "ROUTING.md", text: `# R\n\n\`\`\`yaml\nroute_indexes:\n${rows}\`\`\`\n` });
const row = "  - { scope: s, topic: t, summary: About t., route_file: routes/s.t.yaml }\n";
const route = {
  path: "routes/s.t.yaml",
  text: "scope: s\ntopic: t\nroutes:\n  - when_to_use: Now.\n    related_docs:\n      - { path: docs/a.md, doc_usage: primary }\n",
};
const doc = {
  path: "docs/a.md",
  text: "---\nid: a\ndoc_type: skill\nscope: s\ntopics: [t]\nsummary: About a.\n---\n\n# A\n",
};
const small = (changes: Partial<KnowledgeLintSources> = {}): KnowledgeLintSources => {
  const sources = { routing: index(row), routes: [route], documents: [doc], ...changes };
  const paths = new Set([...sources.routes, ...sources.documents].map(({ path }) => path));
  return { exists: (path) => paths.has(path), ...sources };
};
const said = (sources: KnowledgeLintSources) =>
  lintKnowledge(sources)
    .map(({ code, file, line, message, remedy }) => `${code} ${file}:${line} ${message} (${remedy})`)
    .join("\n");

describe("the lint of knowledge", () => {
  it("has nothing to say about a sound repository", () => {
    expect(said(small())).toBe("");
    expect(sampleKnowledge().problems).toEqual([]);
    expect(
      said({
        routing: sampleFile("ROUTING.md"),
        routes: sampleFiles("routes"),
        documents: sampleFiles("docs"),
        exists: existsInSample,
      }),
    ).toBe("");
  });

  it("has nothing to say where there is nothing", () => {
    expect(said({ routing: null, routes: [], documents: [], exists: () => false })).toBe("");
  });

  it.each<[string, KnowledgeLintSources, string]>([
    ["a missing ROUTING.md", small({ routing: null }), "MISSING_FILE ROUTING.md:null"],
    ["a missing route file", small({ routes: [] }), 'MISSING_FILE ROUTING.md:5 the route file "routes/s.t.yaml"'],
    ["a missing document", small({ documents: [] }), 'MISSING_FILE routes/s.t.yaml:6 the document "docs/a.md"'],
    [
      "a document without front matter",
      small({ documents: [{ ...doc, text: "# A\n" }] }),
      "BAD_DOCUMENT routes/s.t.yaml:6",
    ],
    ["front matter that does not end", small({ documents: [{ ...doc, text: "---\nid: a\n" }] }), "is not closed"],
    [
      "an unknown key in front matter",
      small({ documents: [{ ...doc, text: doc.text.replace("topics", "topic") }] }),
      'did you mean "topics"?',
    ],
    [
      "an unknown document type",
      small({ documents: [{ ...doc, text: doc.text.replace("skill", "skil") }] }),
      "docs/a.md:3 doc_type must be one of",
    ],
    [
      "a second document in front matter",
      small({ documents: [{ ...doc, text: doc.text.replace("scope: s", "scope: &x s") }] }),
      "anchors",
    ],
    [
      "an unknown stage in front matter",
      small({ documents: [{ ...doc, text: doc.text.replace("summary:", "stages: [plann]\nsummary:") }] }),
      "UNKNOWN_STAGE docs/a.md:6 stages[0] must be one of understand, plan, act, review: did you mean plan?",
    ],
    [
      "an unknown stage in a route file",
      small({ routes: [{ ...route, text: route.text.replace("doc_usage", "stage: [later], doc_usage") }] }),
      "UNKNOWN_STAGE routes/s.t.yaml:6",
    ],
    [
      "an unknown usage",
      small({ routes: [{ ...route, text: route.text.replace("primary", "main") }] }),
      "doc_usage must be one of",
    ],
    [
      "a document outside",
      small({ routes: [{ ...route, text: route.text.replace("docs/a.md", "../a.md") }] }),
      "a path inside",
    ],
    [
      "a route file about something else",
      small({ routes: [{ ...route, text: route.text.replace("topic: t", "topic: u") }] }),
      "OUT_OF_STEP ROUTING.md:5",
    ],
    ["a route file without index", small({ routing: index("  []\n") }), "ORPHAN routes/s.t.yaml:1"],
    [
      "a document without route",
      small({ documents: [doc, { ...doc, path: "docs/b.md", text: doc.text.replace("id: a", "id: b") }] }),
      "ORPHAN docs/b.md:1",
    ],
    ["one id twice", small({ documents: [doc, { ...doc, path: "docs/b.md" }] }), 'DUPLICATE_ID docs/b.md:1 the id "a"'],
    ["an index twice", small({ routing: index(row + row) }), 'DUPLICATE_ID ROUTING.md:6 "s t" is listed twice'],
    [
      "no YAML block",
      small({ routing: { path: "ROUTING.md", text: "# R\n" } }),
      "needs one YAML block with route_indexes and has 0",
    ],
    ["two YAML blocks", small({ routing: { path: "ROUTING.md", text: index(row).text.repeat(2) } }), "and has 2"],
    [
      "a near miss of a key in the index",
      small({ routing: index(row.replace("route_file", "route_fil")) }),
      "ROUTING.md:5 unknown key",
    ],
    [
      "a dead link",
      small({ documents: [{ ...doc, text: `${doc.text}\nSee [b](b.md).\n` }] }),
      'DEAD_LINK docs/a.md:11 the link to "b.md"',
    ],
    [
      "a link out of the repository",
      small({ documents: [{ ...doc, text: `${doc.text}[x](../../x.md)\n` }] }),
      "DEAD_LINK",
    ],
    [
      "a dead link in ROUTING.md",
      small({ routing: { path: "ROUTING.md", text: `${index(row).text}[x](x.md)\n` } }),
      "DEAD_LINK ROUTING.md:7",
    ],
  ])("finds %s", (_, sources, message) => {
    expect(said(sources)).toContain(message);
    for (const found of lintKnowledge(sources)) expect(found.remedy || found.message).toMatch(/\.$|did you mean/);
  });

  it.each([
    ["addresses", "[x](https://example.org/x.md) [m](mailto:a@b)"],
    ["anchors", "[x](#there)"],
    ["files that exist", "[x](../routes/s.t.yaml#top)"],
    ["code", "`[x](gone.md)`\n\n```\n[x](gone.md)\n```\n"],
  ])("has nothing against %s", (_, text) => {
    expect(said(small({ documents: [{ ...doc, text: `${doc.text}\n${text}\n` }] }))).toBe("");
  });
});
