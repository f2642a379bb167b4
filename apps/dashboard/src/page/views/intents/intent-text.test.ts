import { describe, expect, it } from "vitest";
import type { IntentPage } from "../../../api/intents.ts";
import { editBody, linesOf, newBody, textOf } from "./intent-text.ts";

const intent: IntentPage = {
  id: "INT-001",
  name: "Tokens",
  column: "PENDING",
  description: null,
  owned_scope: ["src/auth/**", "src/jwt.ts"],
  narrowed_to: null,
  constraints: ["No external provider"],
  acceptance_criteria: [],
  related_files: [],
  related_specs: [],
  checks: ["npm test"],
  created_at: null,
  updated_at: null,
  digest: "sha256:1",
  moves: [],
  sessions: [],
  overlaps: null,
  files: [],
  more_files: 0,
  warnings: [],
};

describe("the form of an intent", () => {
  it.each([
    ["", []],
    ["  \n\n", []],
    ["src/**", ["src/**"]],
    [" a b \r\n\n c ", ["a b", "c"]],
  ])("reads %j as %j", (text, lines) => expect(linesOf(text)).toEqual(lines));

  it("sends nothing when nothing was changed", () => {
    expect(editBody(intent, textOf(intent))).toBeNull();
    expect(editBody(intent, { ...textOf(intent), owned_scope: "src/auth/** \n\nsrc/jwt.ts\n" })).toBeNull();
  });

  it("sends only what was changed, with what the person saw", () => {
    expect(editBody(intent, { ...textOf(intent), owned_scope: "src/auth/**", name: " Tokens " })).toEqual({
      digest: "sha256:1",
      owned_scope: ["src/auth/**"],
    });
  });

  it("sends an empty list where everything was taken out", () => {
    expect(editBody(intent, { ...textOf(intent), constraints: "" })).toEqual({ digest: "sha256:1", constraints: [] });
  });

  it("leaves the id and the description out of a new one where nobody typed them", () => {
    const body = newBody({ ...textOf(null), name: "Tokens", owned_scope: "src/**", id: " " }, false);
    expect(body).toMatchObject({ name: "Tokens", owned_scope: ["src/**"], checks: [] });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(["id"]));
    expect(body).not.toHaveProperty("description");
    expect(body).not.toHaveProperty("start");
  });
});
