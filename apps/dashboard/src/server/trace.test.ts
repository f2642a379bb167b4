import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChainLink, sealRecord, type TraceDraft } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { type Stage, serveHere, until } from "../../../../test/support/dashboard/server-stage.ts";

const day = (number: number) => `2026-02-${String(number).padStart(2, "0")}T00:00:00.000Z`;

function draft(number: number): TraceDraft {
  const path = `src/${number % 2 === 0 ? "even" : "odd"}/file-${number}.ts`;
  return {
    id: `record-${number}`,
    timestamp: day(number + 1),
    intent_id: number % 5 === 0 ? "none" : `INT-00${(number % 2) + 1}`,
    mutation_class: number % 2 === 0 ? "AST_REFACTOR" : "INTENT_EVOLUTION",
    description: `edit ${path} <b>`,
    vcs: { revision_id: "unknown" },
    files: [
      {
        relative_path: path,
        change: "modified",
        conversations: [
          {
            url: `s${number % 3}`,
            contributor: { entity_type: "AI", model_identifier: "acme/model-1" },
            ranges: [],
            related: [],
          },
        ],
      },
    ],
    decision: { id: `d-${number}`, tool: "edit", approval: "none", outcome: "OK" },
  };
}

/** Twenty records, one a day. */
async function told(): Promise<Stage & { ledger: string }> {
  const stage = await serveHere();
  const last = new Map<string, ChainLink>();
  const lines = Array.from({ length: 20 }, (_, number) => {
    const session = `s${number % 3}`;
    const { record, line } = sealRecord(draft(number), last.get(session) ?? null, session);
    last.set(session, record.integrity);
    return line;
  });
  const ledger = join(stage.root, ".orchestration/agent_trace.jsonl");
  writeFileSync(ledger, `${lines.join("\n")}\n`);
  return { ...stage, ledger };
}

const idsOf = (json: { items: { id: string }[] }) => json.items.map((one) => Number(one.id.slice(7)));

describe("records", () => {
  it("come newest first, in windows that stay where they are while others are recorded", async () => {
    const { get, ledger } = await told();
    const first = (await get("/api/trace?count=5")).json;
    expect([idsOf(first), first.total, first.as_of]).toEqual([[19, 18, 17, 16, 15], 20, 20]);
    appendFileSync(ledger, `${sealRecord(draft(20), null, "other").line}\n`);
    expect(idsOf((await get("/api/trace?count=3&from=5&as_of=20")).json)).toEqual([14, 13, 12]);
    const now = (await get("/api/trace?count=2")).json;
    expect([idsOf(now), now.total]).toEqual([[20, 19], 21]);
    expect(idsOf((await get("/api/trace?from=20&count=10")).json)).toEqual([0]);
    expect((await get("/api/trace?from=99")).json.items).toEqual([]);
  });

  it.each([
    ["intent=INT-002", 8],
    ["intent=none", 4],
    ["intent=INT-9", 0],
    ["class=AST_REFACTOR", 10],
    ["session=s1", 7],
    ["model=model-1", 20],
    ["model=acme/model-1", 20],
    ["model=other", 0],
    ["path=src/even", 10],
    ["path=src/ev", 0],
    ["path=src/odd/file-3.ts", 1],
    [`since=${day(11)}`, 10],
    [`until=${day(11)}`, 10],
    [`since=${day(11)}&until=${day(13)}&class=INTENT_EVOLUTION`, 1],
    ["intent=none&path=src/even", 2],
  ])("that fit %s are %i", async (query, total) => {
    const { get } = await told();
    expect((await get(`/api/trace?${query}`)).json.total).toBe(total);
    expect((await get(`/api/trace/timeline?${query}`)).json.total).toBe(total);
  });

  it.each([
    "from=-1",
    "from=x",
    "count=0",
    "count=501",
    "count=5&count=6",
    "class=OTHER",
    "since=yesterday",
    "since=2026-02-16",
    "until=2026-99-99T00:00:00Z",
    "as_of=1.5",
    `path=${"x".repeat(5_000)}`,
  ])("are not asked for by %s", async (query) => {
    const { get } = await serveHere();
    const answer = await get(`/api/trace?${query}`);
    expect([answer.status, answer.json.problems[0].code]).toEqual([400, "BAD_INPUT"]);
  });

  it("are counted over time by intent and class, and each once", async () => {
    const { get } = await told();
    const line = (await get("/api/trace/timeline?buckets=10")).json;
    expect(line.buckets).toHaveLength(10);
    const sum = line.series
      .flatMap((one: { counts: number[] }) => one.counts)
      .reduce((a: number, b: number) => a + b, 0);
    expect([sum, line.total]).toEqual([20, 20]);
    expect(line.series.map((one: { intent_id: string | null }) => one.intent_id)).toContain(null);
    const facets = (await get("/api/trace/facets")).json;
    expect(facets.intents[0].count).toBe(8);
    expect((await get("/api/trace/timeline?buckets=9")).status).toBe(400);
  });
});

describe("the chain", () => {
  it("is looked at unasked while it is short, and what was changed in it is found when asked again", async () => {
    const { get, send, call, root } = await serveHere({ files: { "src/a.ts": "one\n" } });
    await call("select_active_intent", { intent_id: "INT-001" });
    for (const name of ["b", "c", "d"]) await call("write_to_file", { path: `src/${name}.ts`, content: "x\n" });
    const settled = () =>
      until(async () => {
        const { json } = await get("/api/trace/chain");
        return json.state !== "running" && json.state !== "unchecked" && json;
      });
    expect(await settled()).toMatchObject({ state: "sound", records: 3, findings: [] });
    await call("write_to_file", { path: "src/e.ts", content: "x\n" });
    expect((await get("/api/trace/chain")).json.state).toBe("stale");
    const ledger = join(root, ".orchestration/agent_trace.jsonl");
    writeFileSync(ledger, readFileSync(ledger, "utf8").replace("src/c.ts", "src/x.ts"));
    await send("POST", "/api/trace/chain/verify", {});
    const found = await settled();
    expect([found.state, found.findings[0]]).toEqual([
      "unsound",
      expect.objectContaining({ alarm: true, place: "agent_trace.jsonl line 2" }),
    ]);
    const record = (await get("/api/trace/records/1")).json;
    expect(record.seal).toBe("broken");
  });
});

describe("the map", () => {
  it("leads from intents to files, also to those that are gone", async () => {
    const { get, call } = await serveHere({ files: { "src/a.ts": "one\n" } });
    await call("select_active_intent", { intent_id: "INT-001" });
    await call("write_to_file", { path: "src/new.ts", content: "export function made() {}\n" });
    const { intents } = (await get("/api/map")).json;
    expect(intents).toMatchObject([{ id: "INT-001", files: [{ path: "src/new.ts", exists: true, count: 1 }] }]);
    expect((await get("/api/map?intent=INT-9")).json).toEqual({ intents: [], more_intents: 0 });
    expect((await get("/api/map?files=0")).status).toBe(400);
  });
});
