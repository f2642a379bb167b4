import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Verb } from "../command/verb.ts";
import { verbList } from "../verb-list.ts";
import { bashScript, completedVerb, fishScript, quoted, zshScript } from "./completion-scripts.ts";

const verbs = await Promise.all(
  verbList.map(async (listed) => completedVerb((await listed.load()).verb, listed.summary)),
);
const intent = verbs.find((one) => one.name === "intent");

/** What bash would offer for the last of these words. */
function offered(...words: string[]): string[] {
  const script = `${bashScript(verbs)}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _intentgate; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync("bash", ["--norc", "-c", script, "bash", "intentgate", ...words], { encoding: "utf8" });
  return out.split("\n").filter((one) => one !== "");
}

describe("in bash", () => {
  it("offers every verb first", () => {
    expect(offered("")).toEqual(verbList.map((one) => one.name));
    expect(offered("rep")).toEqual(["report"]);
    expect(offered("zzz")).toEqual([]);
  });

  it("offers the subverbs of a verb, once", () => {
    expect(offered("intent", "")).toEqual(intent?.subverbs);
    expect(offered("intent", "show", "")).toEqual([]);
  });

  it("offers the options of this verb and of no other", () => {
    expect(offered("doctor", "--f")).toEqual(["--full", "--fix"]);
    expect(offered("status", "--f")).toEqual([]);
    expect(offered("intent", "new", "--sc")).toEqual(["--scope"]);
  });

  it("offers nothing for a verb there is not", () => {
    expect(offered("nope", "--")).toEqual([]);
  });
});

it("no text of a verb can leave its quotes", () => {
  const hostile = completedVerb(
    {
      name: "x",
      usage: [""],
      subverbs: ["a"],
      options: { o: { type: "string", help: "'; exit 7; '\\" } },
      examples: {},
      run: async () => 0,
    } satisfies Verb,
    "it's $(touch /tmp/x) `id` \\' \"",
  );
  expect(quoted("it's \\'")).toBe("'it’s ’'");
  for (const script of [bashScript([hostile]), zshScript([hostile]), fishScript([hostile])]) {
    expect(spawnSync("bash", ["-n"], { input: script.replace(/^complete -c.*-n '[^']*'/gm, "true") }).status).toBe(0);
    expect(script).not.toContain("; exit 7; '\\");
  }
});

it.each([
  ["zsh", zshScript(verbs)],
  ["fish", fishScript(verbs)],
])("the script for %s knows every verb, subverb and option", (_, script) => {
  for (const { name, subverbs, options } of verbs) {
    expect(script).toContain(name);
    for (const word of [...subverbs, ...options.map((option) => option.name)]) expect(script).toContain(word);
  }
});
