import { expect, it } from "vitest";
import { type BoxFacts, type BoxProof, judgeBox, type Shown } from "./box-trial.ts";

const none: Shown = { said: null, no: null, isUnboxed: false };
const boxed = { ...none, said: "x-given\nIntentgate: Nothing of this run was kept (it changed one path)" };
const good: BoxFacts = {
  given: boxed,
  ruled: none,
  beside: null,
  withheld: { ...none, said: "x-withheld", isUnboxed: true },
  wasLeft: false,
};

it.each<[string, Partial<BoxFacts>, BoxProof["kind"], RegExp]>([
  ["runs its line, keeps its rule and is seen without a line", {}, "proved", /"rule":true/],
  ["keeps its rule beside a command that runs", { beside: { ...none, said: "x-beside" } }, "proved", /"rule":true/],
  ["ran nothing where its rule was to act", { beside: none }, "proved", /"rule":false/],
  ["was refused by the gate where its rule was to act", { ruled: { ...none, no: "POLICY" } }, "proved", /"rule":false/],
  ["dropped the line", { given: { ...boxed, isUnboxed: true } }, "failed", /dropped the line/],
  ["dropped the line, and nobody was told", { wasLeft: true }, "failed", /nobody was told/],
  ["left a file although it spoke like a box", { given: boxed, wasLeft: true }, "failed", /itself/],
  ["ran it, and the model read nothing of the box", { given: { ...none, said: "x-given" } }, "failed", /did not read/],
  ["did not run it", { given: none }, "untried", /did not run/],
  ["was refused it", { given: { ...none, no: "INTENT_REQUIRED" } }, "untried", /INTENT_REQUIRED/],
  ["ran what its own rule denies", { ruled: { ...none, said: "x-ruled" } }, "failed", /own rule/],
  ["does not tell of the end", { withheld: { ...none, said: "x-withheld" } }, "failed", /not told of its end/],
  ["did not run what has no line", { withheld: none }, "untried", /without a line/],
])("a host that %s", (_what, facts, kind, why) => {
  const proof = judgeBox({ ...good, ...facts });
  expect(proof.kind).toBe(kind);
  expect(JSON.stringify(proof)).toMatch(why);
});
