import { describe, expect, it } from "vitest";
import { projectFiles, textOf } from "../project-files.ts";
import { documents } from "./markdown.ts";

/** The verbs and their subverbs as the reference tells them, which is generated from their own help. */
const page = textOf("docs/reference/cli.md");
const verbs = [...page.matchAll(/^## ([a-z]+)$/gm)].map((found) => found[1] ?? "");

const messages = projectFiles().filter((path) => /^(packages|apps)\/.*\.ts$/.test(path) && !/\.test\.ts$/.test(path));

/** In backticks, as messages and documents write it; `intentgate VERB`, `intentgate --help` and the like are none. */
function namedVerbs(path: string): string[] {
  return [...textOf(path).matchAll(/`intentgate ([a-z]+)/g)].map((found) => found[1] ?? "");
}

describe("what a message or a document tells people to type", () => {
  it("is looked for in enough places", () => {
    expect(verbs).toEqual(expect.arrayContaining(["init", "intent", "approvals", "call"]));
    expect(messages.flatMap(namedVerbs).length).toBeGreaterThan(40);
  });

  it.each(["messages", "documents"] as const)("begins with a verb there is: %s", (where) => {
    const wrong = (where === "messages" ? messages : documents).flatMap((path) =>
      namedVerbs(path)
        .filter((verb) => !verbs.includes(verb) && verb !== "help")
        .map((verb) => `${path}: intentgate ${verb}`),
    );
    expect(wrong).toEqual([]);
  });
});
