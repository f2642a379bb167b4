import { steersTheGate } from "@intentgate/shell";
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

it("the reference names exactly the verbs that pass from an agent's own shell", () => {
  const told =
    /When an agent's own shell command runs `intentgate`, only what tells something passes the gate: (.*)\.$/m;
  const named = [...(told.exec(page)?.[1] ?? "").matchAll(/`([a-z ]+)`/g)].map((found) => found[1] ?? "");
  const forms = [...page.matchAll(/^ {2}intentgate ([a-z]+)(?: \[?([a-z]+)\b)?/gm)].flatMap(
    ([, verb = "", next = ""]) => [verb, `${verb} ${next}`],
  );
  const words = ["list", "show", "lint", "new", "edit", "accept", "log", "verify", "share", "run", "trust"];
  const all = new Set([...verbs, ...forms, ...verbs.flatMap((verb) => words.map((word) => `${verb} ${word}`))]);
  const passing = [...all].filter((one) => one.trim() === one && !steersTheGate(`intentgate ${one}`));
  // A verb that passes with any word behind it is named alone, any other with each word that passes.
  const isOpen = (one: string) => !steersTheGate(`intentgate ${one.split(" ")[0]} anything`);
  const shortest = passing.filter((one) => one.includes(" ") !== isOpen(one));
  expect(named.toSorted()).toEqual([...new Set(shortest)].toSorted());
});

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
