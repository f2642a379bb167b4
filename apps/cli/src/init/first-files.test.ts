import { addIntent, type CommandWrites, readIntents, readPolicy } from "@intentgate/policy";
import { machineFiles } from "@intentgate/sidecar";
import { describe, expect, it } from "vitest";
import { exampleIntent, ignoreText, intentsText, policyText } from "./first-files.ts";

const proposed: CommandWrites[] = [
  { run: "npm test", args: "none", writes: ["coverage/**", "dist/**"] },
  { run: 'make "odd: # name"', args: ["--fast", "-k"], writes: [] },
];

function read(text: string) {
  const policy = readPolicy(text, "policy.yaml");
  if (!policy.ok) throw new Error(JSON.stringify(policy.problems));
  return policy.value;
}

describe("policy.yaml as init writes it", () => {
  it("declares the proposals that were taken, word for word", () => {
    expect(read(policyText("enforce", proposed, true))).toMatchObject({ mode: "enforce", commands: proposed });
  });

  it("declares nothing that was not taken, and keeps it as a comment", () => {
    const text = policyText("observe", proposed, false);
    expect(read(text)).toMatchObject({ mode: "observe", commands: [] });
    expect(text).toContain('#   - run: "npm test"');
  });

  it("becomes the same declaration once the comment marks are taken away", () => {
    const text = policyText("enforce", proposed, false);
    const [head = "", tail = ""] = text.split("# Proposed, not taken:\n");
    const uncommented = head.replace("commands: []\n", "") + tail.replace(/^# /gm, "");
    expect(read(uncommented).commands).toMatchObject(proposed);
  });

  it.each([true, false])("is sound without any proposal (taken: %s)", (taken) => {
    const text = policyText("enforce", [], taken);
    expect(read(text).commands).toEqual([]);
    expect(text).not.toContain("Proposed");
  });
});

it("the intents file begins empty and can be read", () => {
  expect(readIntents(intentsText, "f")).toMatchObject({ ok: true, value: { intents: new Map() } });
});

it("the example is a pending intent that owns one folder only", () => {
  const text = addIntent(intentsText, exampleIntent);
  const intents = text.ok ? readIntents(text.value, "f") : text;
  expect(intents.ok && intents.value.intents.get("INT-001")).toMatchObject({
    status: "PENDING",
    owned_scope: ["hello/**"],
  });
});

it("the comment in the intents file is an entry that works once its marks are taken away", () => {
  const lines = intentsText.split("\n").filter((line) => /^# {3}/.test(line));
  const read = readIntents(`version: 1\nactive_intents:\n${lines.map((line) => line.slice(2)).join("\n")}\n`, "f");
  expect(read.ok && read.value.intents.get("INT-001")).toMatchObject({
    name: "JWT login",
    checks: [{ run: ["npm", "test"] }],
  });
});

it("the ignore file names what the machine writes and nothing that people author", () => {
  const rules = ignoreText.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const shared = rules.filter((rule) => rule.startsWith("!"));
  expect(rules.filter((rule) => !shared.includes(rule))).toEqual(machineFiles);
  expect(shared).toEqual(["!ledger/", "!ledger/*.jsonl", "!ledger/.gitattributes"]);
  expect(machineFiles.filter((rule) => /active_intents|policy|ledger\//.test(rule))).toEqual([]);
});
