import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { atTerminal, call, jsonOf, put, run, type Scene, textOf } from "./scene.ts";
import { fromAgent } from "./steps.ts";
import { AUTH, here, kept, policy, state, undo, working, write } from "./undo-scene.ts";

interface Listed {
  kinds: { kind: string; places: string[]; files: number; bytes: number; may_be_deleted: boolean }[];
}

const listed = async (scene: Scene) => jsonOf<Listed>(await run(scene, ["storage", "--json"])).kinds;
const kindOf = async (scene: Scene, name: string) => (await listed(scene)).find(({ kind }) => kind === name);
const person = (scene: Scene, ...words: string[]) => atTerminal(scene, ["storage", "delete", ...words]).done;

async function worked(): Promise<Scene> {
  const scene = await working({ policy });
  await write(scene, AUTH, "2\n");
  return scene;
}

it("says of every kind where it lies, how much it is and how long it is kept", async () => {
  const scene = await worked();
  const kinds = await listed(scene);
  const some = kinds.filter(({ bytes }) => bytes > 0).map(({ kind }) => kind);
  expect(some).toEqual(expect.arrayContaining(["kept-bytes", "decisions", "sessions", "ledger", "authored"]));
  expect(kinds.filter((one) => !one.may_be_deleted).map(({ kind }) => kind)).toEqual(["ledger", "authored"]);
  expect((await kindOf(scene, "kept-bytes"))?.places[0]).toBe(join(state(scene), "kept"));
  const { out } = await run(scene, ["storage"]);
  expect(out).toContain("7 days, up to limits.before_cache_mb");
  expect(out).not.toContain("export const token");
});

it("kept bytes are deleted after a yes; then a call cannot be undone beyond what git has", async () => {
  const scene = await worked();
  put(scene.repo, "src/auth/own.ts", "only here\n");
  await write(scene, "src/auth/own.ts", "changed\n");
  const terminal = atTerminal(scene, ["storage", "delete", "kept-bytes"]);
  await terminal.sees("? Then calls made so far can be undone only as far as git has the bytes. [y/N]");
  terminal.type("y\n");
  expect((await terminal.done).code).toBe(0);
  expect(kept(scene)).toEqual([]);
  expect((await undo(scene, "--last")).left).toMatchObject([{ why: expect.stringContaining("kept no longer") }]);
  const { decisions } = jsonOf<{ decisions: { tool: string; outcome: string }[] }>(
    await run(scene, ["decisions", "--json"]),
  );
  expect(decisions).toContainEqual(expect.objectContaining({ tool: "storage", outcome: "deleted" }));
});

it.each(["n\n", "\n", "sure\n", "\u0003", "\u0004"])("%j deletes nothing", async (keys) => {
  const scene = await worked();
  const terminal = atTerminal(scene, ["storage", "delete", "kept-bytes"]);
  await terminal.sees("[y/N]");
  terminal.type(keys);
  expect((await terminal.done).code).toBe(1);
  expect(kept(scene)).not.toEqual([]);
});

it.each(["quarantine", "runs", "requests", "index", "caches", "decisions", "sessions", "transcripts"])(
  "%s may go, and the gate works on",
  async (kind) => {
    const scene = await worked();
    await run(scene, ["why", `${AUTH}:1`]);
    expect(await person(scene, kind, "--yes")).toMatchObject({ code: 0 });
    expect((await kindOf(scene, kind))?.files).toBe(kind === "decisions" ? 1 : 0);
    expect(await call(scene, "select_active_intent", { intent_id: "INT-001" })).toMatchObject({ decision: "allow" });
    await call(scene, "read_file", { path: AUTH });
    expect(await call(scene, "write_to_file", { path: AUTH, content: "3\n" })).toMatchObject({ decision: "allow" });
    expect((await run(scene, ["trace", "verify"])).code).toBe(0);
  },
);

it.each([
  ["ledger", 1],
  ["authored", 1],
  ["policy", 64],
  ["..", 64],
  ["", 64],
] as const)("%j is not deleted, also with --yes", async (kind, code) => {
  const scene = await worked();
  expect((await person(scene, kind, "--yes")).code).toBe(code);
  expect(textOf(scene, ".orchestration/agent_trace.jsonl")).toContain(AUTH);
  expect(existsSync(here(scene, ".orchestration/active_intents.yaml"))).toBe(true);
});

it("nothing is deleted through a link", async () => {
  const scene = await worked();
  const outside = join(scene.repo, "../outside");
  mkdirSync(join(outside, "index"), { recursive: true });
  writeFileSync(join(outside, "index/mine"), "mine");
  rmSync(here(scene, ".orchestration/cache"), { recursive: true });
  symlinkSync(outside, here(scene, ".orchestration/cache"));
  expect((await person(scene, "index", "--yes")).code).toBe(1);
  expect(existsSync(join(outside, "index/mine"))).toBe(true);
});

it("a session whose call has not ended keeps its journal", async () => {
  const scene = await worked();
  const [name = ""] = readdirSync(here(scene, ".orchestration/sessions"));
  const file = here(scene, `.orchestration/sessions/${name}`);
  const at = new Date().toISOString();
  const open = {
    invocationId: "i",
    at,
    tool: "edit",
    intentId: null,
    pid: process.pid,
    pidStartedAt: "",
    before: { "/x": null },
    decided: null,
  };
  writeFileSync(file, `${JSON.stringify({ kind: "opened", at, call: open })}\n`, { flag: "a" });
  const { code, out } = await person(scene, "sessions", "--yes");
  expect(code, out).toBe(1);
  expect(out).toContain("a call has begun and not ended");
  expect(existsSync(file)).toBe(true);
});

it("deleting needs a person: no agent, and a terminal", async () => {
  const scene = await worked();
  expect((await run(scene, ["storage", "delete", "kept-bytes", "--yes"])).code).toBe(2);
  expect((await fromAgent(scene, "storage", "delete", "kept-bytes", "--yes")).code).toBe(2);
  const called = await call(scene, "execute_command", { command: "intentgate storage delete kept-bytes --yes" });
  expect(called).toMatchObject({ decision: "deny" });
  expect(kept(scene)).not.toEqual([]);
});

it("uninit leaves all of it; --purge empties the state folder, and the ledger goes only after a yes of its own", async () => {
  const scene = await worked();
  const own = state(scene);
  expect((await atTerminal(scene, ["uninit", "--yes", "--forget"]).done).code).toBe(0);
  expect(existsSync(join(own, "kept"))).toBe(true);
  expect((await atTerminal(scene, ["uninit", "--yes", "--purge"]).done).code).toBe(0);
  expect(existsSync(own)).toBe(false);
  expect(textOf(scene, ".orchestration/agent_trace.jsonl")).toContain(AUTH);
  const no = atTerminal(scene, ["uninit", "--purge"]);
  await no.sees("Nothing can bring them back. [y/N]");
  no.type("n\n");
  await no.done;
  expect(existsSync(here(scene, ".orchestration/agent_trace.jsonl"))).toBe(true);
  const yes = atTerminal(scene, ["uninit", "--purge"]);
  await yes.sees("Nothing can bring them back. [y/N]");
  yes.type("y\n");
  expect((await yes.done).code).toBe(0);
  expect(readdirSync(here(scene, ".orchestration")).sort()).toEqual(["active_intents.yaml", "policy.yaml"]);
  expect(textOf(scene, AUTH)).toBe("2\n");
});
