import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Plan, type Stage, serveHere, until } from "../../../../test/support/dashboard/server-stage.ts";
import type { WaitingApproval } from "../api/now.ts";

const strict: Plan = {
  policy: "approval: { mode: strict, timeout_s: 30 }\n",
  files: { "src/a.ts": "one\n", "lib/b.ts": "two\n" },
};
const content = "one\ntwo <script>alert(1)</script>\n";

async function waiting(stage: Stage, count = 1): Promise<WaitingApproval> {
  return until(async () => {
    const { approvals } = (await stage.get("/api/now")).json;
    return approvals.length >= count && approvals[0];
  });
}

/** Somebody looks, so that calls wait for them. */
async function startAt(plan: Plan): Promise<Stage> {
  const stage = await serveHere(plan);
  await stage.get("/api/now");
  await stage.call("select_active_intent", { intent_id: "INT-001" });
  return stage;
}

async function write(stage: Stage, path = "src/a.ts") {
  await stage.call("read_file", { path });
  return stage.call("write_to_file", { path, content });
}

describe("a call that asks", () => {
  it("waits for the page, which shows what was computed, and passes once after a yes", async () => {
    const stage = await startAt(strict);
    const written = write(stage);
    const asked = await waiting(stage);
    expect(asked).toMatchObject({
      tool: "write_to_file",
      session: "s1",
      intent: { id: "INT-001", name: "One" },
      files: ["src/a.ts"],
    });
    expect(asked.diff[0]?.lines.join("\n")).toContain("+two <script>alert(1)</script>");
    expect(asked.answers.map((one) => one.answer)).toEqual(["once", "standing", "reject"]);
    expect(asked.question).toMatchObject({
      sentence: expect.stringMatching(/^The agent wants to .*\.$/),
      severity: 1,
      severity_words: "Stays inside the scope",
      waits: true,
      waiting_words: expect.stringMatching(/^The agent is waiting, \d+ s left\.$/),
    });
    expect((await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "once" })).json).toEqual({
      id: asked.id,
      answer: "once",
    });
    expect((await written).decision).toBe("allow");
    expect(readFileSync(join(stage.root, "src/a.ts"), "utf8")).toBe(content);
    const again = await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "once" });
    expect(again.status).toBe(409);
    expect((await stage.get("/api/now")).json.approvals).toEqual([]);
  });

  it("is refused with the reason that the person gave", async () => {
    const stage = await startAt(strict);
    const written = write(stage);
    const asked = await waiting(stage);
    await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "reject", reason: " use the v2 client " });
    const { decision, refusal } = await written;
    expect([decision, refusal?.code, JSON.stringify(refusal)]).toEqual([
      "deny",
      "HITL_REJECT",
      expect.stringContaining("use the v2 client"),
    ]);
    const calls = (await stage.get("/api/calls?outcome=denied")).json;
    expect(calls.items[0]).toMatchObject({ tool: "write_to_file", code: "HITL_REJECT", session: "s1" });
    const detail = (await stage.get(`/api/calls/${calls.items[0].invocation_id}`)).json;
    expect(detail.phases.length).toBeGreaterThan(2);
  });

  it("is standing after one yes, until the person ends that", async () => {
    const stage = await startAt({ ...strict, files: { ...strict.files, "src/c.ts": "c\n" } });
    const written = write(stage);
    const asked = await waiting(stage);
    await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "standing" });
    await written;
    expect((await write(stage, "src/c.ts")).decision).toBe("allow");
    expect((await stage.get("/api/now")).json.sessions[0]).toMatchObject({ id: "s1", standing: ["INT-001"] });
    expect((await stage.send("POST", "/api/sessions/s1/revoke", {})).json.standing).toEqual([]);
  });

  it("widens the scope where a person approves the expansion, and not otherwise", async () => {
    const stage = await startAt(strict);
    const input = { additional_globs: ["lib/**"], reason: "the client lives there" };
    const first = stage.call("request_scope_expansion", input);
    const asked = await waiting(stage);
    expect(asked.answers).toMatchObject([{ answer: "once", label: "Approve Expansion" }, { answer: "reject" }]);
    expect(asked.questions[0]?.details).toContainEqual({ label: "adds to the scope", value: "lib/**" });
    expect((await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "standing" })).status).toBe(422);
    await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "reject", reason: "no" });
    expect((await first).decision).toBe("deny");
    expect((await stage.get("/api/intents/INT-001")).json.owned_scope).toEqual(["src/**"]);
    const second = stage.call("request_scope_expansion", input);
    await stage.send("POST", `/api/approvals/${(await waiting(stage)).id}/answer`, { answer: "once" });
    expect((await second).decision).toBe("allow");
    expect((await stage.get("/api/intents/INT-001")).json.owned_scope).toEqual(["src/**", "lib/**"]);
  });

  it("is not kept waiting for a page that nobody has open", async () => {
    const stage = await serveHere(strict);
    await stage.call("select_active_intent", { intent_id: "INT-001" });
    expect((await write(stage)).refusal?.code).toBe("NO_ANSWER");
    const asked = await waiting(stage);
    await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "once" });
    expect((await write(stage)).decision).toBe("allow");
  });

  it("of a command may be approved for the session or declared", async () => {
    const stage = await startAt({ files: strict.files ?? {} });
    // Never run: the answer is looked at, and the call is then refused.
    const run = stage.call("execute_command", { command: "./tool --strange" });
    const asked = await waiting(stage);
    expect(asked.command).toBe("./tool --strange");
    expect(asked.answers.map((one) => one.answer)).toEqual(["once", "command", "declare", "reject"]);
    await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "reject", reason: "" });
    expect((await run).decision).toBe("deny");
  });
});

describe("an answer that is none", () => {
  it.each([
    [{ answer: "yes" }, 400],
    [{ answer: "reject" }, 400],
    [{ answer: "once", reason: "x" }, 400],
    [{ answer: "reject", reason: "x".repeat(2_001) }, 400],
    [{}, 400],
    [{ answer: "command" }, 422],
    [{ answer: "declare" }, 422],
  ])("%j leaves the question open", async (body, status) => {
    const stage = await serveHere(strict);
    await stage.call("select_active_intent", { intent_id: "INT-001" });
    await write(stage);
    const asked = await waiting(stage);
    expect((await stage.send("POST", `/api/approvals/${asked.id}/answer`, body)).status).toBe(status);
    expect((await waiting(stage)).id).toBe(asked.id);
  });

  it.each(["..%2f..%2fstate", "x", "AAAA", "%00", "watchers", "ap-1.json"])(
    "to the id %s is to nothing",
    async (id) => {
      const stage = await serveHere(strict);
      expect((await stage.send("POST", `/api/approvals/${id}/answer`, { answer: "once" })).status).toBe(409);
      expect(existsSync(join(stage.root, ".orchestration/approvals"))).toBe(false);
    },
  );
});

describe("sessions", () => {
  it("that were stopped go on when a person resets them", async () => {
    const stage = await serveHere({});
    for (let times = 0; times < 9; times++) await stage.call("write_to_file", { path: "src/x.ts", content: "x" });
    expect((await stage.get("/api/now")).json.sessions[0]).toMatchObject({ id: "s1", stopped: true, intent: null });
    expect((await stage.send("POST", "/api/sessions/s1/reset", {})).json).toMatchObject({
      stopped: false,
      denials_in_a_row: 0,
    });
    expect((await stage.send("POST", "/api/sessions/nobody/reset", {})).status).toBe(404);
    expect((await stage.send("POST", "/api/sessions/..%2fx/reset", {})).status).toBe(404);
    expect((await stage.send("POST", "/api/sessions/s1/reset", { by: "x" })).status).toBe(400);
    const report = (await stage.get("/api/report?since=1h")).json;
    expect(report.stopped).toMatchObject(
      [{ what: expect.any(String), sessions: 1 }, {}].slice(0, report.stopped.length),
    );
    expect((await stage.get("/api/report?since=yesterday")).status).toBe(400);
  });
});
