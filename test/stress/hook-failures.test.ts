import { existsSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { verifyLedger } from "@intentgate/trace";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { binary, bundle, type Ended, type Planted, plantRoot, put, runNode } from "../planted-root.ts";
import { tempFolder } from "../support/temp-folder.ts";

const intents = `active_intents:
  - id: INT-001
    name: Hooks that fail
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

/** A process that never answers is ended from outside, as its host would. */
const endOf = (does: string) => (does === "loops for ever" ? { lastWords: "hook reached" } : {});

const home = tempFolder("hooks");
let program: string;
let place: Planted;
beforeAll(async () => {
  program = await bundle(new URL("embedding-program.ts", import.meta.url), home);
});
beforeEach(() => {
  place = plantRoot({ intents });
});
afterEach(() => place.clear());

const wasWritten = () => existsSync(join(place.root, "src/new.ts"));
const embedded = (phase: "pre" | "post", does: string, critical = "critical") =>
  runNode([program, place.root, place.stateDir, phase, does, critical], { env: place.env, ...endOf(does) });
const answerOf = ({ out }: Ended) => {
  const lines = out.trim().split("\n");
  expect(lines[0]).toBe("hook reached");
  return lines[1] === undefined ? null : (JSON.parse(lines[1]) as Record<string, unknown>);
};

/** Whatever happened, the next process finds everything in order and the ledger complete. */
async function expectSoundAfterwards(records: number): Promise<void> {
  const workspace = openWorkspace(place.root, { stateDir: place.stateDir });
  const session = { id: "embedded" };
  const next = { tool: "write_to_file", input: { path: "src/next.ts", content: "x\n" }, session };
  expect(await workspace.run(next)).toMatchObject({ decision: "allow", failed: false, warnings: [] });
  const { ledger } = workspace.home.store;
  const check = await verifyLedger(ledger.placedLines(), ledger.heads());
  expect(check).toMatchObject({ records: records + 1, findings: [] });
}

describe("a critical pre-hook of an embedding program", () => {
  const saysNo = ["throws", "throws nothing", "rejects later", "hangs", "hangs busily", "answers yes", "answers true"];
  const saysNoToo = ["answers null", "answers 0", "answers a list", "answers nothing known", "answers allow 1"];
  const saysNoAsWell = ["answers an empty object", "answers a question without words"];

  it.each([...saysNo, ...saysNoToo, ...saysNoAsWell])("that %s is a refusal with its name", async (does) => {
    const ended = await embedded("pre", does);
    expect(ended.code).toBe(2);
    expect(answerOf(ended)).toMatchObject({ decision: "deny", code: "HOOK_ERROR", meta: { hook_name: "ours" } });
    expect(wasWritten()).toBe(false);
  });

  it.each([
    ["exits with 0", 0, null],
    ["exits with 1", 1, null],
    ["aborts", null, "SIGABRT"],
    ["loops for ever", null, "SIGKILL"],
  ])("that %s leaves no answer, nothing executed, and a workspace in order", async (does, code, signal) => {
    const ended = await embedded("pre", does);
    expect(ended).toMatchObject({ code, signal });
    expect(answerOf(ended)).toBeNull();
    expect(wasWritten()).toBe(false);
    await expectSoundAfterwards(0);
  });
});

describe("a pre-hook that is not critical", () => {
  it.each(["throws", "hangs", "answers yes"])("and %s is passed over: the call goes on", async (does) => {
    const ended = await embedded("pre", does, "not critical");
    expect(answerOf(ended)).toMatchObject({ decision: "allow", failed: false });
    expect(wasWritten()).toBe(true);
  });

  it("and ends the process still leaves nothing executed", async () => {
    const ended = await embedded("pre", "exits with 0", "not critical");
    expect(answerOf(ended)).toBeNull();
    expect(wasWritten()).toBe(false);
  });
});

describe("a post-hook of an embedding program", () => {
  it.each(["throws", "throws nothing", "rejects later", "hangs", "hangs busily"])(
    "that %s is a warning and undoes nothing",
    async (does) => {
      const ended = await embedded("post", does);
      const answer = answerOf(ended);
      expect(answer).toMatchObject({ decision: "allow", failed: false, warnings: [{ hook_name: "ours" }] });
      expect(wasWritten()).toBe(true);
      await expectSoundAfterwards(1);
    },
  );

  it.each([
    ["exits with 0", 0, null],
    ["exits with 1", 1, null],
    ["aborts", null, "SIGABRT"],
    ["loops for ever", null, "SIGKILL"],
  ])("that %s takes the answer away, not the record of what was done", async (does, code, signal) => {
    const ended = await embedded("post", does);
    expect(ended).toMatchObject({ code, signal });
    expect(answerOf(ended)).toBeNull();
    expect(wasWritten()).toBe(true);
    await expectSoundAfterwards(1);
  });
});

/**
 * The command line program has no hooks of others yet, so the failure is put into what its own hooks do: reading the
 * intents (before the call) and opening the ledger for writing (after it).
 */
const sabotage = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const does = {
  throws() { throw new Error("bang"); },
  "throws nothing"() { throw undefined; },
  "throws a text"() { throw "bang"; },
  "exits with 0"() { process.exit(0); },
  "exits with 1"() { process.exit(1); },
  "sets the exit code and leaves"() { process.exitCode = 0; process.exit(); },
  aborts() { process.abort(); },
  "loops for ever"() { fs.writeSync(2, "hook reached"); for (;;); },
}[process.env.SABOTAGE_DOES];
const reads = (how) => how === undefined || how === "r" || (typeof how === "number" && (how & 3) === 0);
const real = fs.openSync;
fs.openSync = (path, how, ...rest) => {
  const isMeant = String(path).endsWith(process.env.SABOTAGE_AT) && reads(how) === (process.env.SABOTAGE_WHEN === "read");
  return isMeant ? does() : real(path, how, ...rest);
};
syncBuiltinESMExports();
`;

describe("intentgate call", () => {
  const preload = join(home, "sabotage.mjs");
  beforeAll(() => put(home, "sabotage.mjs", sabotage));
  const call = (tool: string, input: object, env: Record<string, string> = {}) =>
    runNode([...(env.SABOTAGE_DOES ? ["--import", preload] : []), binary, "call"], {
      env: { ...place.env, ...env },
      cwd: place.root,
      input: JSON.stringify({ tool, input, session: "s1" }),
      ...endOf(env.SABOTAGE_DOES ?? ""),
    });
  const write = (does: string, at: string, when: "read" | "write") => {
    const env = { SABOTAGE_DOES: does, SABOTAGE_AT: at, SABOTAGE_WHEN: when };
    return call("write_to_file", { path: "src/new.ts", content: "x\n" }, env);
  };
  beforeEach(async () => {
    const taken = await call("select_active_intent", { intent_id: "INT-001" });
    expect(taken).toMatchObject({ code: 0, out: expect.stringContaining('"decision":"allow"') });
  });

  it("says allow and 0 where nothing fails", async () => {
    const ended = await write("", "nothing at all", "read");
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('"decision":"allow"') });
    expect(wasWritten()).toBe(true);
  });

  const modes = ["throws", "throws nothing", "throws a text", "exits with 0", "exits with 1"];
  it.each([...modes, "sets the exit code and leaves"])("denies with exit code 2 where a check %s", async (does) => {
    const ended = await write(does, "active_intents.yaml", "read");
    expect(ended.code).toBe(2);
    expect(JSON.parse(ended.out)).toMatchObject({ decision: "deny", code: "HOOK_ERROR" });
    expect(wasWritten()).toBe(false);
  });

  it.each(["aborts", "loops for ever"])("prints nothing and does nothing where a check %s", async (does) => {
    const ended = await write(does, "active_intents.yaml", "read");
    expect(ended.code).toBeNull();
    expect(ended.out).toBe("");
    expect(wasWritten()).toBe(false);
  });

  it.each(["exits with 0", "exits with 1", "aborts", "loops for ever"])(
    "does not say allow where recording %s, and the next call records what was done",
    async (does) => {
      const ended = await write(does, "agent_trace.jsonl", "write");
      expect(ended.code).not.toBe(0);
      expect(ended.out).not.toContain("allow");
      expect(ended.out).not.toContain("Nothing was changed");
      expect(wasWritten()).toBe(true);
      const next = await call("write_to_file", { path: "src/next.ts", content: "x\n" });
      expect(next.code).toBe(0);
      const { ledger } = openWorkspace(place.root, { stateDir: place.stateDir }).home.store;
      const files = ledger.newest(9).flatMap((record) => record.files.map((file) => file.relative_path));
      expect(files).toEqual(["src/new.ts", "src/next.ts"]);
      expect((await verifyLedger(ledger.placedLines(), ledger.heads())).findings).toEqual([]);
    },
  );

  it("says that it was done, with a warning, where recording throws; it is recorded later", async () => {
    const ended = await write("throws", "agent_trace.jsonl", "write");
    expect(JSON.parse(ended.out)).toMatchObject({ decision: "allow", warnings: [{ meta: { hook_name: "trace" } }] });
    expect((await call("write_to_file", { path: "src/next.ts", content: "x\n" })).code).toBe(0);
    const { ledger } = openWorkspace(place.root, { stateDir: place.stateDir }).home.store;
    expect(ledger.newest(9).map((record) => record.files[0]?.relative_path)).toEqual(["src/new.ts", "src/next.ts"]);
  });
});
