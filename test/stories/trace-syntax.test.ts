import { describe, expect, it } from "vitest";
import { allowed, refused, withPerson, workingGate, write } from "./gate-scene.ts";

const path = "src/auth/session.ts";
const source = `export class Session {
  open(user: string) {
    const name = user.trim();
    return { name };
  }
}

export function close(id: number): number {
  return id + 1;
}
`;

async function written() {
  const gate = await workingGate();
  await allowed(gate, ...write(path, source));
  return gate;
}

const edit = (old_string: string, new_string: string) => ["edit", { file_path: path, old_string, new_string }] as const;

describe("what a record says of the syntax", () => {
  it("names the definitions that a new file holds", async () => {
    const gate = await written();
    const [record] = gate.ledger();
    expect(record).toMatchObject({
      mutation_class: "INTENT_EVOLUTION",
      mutation_confidence: expect.any(Number),
      mutation_signals: ["created"],
    });
    const ranges = record?.files[0]?.conversations[0]?.ranges;
    expect(ranges).toMatchObject([{ symbols: ["Session", "close"], token_hash: expect.stringMatching(/^sha256:/) }]);
  });

  it("names the smallest definition around an edit", async () => {
    const gate = await written();
    await allowed(gate, ...edit("user.trim()", "user.trim().toLowerCase()"));
    const record = gate.ledger().at(-1);
    expect(record).toMatchObject({ mutation_class: "INTENT_EVOLUTION", mutation_signals: ["behaviour"] });
    expect(record?.files[0]?.conversations[0]?.ranges).toMatchObject([{ symbol: "Session.open" }]);
  });

  it.each([
    [
      "a renamed parameter",
      "(id: number): number {\n  return id + 1;",
      "(count: number): number {\n  return count + 1;",
    ],
    ["a comment", "return id + 1;", "// the next one\n  return id + 1;"],
    ["another layout", "return id + 1;", "return (\n    id + 1\n  );"],
  ])("calls %s a refactoring", async (_what, before, after) => {
    const gate = await written();
    await allowed(gate, ...edit(before, after));
    expect(gate.ledger().at(-1)).toMatchObject({ mutation_class: "AST_REFACTOR" });
  });

  it.each([
    ["another number", "id + 1", "id + 2"],
    ["a renamed export", "function close", "function shut"],
    ["a directive", "return id + 1;", "// eslint-disable-next-line no-magic-numbers\n  return id + 1;"],
    ["what cannot be read", "return id + 1;", "return id + ;"],
  ])("does not call %s one", async (_what, before, after) => {
    const gate = await written();
    await allowed(gate, ...edit(before, after));
    expect(gate.ledger().at(-1)).toMatchObject({ mutation_class: "INTENT_EVOLUTION" });
  });

  it("stands in the intent map", async () => {
    const gate = await written();
    await allowed(gate, ...edit("id + 1", "id + 2"));
    expect(gate.text(".orchestration/intent_map.md")).toMatch(
      /`src\/auth\/session.ts` \| `Session` `close` \| modified/,
    );
  });

  it("is left out of files that are secret", async () => {
    const gate = await workingGate({ policy: 'secret_paths: ["src/auth/keys.ts"]\n' });
    await allowed(gate, ...write("src/auth/keys.ts", "export const key = 1;\n"));
    const ranges = gate.ledger()[0]?.files[0]?.conversations[0]?.ranges;
    expect(JSON.stringify(ranges)).not.toContain("token_hash");
  });
});

describe("the class in a question", () => {
  const strict = { policy: "approval: { mode: strict }\n" };

  it.each([
    ["AST_REFACTOR", "// the next one\n  return id + 1;"],
    ["INTENT_EVOLUTION", "return id + 2;"],
  ])("is %s as it will be in the record", async (wanted, after) => {
    const gate = await workingGate(strict);
    await withPerson(gate, "once", () => allowed(gate, ...write(path, source)));
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...edit("return id + 1;", after)));
    expect(asked[0]?.shown.mutationClass).toBe(wanted);
    expect(gate.ledger().at(-1)).toMatchObject({ mutation_class: wanted });
  });

  it("stands in the refusal too", async () => {
    const gate = await workingGate(strict);
    await withPerson(gate, "once", () => allowed(gate, ...write(path, source)));
    const { meta } = await refused(gate, "NO_ANSWER", ...edit("return id + 1;", "return id + 1; // next"));
    expect(meta.mutation_class).toBe("AST_REFACTOR");
  });
});
