/** The rules of this repository, held to rows of calls and what is expected of each. Decided only: nothing runs. */
import { join, resolve } from "node:path";
import { type Checked, decodeUtf8, problem } from "@intentgate/documents";
import { intentsOf } from "@intentgate/gate";
import { type PolicyTest, readPolicyTests } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import { onSystemError, readRegular } from "@intentgate/world";
import { runSubverb, type Subverb } from "../command/subverb.ts";
import { exitCodes, type Verb } from "../command/verb.ts";
import { type DecidedTest, decideTests } from "../policy/decide-tests.ts";
import { columns } from "../terminal/columns.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/workspace-here.ts";

const FILE = "policy-tests.yaml";

const test: Subverb = {
  options: [],
  words: { least: 0, most: 1, named: "one file, or nothing" },
  run: (_args, io, [file]) => testPolicy(file, io),
};

export const verb: Verb = {
  name: "policy",
  usage: ["test [FILE]"],
  subverbs: ["test"],
  examples: {
    "intentgate policy test": `hold policy, intents and .intentignore to .orchestration/${FILE}`,
    "intentgate policy test strict.yaml --json": "the same with other rows, for a script",
  },
  notes: [
    "A row: { name?, intent?, command: LINE or call: { tool, input }, expect: allow | ask | deny, code? }. Without an intent the session has none; it has read every file.",
    "The files count as they stand, as where a person ran `intentgate init` and accepted them; observe mode is read as enforce, event hooks are not asked, and commands are judged as where nothing can be contained, or everything where the policy requires it. So the answer is the same on every machine.",
    "Exit codes: 0 all as expected, 1 something differs, 64 the tests or the rules cannot be read. Nothing is run, asked or written down.",
  ],
  run: (args, io) => runSubverb(verb, { test }, args, io),
};

async function testPolicy(given: string | undefined, io: Io): Promise<number> {
  const { home } = governedHere(io);
  const file = given ?? `.orchestration/${FILE}`;
  const tests = readTests(given === undefined ? join(home.sidecar, FILE) : resolve(io.cwd, given), file, home);
  const decided = tests.ok ? await decideTests(home, tests.value) : tests;
  if (!decided.ok) {
    complainAbout(io, decided.problems);
    return exitCodes.badInput;
  }
  const differing = decided.value.filter(({ isExpected }) => !isExpected);
  if (io.json) io.printJson({ file, tests: decided.value.map(data), differing: differing.length });
  else print(decided.value.length, differing, file, io);
  return differing.length === 0 ? exitCodes.done : exitCodes.failed;
}

function readTests(path: string, file: string, home: GovernedRoot): Checked<PolicyTest[]> {
  const intents = intentsOf(home);
  if (!intents.ok) return intents;
  const bytes = onSystemError("any", null, () => readRegular(path));
  const text = bytes && decodeUtf8(bytes);
  if (text === null) {
    const remedy = "Write one, with `tests:` and a row for each call; `intentgate policy --help` shows the form.";
    return { ok: false, problems: [problem("CANNOT_READ", "no policy tests can be read here", remedy, { file })] };
  }
  return readPolicyTests(text, file, intents.value.keys());
}

function data({ test, said, isExpected }: DecidedTest) {
  const { name, line, intent, call, expect, code } = test;
  return { name, line, intent, call, expected: { decision: expect, code }, as_expected: isExpected, decided: said };
}

function print(all: number, differing: readonly DecidedTest[], file: string, io: Io): void {
  const { bold, dim, green, red } = io.color;
  if (differing.length === 0) {
    io.print(`${green("✔")} ${count(all, "test")} in ${oneLine(file)}: the gate decides as expected`);
    return;
  }
  const rows = differing.map(({ test, said }) => [
    String(test.line),
    oneLine(test.name ?? named(test)),
    test.code ?? test.expect,
    said.decision === "deny" ? said.code : said.decision,
    said.decision === "allow"
      ? "nothing stands against it"
      : said.decision === "ask"
        ? said.questions.join(" ")
        : said.reason,
  ]);
  io.print(
    `${red("✖")} ${bold(`${differing.length} of ${count(all, "test")}`)} in ${oneLine(file)}: the gate decides otherwise`,
  );
  const layout = [{ align: "right" as const }, { most: 40 }, { paint: green }, { paint: red }, { most: 200 }];
  const head = { cells: ["line", "call", "expected", "decided", "because"], paint: dim };
  for (const line of columns(
    rows.map((row) => row.map((cell) => oneLine(cell, 200))),
    layout,
    head,
  ))
    io.print(`  ${line}`);
}

function named({ call: { tool, input } }: PolicyTest): string {
  if (typeof input.command === "string") return input.command;
  return `${tool} ${typeof input.path === "string" ? input.path : JSON.stringify(input)}`;
}
