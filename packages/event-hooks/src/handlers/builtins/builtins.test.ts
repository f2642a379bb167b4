import { ProblemError, problem } from "@intentgate/documents";
import type { Store } from "@intentgate/sidecar";
import { NO_LIST } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import {
  approval,
  draftFor,
  manualClock,
  phase,
  sampleIntentsText,
  sampleParse,
} from "../../../../../test/support/sidecar/contract-samples.ts";
import { createMemoryStore } from "../../../../../test/support/sidecar/memory-store.ts";
import { readResult } from "../../declared/read-result.ts";
import { createRunHandler } from "../../run/run-handler.ts";
import type { HandlerAnswer } from "../handler.ts";
import type { BuiltinPorts } from "./builtin.ts";

const at = "2026-02-18T12:00:00.000Z";

function memory(): Store {
  return createMemoryStore({ clock: manualClock().now, parse: sampleParse, intentsText: sampleIntentsText });
}

async function run(command: string, ports: Partial<BuiltinPorts> = {}, input?: string): Promise<HandlerAnswer> {
  const whole = {
    store: memory(),
    rules: () => ({ ok: true as const, value: null }),
    untrustedHooks: () => [],
    ...ports,
  };
  const event = { event_type: "SessionStart", session_id: "s1", timestamp: at };
  return createRunHandler({ environment: {}, builtins: whole, contain: async () => ({ ok: false, why: "no box" }) })({
    root: "/nowhere",
    handler: { kind: "builtin", command, timeout_ms: 1_000, files: [] },
    input: input ?? JSON.stringify(event),
    environment: {},
    contained: null,
  });
}

/** As the layer above reads it. */
async function resultOf(command: string, ports: Partial<BuiltinPorts> = {}) {
  const answer = await run(command, ports);
  if (answer.kind === "failed") throw new Error(answer.message);
  const read = readResult(answer.stdout);
  if (!read.ok) throw new Error(read.why);
  expect(read.warnings).toEqual([]);
  expect(read.malformed).toEqual([]);
  return read.result;
}

describe("a builtin", () => {
  it.each(["session_sumary", "toString", "", "__proto__"])("named %j is missing", async (command) => {
    const answer = await run(command);
    expect(answer).toMatchObject({ kind: "failed", why: "missing" });
    expect(answer.kind === "failed" && answer.message).toMatch(/session_summary/);
  });

  it("that meets a bug or an event that is none fails, and does not throw", async () => {
    const bug = () => {
      throw new TypeError("a bug");
    };
    expect(await run("session_health_check", { rules: bug })).toMatchObject({ kind: "failed", why: "broken" });
    expect(await run("session_summary", {}, "nonsense")).toMatchObject({ kind: "failed", why: "broken" });
  });
});

describe("session_health_check", () => {
  const messages = async (ports: Partial<BuiltinPorts>) =>
    (await resultOf("session_health_check", ports)).messages_to_user;

  it("says nothing to people where all is well", async () => {
    const store = memory();
    for (let number = 1; number <= 150; number++) await store.ledger.append(`s${number % 3}`, draftFor(number));
    const result = await resultOf("session_health_check", { store });
    expect(result.messages_to_user).toEqual([]);
    expect(result.logs).toEqual([{ level: "info", message: "The gate is in order." }]);
  });

  it("tells what cannot be read, with its remedy", async () => {
    const wrong = problem("BAD_INTENTS", "unknown key", "Mend it.", { file: "active_intents.yaml", line: 7 });
    const [message] = await messages({ rules: () => ({ ok: false, problems: [wrong] }) });
    expect(message).toMatch(/BAD_INTENTS.*active_intents\.yaml:7.*unknown key.*Mend it\./);
  });

  it("goes on where one of its looks fails", async () => {
    const store = memory();
    const unreadable = () => {
      throw new ProblemError([problem("CANNOT_READ", "cannot read the ledger", "Look at it.")]);
    };
    const told = await messages({
      store: { ...store, ledger: { ...store.ledger, newest: unreadable } },
      untrustedHooks: () => ["one"],
    });
    expect(told).toEqual([expect.stringMatching(/cannot read the ledger/), expect.stringMatching(/one.*hooks trust/)]);
  });

  it("counts approvals that wait, and not those that were answered", async () => {
    const store = memory();
    store.approvals.open(approval("open-1"));
    store.approvals.open(approval("open-2"));
    store.approvals.open(approval("open-3"));
    store.approvals.answer("open-3", { answer: "once", by: "p", at });
    expect(await messages({ store })).toEqual([expect.stringMatching(/^2 approvals wait .*intentgate approvals/)]);
  });

  it("names some of the hooks that nobody trusted, harmlessly", async () => {
    const ids = ["a", "b\u001b[2J", "c", "d", "e", "f", "g"];
    const [message] = await messages({ untrustedHooks: () => ids });
    expect(message).toMatch(/: a, b\[2J, c, d, e and 2 more\./);
  });

  it("sees a journal that something else wrote to", async () => {
    const store = memory();
    const damaged = { ...store.sessions, read: () => ({ ...store.sessions.read("s1"), damaged: 2 }) };
    expect(await messages({ store: { ...store, sessions: damaged } })).toEqual([expect.stringMatching(/^2 lines/)]);
  });

  describe("finds a ledger that is not what was written", () => {
    type Records = ReturnType<Store["ledger"]["newest"]>;
    async function changed(change: (records: Records) => Records, heads: Store["ledger"]["heads"] | null = null) {
      const store = memory();
      for (const number of [1, 2, 3]) await store.ledger.append("s1", draftFor(number));
      const ledger = { ...store.ledger, newest: (count: number) => change(store.ledger.newest(count)) };
      const listedEnds = () => ({ ...NO_LIST, heads: (heads ?? store.ledger.heads)() });
      return messages({ store: { ...store, ledger: { ...ledger, listedEnds } } });
    }

    it.each<[string, (records: Records) => Records, RegExp]>([
      [
        "a word was changed",
        (all) => all.map((one, at) => (at === 1 ? { ...one, description: "x" } : one)),
        /id-2 was changed/,
      ],
      ["one is gone", (all) => all.filter((_, at) => at !== 1), /id-3 does not follow/],
      ["two changed places", ([a, b, c]) => [a, c, b] as Records, /does not follow/],
      ["the last is gone", (all) => all.slice(0, -1), /the end of session s1 is missing/],
      ["all are gone", () => [], /the end of session s1 is missing/],
    ])("%s", async (_how, change, message) => {
      expect(await changed(change)).toEqual([expect.stringMatching(message)]);
    });

    it("and not one that grew meanwhile, or holds odd characters", async () => {
      expect(await changed((all) => all)).toEqual([]);
      expect(
        await changed(
          (all) => all,
          () => [],
        ),
      ).toEqual([]);
      const store = memory();
      await store.ledger.append("s1", { ...draftFor(1), description: "a\u2028b\ufffd" });
      expect(await messages({ store })).toEqual([]);
    });
  });
});

describe("session_summary", () => {
  const messages = async (store: Store) => (await resultOf("session_summary", { store })).messages_to_user;
  const change = (path: string, kind: "created" | "modified" | "deleted" | "renamed", from?: string) => ({
    relative_path: path,
    change: kind,
    ...(from === undefined ? {} : { renamed_from: from }),
    conversations: [],
  });

  it("has nothing to tell people of a session that changed nothing", async () => {
    const store = memory();
    await store.ledger.append("other", draftFor(1));
    const result = await resultOf("session_summary", { store });
    expect(result.messages_to_user).toEqual([]);
    expect(result.logs).toEqual([{ level: "info", message: "This session changed nothing through the gate." }]);
  });

  it("tells what became of each file, by intent", async () => {
    const store = memory();
    const append = (number: number, files: ReturnType<typeof change>[], intent = "INT-001") =>
      store.ledger.append("s1", { ...draftFor(number, intent), files });
    await append(1, [change("a.ts", "created"), change("b.ts", "modified")]);
    await append(2, [change("a.ts", "modified"), change("c.ts", "deleted")]);
    await append(3, [change("e.ts", "renamed", "b.ts")]);
    await append(4, [change("x\u001b[2J.md", "modified")], "INT-002");
    await store.ledger.append("other", { ...draftFor(5), files: [change("other.ts", "modified")] });
    expect(await messages(store)).toEqual([
      "INT-001: changed 3 files: a.ts (created), c.ts (deleted), e.ts (renamed).",
      "INT-002: changed 1 file: x[2J.md.",
    ]);
  });

  it("keeps a long list short, and says so where the beginning was not read", async () => {
    const store = memory();
    const files = Array.from({ length: 20 }, (_, at) => change(`f${at}.ts`, "modified"));
    await store.ledger.append("s1", draftFor(1));
    await store.ledger.append("s1", { ...draftFor(2), files });
    const ledger = { ...store.ledger, newest: (count: number) => store.ledger.newest(count).slice(1) };
    const [message] = await messages({ ...store, ledger });
    expect(message).toMatch(/^INT-001: changed at least 20 files: f0\.ts, .*f7\.ts and 12 more\.$/);
  });

  it("counts refusals once a call, most frequent first, and only its own", async () => {
    const store = memory();
    const no = (invocationId: string, code: string, session = "s1") =>
      store.decisions.append([{ ...phase(invocationId, "pre"), session, decision: "deny", code }]);
    no("1", "SCOPE_VIOLATION");
    no("2", "SCOPE_VIOLATION");
    no("2", "SCOPE_VIOLATION");
    no("3", "STALE_FILE");
    no("4", "STALE_FILE", "other");
    store.decisions.append([{ ...phase("5", "pre"), session: "s1", decision: "allow" }]);
    expect(await messages(store)).toEqual(["3 calls were refused: SCOPE_VIOLATION 2×, STALE_FILE 1×."]);
  });

  it("tells of calls that failed and of those that have not ended", async () => {
    const store = memory();
    const failed = draftFor(1);
    await store.ledger.append("s1", { ...failed, decision: { ...failed.decision, outcome: "FAILED" } });
    const call = {
      invocationId: "i",
      tool: "write",
      intentId: null,
      pid: 1,
      pidStartedAt: "",
      at,
      before: { "/w/a.ts": null },
      decided: null,
    };
    store.sessions.append("s1", [{ kind: "opened", at, call }]);
    const told = await messages(store);
    expect(told).toContain("1 call changed files and did not end well.");
    expect(told).toContain("Not ended yet: write.");
  });
});
