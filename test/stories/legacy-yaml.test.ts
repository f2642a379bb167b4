import { describe, expect, it } from "vitest";
import { allowed, openGate, refused, withPerson, workingGate, write } from "./gate-scene.ts";

const file = ".orchestration/active_intents.yaml";
const forms: [string, string][] = [
  [
    "the list `intents` with intent_id and title",
    'intents:\n  - intent_id: INT-001\n    title: Tokens # old\n    status: TODO\n    owned_scope: ["src/auth/**"]\n',
  ],
  [
    "camelCase keys",
    'active_intents:\n  - id: INT-001\n    name: Tokens # old\n    status: TODO\n    ownedScope: ["src/auth/**"]\n    acceptanceCriteria: [works]\n    relatedFiles: []\n    recentHistory: []\n',
  ],
  [
    "a map from id to entry",
    'active_intents:\n  INT-001:\n    name: Tokens # old\n    status: TODO\n    owned_scope: ["src/auth/**"]\n',
  ],
  [
    "a map of the old list",
    'intents:\n  INT-001:\n    title: Tokens # old\n    status: TODO\n    ownedScope: ["src/auth/**"]\n',
  ],
  [
    "a lower-case status",
    'active_intents:\n  - id: INT-001\n    name: Tokens # old\n    status: todo\n    owned_scope: ["src/auth/**"]\n',
  ],
  [
    "unknown keys of another tool",
    'active_intents:\n  - id: INT-001\n    name: Tokens # old\n    status: TODO\n    owned_scope: ["src/auth/**"]\n    jira: ABC-1\n',
  ],
  [
    "a scope of one text",
    "active_intents:\n  - id: INT-001\n    name: Tokens # old\n    status: TODO\n    owned_scope: src/auth/**\n",
  ],
];

describe("an intents file in an older form", () => {
  it.each(forms)("is read, taken, enforced and edited in its own words: %s", async (_what, text) => {
    const gate = await workingGate({ intents: text });
    expect(gate.text(file)).toContain("# old");
    expect(
      gate
        .text(file)
        .replace(/\n +(updated_at|updatedAt): .*/, "")
        .replace(/IN_PROGRESS/, "TODO")
        .toLowerCase(),
    ).toBe(text.toLowerCase());
    await allowed(gate, ...write("src/auth/new.ts"));
    const { meta } = await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
    expect(meta.owned_scope).toEqual(["src/auth/**"]);
    const more = { request_scope_expansion: { additional_globs: ["src/pay/**"], reason: "needed" } };
    await withPerson(gate, "once", () => allowed(gate, ...write("src/pay/new.ts", "1\n", more)));
    expect(gate.text(file)).toContain("src/pay/**");
    expect(gate.text(file)).toContain("# old");
    await allowed(gate, ...write("src/pay/other.ts"));
    expect(gate.ledger().map((record) => record.intent_id)).toEqual(["INT-001", "INT-001", "INT-001"]);
  });

  it.each(["DONE", "COMPLETED", "ARCHIVED", "COMPLETE", "BLOCKED"])(
    "with the status %s cannot be worked on",
    async (status) => {
      const gate = openGate({
        intents: `intents:\n  - intent_id: INT-001\n    title: x\n    status: ${status}\n    owned_scope: ["**"]\n`,
      });
      const { meta } = await refused(gate, "INTENT_NOT_FOUND", "select_active_intent", { intent_id: "INT-001" });
      expect(meta.known_ids).toEqual([]);
    },
  );

  it("is an error where old and new words say the same thing twice", async () => {
    const gate = openGate({
      intents: 'active_intents:\n  - id: INT-001\n    intent_id: INT-002\n    owned_scope: ["**"]\n',
    });
    await refused(gate, "HOOK_ERROR", "select_active_intent", { intent_id: "INT-001" });
  });
});
