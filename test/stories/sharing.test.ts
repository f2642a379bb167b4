import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentTraceFaults } from "../support/trace/check-agent-trace.ts";
import { importedIds, layImported } from "../support/trace/imported-records.ts";
import { call, jsonOf, makeScene, put, run, type Scene } from "./scene.ts";

function git(scene: Scene, ...words: string[]): string {
  const identity = ["-c", "user.name=Story", "-c", "user.email=story@example.invalid", "-c", "commit.gpgsign=false"];
  const done = spawnSync("git", [...identity, ...words], { cwd: scene.repo, env: scene.env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stdout}${done.stderr}`);
  return done.stdout;
}

const sharedOf = (scene: Scene) =>
  readdirSync(join(scene.repo, ".orchestration/ledger")).filter((name) => name.endsWith(".jsonl"));
const logOf = async (scene: Scene) =>
  jsonOf<{ records: { files: { relative_path: string }[]; source: string }[] }>(
    await run(scene, ["trace", "log", "--json"]),
  ).records.map(({ files, source }) => `${files[0]?.relative_path} ${source === "own" ? "own" : "shared"}`);
const verifyOf = async (scene: Scene) =>
  jsonOf<{ findings: { kind: string; file: string; line: number }[]; anchor: string; shared: object }>(
    await run(scene, ["trace", "verify", "--json"]),
  );

async function governed(scene: Scene): Promise<Scene> {
  expect((await run(scene, ["init", "--yes"])).code).toBe(0);
  return scene;
}

async function work(scene: Scene, name: string, session = "s1"): Promise<void> {
  await call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
  const input = { path: `src/auth/${name}.ts`, content: `export const ${name} = 1;\n` };
  expect((await call(scene, "write_to_file", input, session)).decision).toBe("allow");
}

/** What a teammate has: a clone with a home of its own. */
async function cloneOf(scene: Scene): Promise<Scene> {
  const folder = join(dirname(scene.repo), "mate");
  const mate = {
    repo: join(folder, "repo"),
    env: { ...scene.env, HOME: join(folder, "home"), XDG_STATE_HOME: join(folder, "state") },
  };
  mkdirSync(mate.env.HOME, { recursive: true });
  git(scene, "clone", "-q", scene.repo, mate.repo);
  return governed(mate);
}

async function commitAll(scene: Scene, message: string): Promise<void> {
  git(scene, "add", "-A");
  git(scene, "commit", "-q", "-m", message);
}

describe("two clones of a repository", () => {
  it("share, merge their branches without conflict, and both see both records", async () => {
    const ann = await governed(makeScene({ files: { ".gitignore": "*.jsonl\nledger\n" } }));
    await commitAll(ann, "govern");
    const bob = await cloneOf(ann);
    git(bob, "checkout", "-q", "-b", "bob");
    git(ann, "checkout", "-q", "-b", "ann");
    for (const [scene, name] of [
      [ann, "one"],
      [bob, "two"],
    ] as const) {
      await work(scene, name);
      const ran = await run(scene, ["trace", "share"]);
      expect(ran.code).toBe(0);
      expect(ran.out).toContain("1 segment to commit");
      await commitAll(scene, name);
      expect(git(scene, "ls-files", ".orchestration")).toContain(`.orchestration/ledger/${sharedOf(scene)[0]}`);
      expect(git(scene, "ls-files", ".orchestration")).not.toContain("agent_trace");
    }
    git(ann, "fetch", "-q", bob.repo, "bob");
    git(ann, "merge", "-q", "-m", "merge", "FETCH_HEAD");
    git(bob, "fetch", "-q", ann.repo, "ann");
    git(bob, "merge", "-q", "FETCH_HEAD");
    expect(await logOf(ann)).toEqual(["src/auth/one.ts own", "src/auth/two.ts shared"]);
    expect(await logOf(bob)).toEqual(["src/auth/one.ts shared", "src/auth/two.ts own"]);
    for (const scene of [ann, bob]) {
      expect(await verifyOf(scene)).toMatchObject({ findings: [], shared: { segments: 2, records: 2 } });
      expect(git(scene, "status", "--short")).toBe("");
    }
    expect((await run(bob, ["trace"])).out).toMatch(/one\.ts .* shared/);
  });

  it("share one session from two branches of one clone, and merge these too", async () => {
    const ann = await governed(makeScene());
    await commitAll(ann, "govern");
    const main = git(ann, "branch", "--show-current").trim();
    await work(ann, "one");
    git(ann, "checkout", "-q", "-b", "first");
    await run(ann, ["trace", "share"]);
    await commitAll(ann, "first");
    git(ann, "checkout", "-q", main);
    git(ann, "checkout", "-q", "-b", "second");
    await work(ann, "two");
    await run(ann, ["trace", "share"]);
    await commitAll(ann, "second");
    expect((await verifyOf(ann)).findings).toEqual([]);
    git(ann, "merge", "-q", "-m", "merge", "first");
    expect(sharedOf(ann)).toHaveLength(2);
    expect((await verifyOf(ann)).findings).toEqual([]);
    const bob = await cloneOf(ann);
    expect(await logOf(bob)).toEqual(["src/auth/one.ts shared", "src/auth/two.ts shared"]);
  });

  it("see what was changed in a segment after it was shared, with its place", async () => {
    const ann = await governed(makeScene());
    await work(ann, "one");
    await run(ann, ["trace", "share"]);
    await commitAll(ann, "share");
    const bob = await cloneOf(ann);
    const name = sharedOf(bob)[0] as string;
    const path = join(bob.repo, ".orchestration/ledger", name);
    writeFileSync(path, readFileSync(path, "utf8").replace("one.ts", "eno.ts"));
    const ran = await run(bob, ["trace", "verify"]);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain("edited");
    expect((await verifyOf(bob)).findings).toMatchObject([{ kind: "edited", file: `ledger/${name}`, line: 2 }]);
    expect((await run(bob, ["doctor", "--full"])).out).toContain("the ledger is not what was written");
  });
});

describe("the ledger's ends in a git ref", () => {
  it("show what was removed together with the heads and the list", async () => {
    const scene = await governed(makeScene());
    await work(scene, "one", "s1");
    await work(scene, "two", "s2");
    expect((await run(scene, ["trace", "heads", "--git"])).out).toContain("2 chains anchored in refs/intentgate/heads");
    expect(await verifyOf(scene)).toMatchObject({ findings: [], anchor: "heads_and_list_and_git" });
    const ledger = join(scene.repo, ".orchestration/agent_trace.jsonl");
    writeFileSync(
      ledger,
      readFileSync(ledger, "utf8")
        .split("\n")
        .filter((line) => !line.includes('"session":"s2"'))
        .join("\n"),
    );
    const heads = join(scene.repo, ".orchestration/heads");
    for (const name of readdirSync(heads).filter((one) => one.startsWith("s2"))) rmSync(join(heads, name));
    rmSync(join(scene.env.XDG_STATE_HOME as string, "intentgate/roots"), { recursive: true });
    const after = await verifyOf(scene);
    expect(after).toMatchObject({ anchor: "heads_and_git", findings: [{ kind: "session_removed" }] });
  });

  it("are listed without one, and need a repository", async () => {
    const scene = await governed(makeScene());
    expect((await run(scene, ["trace", "heads"])).out).toContain("no session yet");
    await work(scene, "one");
    expect((await run(scene, ["trace", "heads"])).out).toMatch(/s1 +1 +sha256:/);
    rmSync(join(scene.repo, ".git"), { recursive: true });
    const ran = await run(scene, ["trace", "heads", "--git"]);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("no git repository")]);
  });
});

describe("a rotated ledger", () => {
  it("is read, shown and verified as one", async () => {
    const scene = await governed(makeScene());
    expect((await run(scene, ["trace", "rotate"])).out).toContain("nothing to put away");
    for (const name of ["one", "two"]) {
      await work(scene, name);
      expect((await run(scene, ["trace", "rotate"])).out).toContain("put away as .orchestration/ledger-archive/");
    }
    await work(scene, "three");
    expect(await logOf(scene)).toEqual(["one", "two", "three"].map((name) => `src/auth/${name}.ts own`));
    expect((await run(scene, ["trace", "verify"])).out).toContain("The ledger is sound: 3 records in 1 session");
    expect(git(scene, "status", "--short", "--untracked-files=all")).not.toContain("archive");
  });

  it("rotates by itself at the size that the policy names", async () => {
    const files = Object.fromEntries(Array.from({ length: 2 }, (_, at) => [`src/auth/f${at}.ts`, "x\n"]));
    const scene = makeScene({ policy: "limits: { ledger_mb: 1 }\n", files });
    put(scene.repo, ".orchestration/agent_trace.jsonl", `${"x".repeat(1_100_000)}\n`);
    await work(scene, "one");
    expect(readdirSync(join(scene.repo, ".orchestration/ledger-archive"))).toEqual(["agent_trace.000001.jsonl"]);
  });
});

describe("exchange with other tools", () => {
  const exported = async (scene: Scene, ...words: string[]) =>
    (await run(scene, ["trace", "export", "--format", "agent-trace", ...words])).out;

  it("goes out as valid Agent Trace, one record a line", async () => {
    const scene = await governed(makeScene());
    await work(scene, "one");
    await work(scene, "two");
    const lines = (await exported(scene)).trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines.flatMap((line) => agentTraceFaults(JSON.parse(line)))).toEqual([]);
  });

  it("goes out narrowed to an intent, a file or a session", async () => {
    const scene = await governed(makeScene());
    await work(scene, "one", "s1");
    await work(scene, "two", "s2");
    const count = async (...words: string[]) => (await exported(scene, ...words)).split("\n").filter(Boolean).length;
    expect([
      await count("--session", "s2"),
      await count("--file", "src/auth/one.ts"),
      await count("--intent", "INT-002"),
    ]).toEqual([1, 1, 0]);
  });

  it("goes out as a note that git-ai reads, for the commit that follows", async () => {
    const scene = await governed(makeScene());
    const base = git(scene, "rev-parse", "HEAD").trim();
    await work(scene, "one");
    const ran = await run(scene, ["trace", "export", "--format", "git-ai"]);
    expect(ran.out).toMatch(/^src\/auth\/one\.ts\n {2}[0-9a-f]{16} 1\n---\n\{/);
    expect(JSON.parse(ran.out.split("---\n")[1] as string)).toMatchObject({
      schema_version: "authorship/3.0.0",
      base_commit_sha: base,
    });
    await commitAll(scene, "one");
    await work(scene, "two");
    const many = await run(scene, ["trace", "export", "--format", "git-ai"]);
    expect([many.code, many.err]).toEqual([64, expect.stringContaining(base.slice(0, 12))]);
    const chosen = await run(scene, ["trace", "export", "--format", "git-ai", "--revision", base.slice(0, 10)]);
    expect(chosen.out).toBe(ran.out);
  });

  it.each<[string[], number, string]>([
    [["import", "traces.jsonl"], 64, "is not known"],
    [["export"], 64, "a format is missing"],
    [["export", "--format", "svn"], 64, "not known"],
    [["export", "--format", "git-ai"], 1, "no recorded work"],
    [["export", "--format", "agent-trace", "--revision", "x"], 64, "--revision is for"],
    [["share", "now"], 64, "takes no further word"],
    [["share", "--git"], 64, "has no --git"],
    [["verify", "--intent", "x"], 64, "has no --intent"],
  ])("trace %j is refused", async (words, code, said) => {
    const ran = await run(makeScene(), ["trace", ...words]);
    expect(ran.err).toContain(said);
    expect(ran.code).toBe(code);
  });
});

describe("what version 0.1 imported from other tools", () => {
  const path = "src/app.ts";

  it("is shown, once and marked, and is no session of this machine", async () => {
    const scene = await governed(makeScene());
    layImported(join(scene.repo, ".orchestration"));
    expect((await verifyOf(scene)).findings).toEqual([]);
    expect((await logOf(scene)).sort()).toEqual([`${path} shared`, "src/ü parser.ts shared"]);
    const { out } = await run(scene, ["trace", "log"]);
    expect(out).toContain("AI, imported from another tool: src/app.ts");
    expect(out).toContain("AI anthropic/claude-opus-4-5-20251101 and HUMAN");
    expect((await run(scene, ["trace", "show", importedIds[1].slice(0, 8)])).out).toContain("imported");
    expect(jsonOf(await run(scene, ["session", "list", "--json"]))).toMatchObject({ sessions: [] });
  });

  it("goes out like any other record, and not into a note of this machine's work", async () => {
    const scene = await governed(makeScene());
    layImported(join(scene.repo, ".orchestration"));
    const ran = await run(scene, ["trace", "export", "--format", "agent-trace"]);
    const records = ran.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.flatMap(agentTraceFaults)).toEqual([]);
    expect(records.map(({ id }) => id).sort()).toEqual(importedIds);
    const note = await run(scene, ["trace", "export", "--format", "git-ai"]);
    expect([note.code, note.err]).toEqual([1, expect.stringContaining("no recorded work")]);
  });

  it("gives no line of a file a name that only a file from elsewhere said", async () => {
    const scene = await governed(makeScene({ files: { [path]: "const a = 1;\nconst b = 2;\n" } }));
    layImported(join(scene.repo, ".orchestration"));
    for (const words of [["why", `${path}:1`], ["blame", path], ["coverage"]]) {
      const ran = await run(scene, words);
      expect([words[0], ran.code, ran.err]).toEqual([words[0], 0, ""]);
      expect(ran.out).not.toMatch(/\bAI\b|agents/);
    }
  });
});
