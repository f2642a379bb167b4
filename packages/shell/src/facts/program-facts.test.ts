/**
 * `fixtures/program-answers.jsonl` holds what was answered for each program when several tables knew of programs, each for
 * a question of its own. The one table may be stricter than they were, and never less strict.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { classifyShell } from "../classify/classify-command.ts";
import { steersTheGate } from "../programs/intentgate.ts";
import { programs } from "../programs/program-list.ts";
import { factsOf, factsOfProgram, leadsElsewhere, runsNamedFiles } from "./facts-of.ts";
import { isOnlyShells } from "./only-shells.ts";
import { programFacts } from "./program-facts.ts";

interface Answers {
  name: string;
  /** One letter for each of the probes: S(AFE), D(ESTRUCTIVE), U(NKNOWN). */
  uses: string;
  shell?: boolean;
  script?: string[];
  steeredBy?: string[];
  startsOthers?: boolean;
  runsFiles?: boolean;
  ownOptions?: boolean;
  leadsElsewhere?: boolean;
  startsPackage?: string[];
  opensScripts?: boolean;
  readsPosix?: boolean;
  onlyShells?: boolean;
  reachesOut?: boolean;
  changesRights?: "always" | "asked";
  looksNoDeeper?: boolean;
  repeats?: boolean;
  steersTheGate?: boolean;
}

const probes = (name: string): string[] => [
  name,
  ...["a", "a b", "--version", "-c 'touch x'", "-e 'touch x'", "-m x", "touch x", "run x", "-x a.sh"].map(
    (words) => `${name} ${words}`,
  ),
  `echo touch x | ${name}`,
  `echo a | ${name} touch`,
  `SOME_NAME=1 ${name} a`,
  `LANG=C ${name} a`,
  `${name} LD_PRELOAD=x ls`,
  `${name} A=b ls`,
  `x=$(${name} a); touch "$x"`,
  `touch "$(${name} a)"`,
  `/usr/bin/${name} a`,
];

function answersNow(name: string): Answers {
  const facts = factsOfProgram(name);
  const { script, steeredBy, changesRights } = facts;
  const { shell, looksNoDeeper = false, startsPackage } = factsOf(name);
  const behind = startsPackage?.by === "name" ? startsPackage.behind : [];
  return {
    name,
    uses: probes(name)
      .map((command) => classifyShell(command, { cwd: "/w" }).risk[0])
      .join(""),
    shell: shell !== undefined,
    startsOthers: facts.startsOthers === true,
    runsFiles: runsNamedFiles(name),
    ownOptions: facts.ownOptions === true,
    leadsElsewhere: leadsElsewhere(name, "exec"),
    opensScripts: facts.opensScripts === true,
    readsPosix: facts.readsPosix === true,
    onlyShells: isOnlyShells(name),
    reachesOut: facts.reachesOut === true,
    looksNoDeeper,
    repeats: facts.repeats === true,
    steersTheGate: steersTheGate(`${name} x`),
    ...(script && { script: [script.flags.source, ...script.verbs] }),
    ...(steeredBy && { steeredBy: [...steeredBy] }),
    ...(startsPackage && { startsPackage: [startsPackage.by, ...behind] }),
    ...(changesRights && { changesRights }),
  };
}

const ranks = "SDU";
const isSubset = (some: readonly string[] = [], all: readonly string[] = []) => some.every((one) => all.includes(one));

/** For each question whether the answer has become less strict. */
const lessStrict: Record<Exclude<keyof Answers, "name">, (before: Answers, now: Answers) => boolean> = {
  uses: (before, now) =>
    before.uses.length !== now.uses.length ||
    [...before.uses].some((letter, at) => ranks.indexOf(now.uses[at] ?? "") < ranks.indexOf(letter)),
  // A shell whose scripts are read is believed.
  shell: (before, now) => now.shell === true && !before.shell,
  script: (before, now) => before.script !== undefined && before.script.join(" ") !== now.script?.join(" "),
  steeredBy: (before, now) => !isSubset(before.steeredBy, now.steeredBy),
  startsOthers: (before, now) => before.startsOthers === true && !now.startsOthers,
  runsFiles: (before, now) => before.runsFiles === true && !now.runsFiles,
  ownOptions: (before, now) => before.ownOptions === true && !now.ownOptions,
  leadsElsewhere: (before, now) => before.leadsElsewhere === true && !now.leadsElsewhere,
  // A server that is recognised by its start is believed.
  startsPackage: ({ startsPackage: before }, { startsPackage: now }) =>
    now !== undefined && (before === undefined || before[0] !== now[0] || !isSubset(now, before)),
  opensScripts: (before, now) => before.opensScripts === true && !now.opensScripts,
  readsPosix: (before, now) => before.readsPosix === true && !now.readsPosix,
  onlyShells: (before, now) => before.onlyShells === true && !now.onlyShells,
  reachesOut: (before, now) => before.reachesOut === true && !now.reachesOut,
  changesRights: (before, now) =>
    before.changesRights !== undefined && now.changesRights !== before.changesRights && now.changesRights !== "always",
  looksNoDeeper: (before, now) => now.looksNoDeeper === true && !before.looksNoDeeper,
  repeats: (before, now) => before.repeats === true && !now.repeats,
  steersTheGate: (before, now) => before.steersTheGate === true && !now.steersTheGate,
};
type Question = keyof typeof lessStrict;
const questions = Object.keys(lessStrict) as Question[];

const kept = readFileSync(join(import.meta.dirname, "../../fixtures/program-answers.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Answers);
const answers = kept.map((before) => ({ before, now: answersNow(before.name) }));

describe("the one table of programs", () => {
  it("is asked about every program that one of the tables knew", () => {
    expect(kept.length).toBeGreaterThan(600);
    expect(new Set(kept.map(({ name }) => name)).size).toBe(kept.length);
  });

  it.each(questions)("is in no row less strict than before: %s", (question) => {
    const worse = answers.filter(({ before, now }) => lessStrict[question](before, now));
    expect(
      worse.map(({ before, now }) => ({ name: before.name, before: before[question], now: now[question] })),
    ).toEqual([]);
  });

  it("says of every program that runs its further words that it starts others", () => {
    const words = ["touch", "x"].map((text) => ({ text, glob: false }));
    const around = { stdin: { kind: "unknown" }, variable: () => undefined } as const;
    const wrappers = programs.filter((program) => (program.use(words, around)?.nested.length ?? 0) > 0);
    const names = wrappers.flatMap((program) => program.names);
    expect(names).toEqual(expect.arrayContaining(["env", "nice", "xargs"]));
    expect(names.filter((name) => !factsOf(name).startsOthers)).toEqual([]);
  });

  it("says no fact of a program twice", () => {
    const said = programFacts.flatMap(({ names, ...facts }) =>
      names.split(/\s+/).flatMap((name) => Object.keys(facts).map((fact) => `${name} ${fact}`)),
    );
    expect(said.filter((one, at) => said.indexOf(one) !== at)).toEqual([]);
  });

  it.each(["", "constructor", "__proto__", "toString", "made-up", "BASH", "bash ", "x/", "-1.2"])(
    "knows nothing of %j",
    (name) => {
      expect(factsOfProgram(name)).toEqual({});
      expect(factsOf(name)).toEqual({});
    },
  );

  it.each([
    ["/usr/bin/python3.11", "script"],
    ["./node_modules/.bin/tsx", "script"],
    ["node.exe", "script"],
    ["npm.CMD", "steeredBy"],
    ["bash-5.2", "shell"],
  ] as const)("knows %s by another spelling, and not by that one exactly", (spelled, fact) => {
    expect(factsOfProgram(spelled)[fact]).toBeDefined();
    expect(factsOf(spelled)[fact]).toBeUndefined();
  });
});

describe("the rule about strictness itself", () => {
  const row = (more: Partial<Answers>): Answers => ({ name: "x", uses: "SDU", ...more });

  it.each<[Question, Partial<Answers>, Partial<Answers>]>([
    ["uses", { uses: "SDU" }, { uses: "SSU" }],
    ["uses", { uses: "SDU" }, { uses: "SDD" }],
    ["uses", { uses: "SDU" }, { uses: "SD" }],
    ["shell", {}, { shell: true }],
    ["script", { script: ["a", "run"] }, { script: ["a"] }],
    ["script", { script: ["a"] }, {}],
    ["steeredBy", { steeredBy: ["a", "b"] }, { steeredBy: ["a"] }],
    ["startsOthers", { startsOthers: true }, {}],
    ["ownOptions", { ownOptions: true }, { ownOptions: false }],
    ["startsPackage", {}, { startsPackage: ["name"] }],
    ["startsPackage", { startsPackage: ["name"] }, { startsPackage: ["name", "exec"] }],
    ["startsPackage", { startsPackage: ["path"] }, { startsPackage: ["module"] }],
    ["changesRights", { changesRights: "always" }, { changesRights: "asked" }],
    ["looksNoDeeper", {}, { looksNoDeeper: true }],
  ])("calls it less strict where %s goes from %j to %j", (question, before, now) => {
    expect(lessStrict[question](row(before), row(now))).toBe(true);
  });

  it.each<[Question, Partial<Answers>, Partial<Answers>]>([
    ["uses", { uses: "SDU" }, { uses: "UUU" }],
    ["script", {}, { script: ["a"] }],
    ["steeredBy", { steeredBy: ["a"] }, { steeredBy: ["b", "a"] }],
    ["startsOthers", {}, { startsOthers: true }],
    ["changesRights", { changesRights: "asked" }, { changesRights: "always" }],
    ["looksNoDeeper", { looksNoDeeper: true }, {}],
  ])("has nothing against %s going from %j to %j", (question, before, now) => {
    expect(lessStrict[question](row(before), row(now))).toBe(false);
  });
});
