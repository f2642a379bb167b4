import { existsSync, mkdirSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { atTerminal, call, put, run, type Scene, textOf } from "./scene.ts";
import { fromAgent } from "./steps.ts";
import {
  AUTH,
  command,
  FIRST,
  here,
  kept,
  ledger,
  policy,
  state,
  UNASKED,
  undo,
  working,
  write,
} from "./undo-scene.ts";

it("a secret file's bytes are not kept: its change and its creation are left, and that is said", async () => {
  const scene = await working({
    policy: "secret_paths: [src/auth/keys/**]\n",
    files: { "src/auth/keys/a": "s3cret-one\n", ...UNASKED },
  });
  rmSync(here(scene, ".git"), { recursive: true });
  await write(scene, "src/auth/keys/a", "s3cret-two\n");
  await write(scene, "src/auth/keys/new", "s3cret-new\n");
  expect((await undo(scene, "--last")).left).toMatchObject([{ why: expect.stringContaining("it is a secret file") }]);
  const changed = ledger(scene).find((one) => one.files[0].relative_path === "src/auth/keys/a");
  expect((await undo(scene, changed.decision.id)).left).toMatchObject([
    { why: expect.stringContaining("secret file") },
  ]);
  expect(textOf(scene, "src/auth/keys/a")).toBe("s3cret-two\n");
  expect(existsSync(here(scene, "src/auth/keys/new"))).toBe(true);
  const texts = kept(scene).map((name) => textOf({ ...scene, repo: state(scene) }, `kept/${name}`));
  expect(texts.join()).not.toContain("s3cret");
});

it("a file over 50 MB is left, and that is said", async () => {
  const scene = await working({ policy, files: UNASKED });
  writeFileSync(here(scene, "src/auth/large.bin"), Buffer.alloc(50_000_001, "x"));
  await command(scene, "rm src/auth/large.bin");
  const done = await undo(scene, "--last");
  expect(done).toMatchObject({
    code: 1,
    back: [],
    left: [{ path: "src/auth/large.bin", why: expect.stringContaining("50 MB") }],
  });
});

it("bytes that expired are gone, and that is said; what git has is put back all the same", async () => {
  const scene = await working();
  put(scene.repo, "src/auth/untracked.ts", "only here\n");
  const own = await write(scene, "src/auth/untracked.ts", "changed\n");
  await write(scene, AUTH, "2\n");
  const then = new Date(Date.now() - 8 * 86_400_000);
  for (const name of kept(scene)) utimesSync(join(state(scene), "kept", name), then, then);
  expect(await undo(scene, own)).toMatchObject({ code: 1, left: [{ why: expect.stringContaining("kept no longer") }] });
  expect(kept(scene)).toEqual([]);
  expect(await undo(scene, "--last")).toMatchObject({ code: 0, back: [AUTH] });
  expect(textOf(scene, AUTH)).toBe(FIRST);
});

it("what nobody saw being made is not covered by --yes, and is asked about", async () => {
  const commands = 'commands:\n  - run: sh tools/gen.sh\n    writes: ["**"]\n';
  const scene = await working({ policy: commands, files: { "tools/gen.sh": "echo made > src/auth/made.ts\n" } });
  await command(scene, "sh tools/gen.sh");
  const left = await undo(scene, "--last");
  expect(left).toMatchObject({ code: 1, back: [], paths: [{ doubtful: true }] });
  const asked = atTerminal(scene, ["undo", "--last"]);
  await asked.sees("nobody saw who changed it: it may have been a person");
  await asked.sees("[y/N]");
  asked.type("y\n");
  expect(await asked.done).toMatchObject({ code: 0 });
  expect(existsSync(here(scene, "src/auth/made.ts"))).toBe(false);
});

it.each<[string, (scene: Scene) => void, string]>([
  [
    "a folder above that became a link",
    (scene) => {
      mkdirSync(join(scene.repo, "../elsewhere"));
      writeFileSync(join(scene.repo, "../elsewhere/token.ts"), "2\n");
      rmSync(here(scene, "src/auth"), { recursive: true });
      symlinkSync("../../elsewhere", here(scene, "src/auth"));
    },
    "a folder above it is a link",
  ],
  [
    "a link in its place",
    (scene) => {
      writeFileSync(join(scene.repo, "../elsewhere"), "2\n");
      unlinkSync(here(scene, AUTH));
      symlinkSync("../../../elsewhere", here(scene, AUTH));
    },
    "it changed since",
  ],
  [
    "a folder in its place",
    (scene) => {
      unlinkSync(here(scene, AUTH));
      mkdirSync(here(scene, AUTH));
    },
    "a folder stands in its place",
  ],
  ["its deletion", (scene) => unlinkSync(here(scene, AUTH)), "it changed since"],
])("nothing is written over or through %s", async (_what, meddle, why) => {
  const scene = await working();
  await write(scene, AUTH, "2\n");
  meddle(scene);
  const done = await undo(scene, "--last");
  expect(done).toMatchObject({ code: 1, back: [], left: [{ path: AUTH, why: expect.stringContaining(why) }] });
});

it.each([
  ".orchestration/policy.yaml",
  ".git/hooks/pre-commit",
  ".git/description",
  "../outside.ts",
  "src/../../outside.ts",
  "/outside.ts",
  ".claude/settings.json",
])("a record that names %s moves nothing there", async (path) => {
  const scene = await working();
  await write(scene, AUTH, "2\n");
  const [record] = ledger(scene).slice(-1);
  const forged = { ...record, id: "forged-record", decision: { ...record.decision, id: "forged-call" } };
  forged.files = [{ ...record.files[0], relative_path: path, change: "deleted", after_hash: undefined }];
  writeFileSync(here(scene, ".orchestration/agent_trace.jsonl"), `${JSON.stringify(forged)}\n`, { flag: "a" });
  const done = await undo(scene, "forged-call");
  expect(done).toMatchObject({ code: 1, back: [], left: [{ path }] });
  expect(existsSync(join(scene.repo, "../outside.ts"))).toBe(false);
  expect(existsSync(here(scene, ".orchestration/policy.yaml"))).toBe(false);
});

it("it needs a person: no agent, and a terminal", async () => {
  const scene = await working();
  const id = await write(scene, AUTH, "2\n");
  for (const words of [
    ["undo", id],
    ["undo", "--last", "--yes"],
    ["undo", "--intent", "INT-001", "--yes", "--json"],
    ["undo", id, "--dry-run"],
  ])
    expect((await run(scene, words)).code, words.join(" ")).toBe(2);
  expect((await fromAgent(scene, "undo", id, "--yes")).code).toBe(2);
  const called = await call(scene, "execute_command", { command: `intentgate undo ${id} --yes` });
  expect(called).toMatchObject({ decision: "deny" });
  expect(textOf(scene, AUTH)).toBe("2\n");
});

it.each(
  [
    [],
    ["--last", "--intent", "INT-001"],
    ["abcd1234", "--last"],
    ["abcd1234", "ef567890"],
    ["--last", "--dry-run", "--yes"],
    ["--last", "--json"],
  ].map((words) => ({ words })),
)("$words is no way to say it", async ({ words }) => {
  expect((await atTerminal(await working(), ["undo", ...words]).done).code).toBe(64);
});

it.each([["abcd1234"], ["none"], ["a"], ["--intent", "INT-404"], ["--last"]].map((words) => ({ words })))(
  "$words is not there to be undone",
  async ({ words }) => {
    expect((await atTerminal(await working(), ["undo", ...words]).done).code).toBe(1);
  },
);
