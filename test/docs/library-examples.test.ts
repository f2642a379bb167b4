import { describe, expect, it } from "vitest";
import { projectFiles, textOf } from "../project-files.ts";

/** That it is what the examples really print is checked with the documents; here, that it is what it should be. */
const printed = (page: string, block: string): string[] => {
  const [, text = ""] = textOf(page).split(`<!-- generated: ${block} -->`);
  return (text.split("<!-- end -->")[0] ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("```"));
};
const guide = "docs/guides/library.md";

describe("the examples of the library print", () => {
  it.each([
    ["ai-sdk", [/save_page.*INTENT_REQUIRED$/, /select.*allow$/, /auth.*allow$/, /api.*SCOPE_VIOLATION$/, /^5 turns/]],
    [
      "openai-loop",
      [
        /not run/,
        /^select_active_intent: allow$/,
        /allow$/,
        /SCOPE_VIOLATION/,
        /^delete_file: SCOPE_VIOLATION/,
        /^model/,
      ],
    ],
    ["hooks", [/select/, /^allow$/, /new src/, /^allow$/, /denied$/, /^deny BLOCKED_BY_HOOK/, /^deny SCOPE_VIOLATION/]],
  ])("in %s what the gate must answer, line by line", (name, lines) => {
    const found = printed(guide, `library.${name}.printed`);
    expect(found).toHaveLength(lines.length);
    for (const [at, line] of lines.entries()) expect(found[at]).toMatch(line);
  });

  it("in the dispatcher a refusal before the handshake, a dialog and a write after it, and no stray write", () => {
    const found = printed(guide, "library.dispatcher.printed").join("\n");
    const inOrder = [
      ...["open_intents", "INTENT_REQUIRED", '"success":true', "on Intent: INT-001", "dialog: "],
      ...["saved src/auth/token.ts", "SCOPE_VIOLATION", "celsius"],
    ];
    const at = inOrder.map((words) => found.indexOf(words));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
    expect(found).not.toContain("saved src/api");
  });

  it("with an approver one yes, one no with its reason, and no answer as no yes", () => {
    const ends = printed(guide, "library.own-approver.printed").filter((line) => line.startsWith("=> "));
    expect(ends).toEqual([
      "=> allow",
      "=> allow",
      "=> HITL_REJECT: The limit stays at ten.",
      "=> NO_ANSWER: the question was put, and nobody answered",
    ]);
  });

  it("each in a page of the documents", () => {
    const examples = projectFiles().filter((path) => /^docs\/guides\/examples\/.*\.ts$/.test(path));
    const pages = projectFiles().filter((path) => path.startsWith("docs/guides/") && path.endsWith(".md"));
    const all = pages.map(textOf).join("\n");
    expect(examples.length).toBeGreaterThanOrEqual(6);
    expect(examples.filter((path) => !all.includes(textOf(path).trim()))).toEqual([]);
  });
});
