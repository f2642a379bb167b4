import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { call, jsonOf, makeScene, put, run, type Scene, textOf } from "./scene.ts";

const path = "src/auth/login.ts";
const line = (word: string) => `export const ${word} = make(${word}Value);`;
const text = (...words: string[]) => words.map((word) => `${line(word)}\n`).join("");

function git(scene: Scene, ...words: string[]): string {
  const name = scene.env.GIT_NAME ?? "Ann";
  const identity = [
    "-c",
    `user.name=${name}`,
    "-c",
    `user.email=${name}@example.invalid`,
    "-c",
    "commit.gpgsign=false",
  ];
  const done = spawnSync("git", [...identity, ...words], { cwd: scene.repo, env: scene.env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stdout}${done.stderr}`);
  return done.stdout;
}

async function commitAll(scene: Scene, message: string): Promise<void> {
  expect((await run(scene, ["trace", "share"])).code).toBe(0);
  git(scene, "add", "-A");
  git(scene, "commit", "-q", "-m", message);
}

async function write(scene: Scene, file: string, content: string, session: string): Promise<void> {
  await call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
  await call(scene, "read_file", { path: file }, session);
  const written = await call(scene, "write_to_file", { path: file, content }, session);
  expect(written.decision, JSON.stringify(written)).toBe("allow");
}

/** Somebody else's machine: a home of its own, a clone of the repository, nothing of Ann's state. */
function cloneOf(scene: Scene, name: string): Scene {
  const folder = join(dirname(scene.repo), name);
  const env = { ...scene.env, HOME: join(folder, "home"), XDG_STATE_HOME: join(folder, "state"), GIT_NAME: name };
  mkdirSync(env.HOME, { recursive: true });
  git(scene, "clone", "-q", scene.repo, join(folder, "repo"));
  return { repo: join(folder, "repo"), env };
}

interface Why {
  credit: string;
  record: { session: string; shared_in: string | null; intent: { id: string }; model: string };
  git?: { author: string; summary: string } | null;
}
const why = async (scene: Scene, at: string) => jsonOf<Why>(await run(scene, ["why", at, "--json"]));
const sessions = async (scene: Scene, file = path) =>
  jsonOf<{ lines: { credit: string; session?: string }[] }>(await run(scene, ["blame", file, "--json"])).lines.map(
    (one) => one.session ?? one.credit,
  );
const lineCounts = async (scene: Scene) =>
  jsonOf<{ by_entity: object; by_intent: object }>(await run(scene, ["coverage", "src", "--json"]));
const impact = async (scene: Scene) =>
  jsonOf<{ records: number; written_lines: number; present_lines: number }>(
    await run(scene, ["impact", "INT-001", "--json"]),
  );

/** Ann works under an intent, shares, and commits. */
async function annShares(): Promise<Scene> {
  const ann = makeScene();
  expect((await run(ann, ["init", "--yes"])).code).toBe(0);
  await write(ann, path, text("one", "two", "three"), "ann-1");
  await commitAll(ann, "login");
  return ann;
}

it("why, blame, impact and coverage answer in a fresh clone, before anything was done there", async () => {
  const ann = await annShares();
  const ben = cloneOf(ann, "Ben");
  expect(await why(ben, `${path}:2`)).toMatchObject({
    credit: "record",
    record: { session: "ann-1", intent: { id: "INT-001" }, shared_in: expect.stringMatching(/^ledger\/ann-1-/) },
  });
  expect((await run(ben, ["why", `${path}:2`])).out).toContain("shared in    .orchestration/ledger/ann-1-");
  expect((await why(ann, `${path}:2`)).record.shared_in).toBeNull();
  expect(await sessions(ben)).toEqual(["ann-1", "ann-1", "ann-1"]);
  for (const ask of [impact, lineCounts]) expect(await ask(ben)).toEqual(await ask(ann));
  expect(await impact(ben)).toMatchObject({ records: 1, written_lines: 3, present_lines: 3 });
});

it("two clones merge what they recorded without conflict, and count every record once", async () => {
  const ann = await annShares();
  const ben = cloneOf(ann, "Ben");
  expect((await run(ben, ["init", "--yes"])).code).toBe(0);
  git(ann, "checkout", "-q", "-b", "ann");
  git(ben, "checkout", "-q", "-b", "ben");
  // Ben edits what Ann wrote, then a person does; Ann works on another file meanwhile, under the same session's name.
  await write(ben, path, text("one", "bens", "two", "three"), "ben-1");
  put(ben.repo, path, text("one", "bens", "persons", "two", "three"));
  await write(ben, path, text("one", "bens", "persons", "two", "three", "last"), "ben-1");
  await commitAll(ben, "ben's");
  await write(ann, "src/auth/other.ts", text("four", "five"), "ann-1");
  await commitAll(ann, "ann's");
  git(ann, "fetch", "-q", ben.repo, "ben");
  git(ann, "merge", "-q", "-m", "merge", "FETCH_HEAD");
  git(ben, "fetch", "-q", ann.repo, "ann");
  git(ben, "merge", "-q", "FETCH_HEAD");
  expect(textOf(ann, path)).toBe(textOf(ben, path));
  for (const scene of [ann, ben]) {
    expect(git(scene, "status", "--short")).toBe("");
    const blamed = jsonOf<{ lines: { session?: string; entity_type?: string }[] }>(
      await run(scene, ["blame", path, "--json"]),
    ).lines;
    expect(blamed.map((one) => `${one.entity_type} ${one.session}`)).toEqual([
      "AI ann-1",
      "AI ben-1",
      "HUMAN ben-1",
      "AI ann-1",
      "AI ann-1",
      "AI ben-1",
    ]);
    expect(await sessions(scene, "src/auth/other.ts")).toEqual(["ann-1", "ann-1"]);
    const { records } = jsonOf<{ records: { id: string }[] }>(await run(scene, ["trace", "log", "--json"]));
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(records).toHaveLength(5); // Ann two, Ben two and a person one between them
    expect((await run(scene, ["trace", "verify"])).code).toBe(0);
  }
  expect(await impact(ann)).toEqual(await impact(ben));
  expect(await lineCounts(ann)).toEqual(await lineCounts(ben));
  // A third clone that has neither ledger.
  const carl = cloneOf(ann, "Carl");
  expect(await sessions(carl)).toEqual(await sessions(ann));
}, 180_000);

it("a segment that was changed is named, left out and not believed; git is asked instead", async () => {
  const ann = await annShares();
  const ben = cloneOf(ann, "Ben");
  expect((await why(ben, `${path}:1`)).credit).toBe("record"); // and kept in the index
  const folder = join(ben.repo, ".orchestration/ledger");
  const name = readdirSync(folder).find((one) => one.endsWith(".jsonl")) as string;
  const sound = readFileSync(join(folder, name), "utf8");
  writeFileSync(join(folder, name), sound.replace('"intent_id":"INT-001"', '"intent_id":"INT-002"'));
  for (const words of [
    ["why", `${path}:1`],
    ["blame", path],
    ["coverage"],
    ["impact", "INT-002"],
    ["trace", "log"],
    ["trace", "export", "--format", "agent-trace"],
  ]) {
    const ran = await run(ben, words);
    expect(ran.err, words.join(" ")).toContain(`${name} is not believed and left out: line 2: the line was changed`);
    expect(ran.out).not.toContain("ann-1");
  }
  const page = await run(ben, ["why", `${path}:1`]);
  expect(page.out).toContain("No record wrote it");
  expect(page.out).toMatch(/git says +Ann, 20/);
  expect(page.out).toContain("That is git's word, not the ledger's");
  expect((await why(ben, `${path}:1`)).git).toMatchObject({ author: "Ann", summary: "login" });
  writeFileSync(join(folder, name), sound);
  expect((await why(ben, `${path}:1`)).credit).toBe("record");
});

it("what others shared is never told to a model on its own, nor does it decide", async () => {
  const ann = await annShares();
  const ben = cloneOf(ann, "Ben");
  expect((await run(ben, ["init", "--yes"])).code).toBe(0);
  const taken = await call(ben, "select_active_intent", { intent_id: "INT-001" }, "ben-1");
  expect(JSON.stringify(taken)).not.toContain("login.ts");
});
