import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { call, jsonOf, makeScene, oneIntent, put, run, type Scene, textOf } from "./scene.ts";
import { done, INTENTS, refused } from "./steps.ts";

interface Faults {
  sound: boolean;
  lines: number;
  faults: { rule: string; place: string; start_line: number; end_line: number; message: string }[];
}

const identity = ["-c", "user.name=Story", "-c", "user.email=story@example.invalid", "-c", "commit.gpgsign=false"];

function git(scene: Scene, ...words: string[]): string {
  const ran = spawnSync("git", [...identity, ...words], { cwd: scene.repo, env: scene.env, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`git ${words.join(" ")}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

function commit(scene: Scene): void {
  git(scene, "add", "-A");
  git(scene, "commit", "-q", "--allow-empty", "-m", "work");
}

/** A branch that left `main`, with one file that the agent wrote under INT-001. */
async function branch(atEnd?: Parameters<typeof makeScene>[1], policy?: string): Promise<Scene> {
  const intents = oneIntent.replace("acceptance_criteria: []", 'acceptance_criteria: ["Old tokens | still work"]');
  const scene = makeScene({ intents, ...(policy === undefined ? {} : { policy }) }, atEnd);
  git(scene, "branch", "-M", "main");
  await done(scene, "init", "--yes");
  commit(scene);
  git(scene, "checkout", "-q", "-b", "work");
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  const content = "export function jwt() {\n  return 1;\n}\n";
  expect((await call(scene, "write_to_file", { path: "src/auth/jwt.ts", content })).decision).toBe("allow");
  return scene;
}

function complete(scene: Scene): void {
  put(scene.repo, INTENTS, textOf(scene, INTENTS).replace("IN_PROGRESS", "COMPLETE"));
}

async function checked(scene: Scene, ...words: string[]): Promise<Faults & { code: number | null }> {
  const ran = await run(scene, ["check", "--base", "main", "--json", ...words]);
  return { ...jsonOf<Faults & { code: number }>(ran), code: ran.code };
}

const places = ({ faults }: Faults) =>
  faults.map(({ rule, place, start_line, end_line }) => `${rule} ${place}:${start_line}-${end_line}`);

describe("a branch is fit to be merged", () => {
  it("where an intent that is complete wrote every line", async () => {
    const scene = await branch();
    complete(scene);
    commit(scene);
    const ran = await run(scene, ["check"]);
    expect(`${ran.code} ${ran.out}`).toContain("0 ✔ Every line has its intent, and every intent is complete:");
    expect(ran.out).toContain("2 added lines in 1 file, 1 intent");
  });

  it("in a clone elsewhere, once its ledger was shared, and not before", async () => {
    const scene = await branch();
    complete(scene);
    commit(scene);
    const cloned = (): Scene => {
      const folder = join(dirname(scene.repo), "elsewhere");
      rmSync(folder, { recursive: true, force: true });
      git(scene, "clone", "-q", scene.repo, join(folder, "repo"));
      const env = { ...scene.env, HOME: folder, XDG_STATE_HOME: join(folder, "state") };
      return { repo: join(folder, "repo"), env };
    };
    const unshared = await checked(cloned());
    expect([unshared.code, places(unshared)]).toEqual([1, ["line-without-intent src/auth/jwt.ts:1-2"]]);
    await done(scene, "trace", "share");
    commit(scene);
    expect(await checked(cloned())).toMatchObject({ code: 0, sound: true, lines: 2, faults: [] });
    const ran = await run(cloned(), ["pr"]);
    expect(ran.out).toContain("Not known here: refusals stay on the machine where they happened.");
  });

  it("where nothing was added", async () => {
    const scene = await branch();
    git(scene, "stash", "-q", "-u");
    expect(await checked(scene)).toMatchObject({ code: 0, lines: 0 });
  });

  it("whatever was only renamed, deleted, or is blank, a bracket, binary or the gate's own", async () => {
    const scene = await branch();
    git(scene, "stash", "-q", "-u");
    git(scene, "mv", "src/auth/token.ts", "src/auth/tokens.ts");
    put(scene.repo, "src/auth/blank.ts", "\n\n  }\n});\n");
    put(scene.repo, "src/auth/logo.bin", "a\0b\n");
    put(scene.repo, ".orchestration/policy-tests.yaml", "version: 1\ntests: []\n");
    commit(scene);
    expect(await checked(scene)).toMatchObject({ code: 0, lines: 0, faults: [] });
  });
});

describe("a branch is not fit to be merged", () => {
  it("where a person wrote lines by hand, unless lines of people are allowed", async () => {
    const scene = await branch();
    complete(scene);
    put(scene.repo, "src/auth/jwt.ts", `${textOf(scene, "src/auth/jwt.ts")}// by hand\nexport {};\n`);
    put(scene.repo, "a b,c%:.txt", "by hand\n");
    commit(scene);
    const found = await checked(scene);
    expect([found.code, places(found)]).toEqual([
      1,
      ["line-without-intent a b,c%:.txt:1-1", "line-without-intent src/auth/jwt.ts:4-5"],
    ]);
    expect(await checked(scene, "--allow-people")).toMatchObject({ code: 0, faults: [] });
    const { out } = await run(scene, ["check", "--format", "github"]);
    expect(out.split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(
        /^::error file=a b%2Cc%25%3A\.txt,line=1,endLine=1,title=line-without-intent::This line stands/,
      ),
      expect.stringMatching(
        /^::error file=src\/auth\/jwt\.ts,line=4,endLine=5,title=line-without-intent::These lines stand/,
      ),
    ]);
  });

  it("where an agent wrote without an intent, also where lines of people are allowed", async () => {
    const scene = await branch(undefined, "mode: observe\n");
    complete(scene);
    const input = { path: "src/free.ts", content: "export const free = 1;\n" };
    expect((await call(scene, "write_to_file", input, "s2")).decision).toBe("allow");
    commit(scene);
    expect(places(await checked(scene, "--allow-people"))).toEqual(["line-without-intent src/free.ts:1-1"]);
  });

  it("where an intent is open, at its place in the file", async () => {
    const scene = await branch();
    commit(scene);
    const line =
      textOf(scene, INTENTS)
        .split("\n")
        .findIndex((text) => text.includes("id: INT-001")) + 1;
    expect(places(await checked(scene))).toEqual([`intent-not-complete ${INTENTS}:${line}-${line}`]);
  });

  it("where an intent is no longer declared", async () => {
    const scene = await branch();
    put(scene.repo, INTENTS, textOf(scene, INTENTS).replaceAll("INT-001", "INT-777"));
    commit(scene);
    const { faults } = await checked(scene);
    expect(faults.map(({ message }) => message)).toEqual([
      "INT-001 wrote lines of this branch and is not declared here.",
    ]);
  });

  it("where somebody edited the ledger", async () => {
    const scene = await branch();
    complete(scene);
    commit(scene);
    const file = ".orchestration/agent_trace.jsonl";
    put(scene.repo, file, textOf(scene, file).replace('"entity_type":"AI"', '"entity_type":"HUMAN"'));
    const found = await checked(scene);
    expect(found.code).toBe(1);
    expect(found.faults.map(({ rule, place }) => `${rule} ${place}`)).toContain(`ledger-not-sound ${file}`);
  });

  it("in a folder of a larger repository, by the names that git has", async () => {
    const scene = await branch();
    const inner = { ...scene, repo: join(scene.repo, "inner") };
    put(inner.repo, "a.txt", "in\n");
    put(inner.repo, INTENTS, oneIntent);
    put(scene.repo, "src/outer.ts", "out\n");
    rmSync(join(scene.repo, ".orchestration"), { recursive: true });
    rmSync(join(scene.env.XDG_STATE_HOME ?? "", "intentgate"), { recursive: true });
    commit(scene);
    const found = await checked(inner);
    expect(places(found)).toEqual(["line-without-intent inner/a.txt:1-1"]);
  });
});

describe("the text of a pull request", () => {
  let scene: Scene;
  const tidy: (() => void)[] = [];
  beforeAll(async () => {
    scene = await branch((one) => void tidy.push(one));
    const named = textOf(scene, INTENTS).replace("JWT Authentication Migration", '"A | <b>@ann</b> fixes #12"');
    put(scene.repo, INTENTS, named);
    await call(scene, "write_to_file", { path: "src/api.ts", content: "export {};\n" });
    put(scene.repo, "by-hand.txt", "mine\n");
    commit(scene);
    return () => {
      for (const one of tidy) one();
    };
  });

  it("tells intents with their criteria, writers, refusals in numbers, and what no intent accounts for", async () => {
    const text = await done(scene, "pr");
    for (const part of [
      "## What stands behind these changes",
      "3 added lines in 2 files",
      "66.7 % under 1 intent",
      "- **INT-001** A \\| \\<b\\>@<!-- -->ann\\</b\\> fixes \\#<!-- -->12: in_progress, 2 lines in 1 file",
      "  - [ ] Old tokens \\| still work",
      "| people, or unseen | 1 | 33.3 % |",
      "| Outside the scope | 1 |",
      "| `by-hand.txt` | 1 | people, or unseen |",
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/src\/api\.ts|<b>|@ann/);
  });

  it("is one value for a program", async () => {
    const told = jsonOf(await run(scene, ["pr", "--json"]));
    expect(told).toMatchObject({ lines: 3, files: 2, refused: [{ what: "SCOPE_VIOLATION", count: 1 }] });
  });

  it("shows the faults as SARIF of version 2.1.0, with a rule for each and a place that is a URI", async () => {
    const ran = await run(scene, ["check", "--format", "sarif"]);
    expect(ran.code).toBe(1);
    const { version, runs } = jsonOf<{
      version: string;
      runs: { tool: { driver: { rules: { id: string }[] } }; results: Result[] }[];
    }>(ran);
    const [only] = runs;
    expect(version).toBe("2.1.0");
    expect(only?.results.length).toBe(2);
    for (const { ruleId, ruleIndex, message, locations } of only?.results ?? []) {
      expect(only?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(message.text).not.toBe("");
      const [place] = locations;
      expect(
        () => new URL(place?.physicalLocation.artifactLocation.uri ?? "", "https://example.invalid/"),
      ).not.toThrow();
      expect(place?.physicalLocation.region.startLine).toBeGreaterThan(0);
    }
  });

  it.each([
    ["a branch that is not there", ["--base", "nowhere"], 1, "git knows no"],
    ["what git would take for an option", ["--base=--output=x"], 1, "git knows no"],
    ["a range", ["--base", "main..work"], 1, "git knows no"],
    ["a form that is none", ["--format", "xml"], 64, "is no form"],
    ["a word", ["main"], 64, "takes no words"],
  ])("refuses %s", async (_name, words, code, message) => {
    expect(await refused(scene, code, "check", ...words)).toContain(message);
  });

  it("is no answer where git lacks a file of the branch", async () => {
    const broken = await branch();
    commit(broken);
    const blob = git(broken, "rev-parse", "HEAD:src/auth/jwt.ts").trim();
    rmSync(join(broken.repo, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    expect(await refused(broken, 1, "check")).toContain("does not give the contents of 1 changed file");
  });

  it("says what to do where the history is cut off", async () => {
    const folder = join(dirname(scene.repo), "shallow");
    git(scene, "clone", "-q", "--depth", "1", "--no-single-branch", `file://${scene.repo}`, folder);
    expect(await refused({ ...scene, repo: folder }, 1, "check", "--base", "main")).toContain("fetch-depth: 0");
  });

  it("passes from an agent's shell, as it only tells", async () => {
    for (const command of ["intentgate pr --base main", "intentgate check --format sarif --allow-people"]) {
      const told = jsonOf(await run(scene, ["classify", command, "--json"]));
      expect(JSON.stringify(told)).toContain("SAFE");
    }
  });
});

interface Result {
  ruleId: string;
  ruleIndex: number;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
}
