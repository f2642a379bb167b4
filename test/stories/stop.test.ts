import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resumeSession, stopSession } from "@intentgate/gate";
import { describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { allowed, exists, type Gate, gateIn, openGate, person, refused, workingGate, write } from "./gate-scene.ts";
import { stagedHosts, stageOf } from "./host-stage.ts";
import { atTerminal, call, jsonOf, makeScene, put, run, type Scene } from "./scene.ts";

const read = ["read_file", { path: "src/auth/token.ts" }] as const;
const by = "ann";

describe("a session that a person stopped", () => {
  it.each([
    ["a read", ...read],
    ["a look", "list_files", { path: "." }],
    ["a write inside the scope", ...write("src/auth/new.ts")],
    ["a command that only reads", "execute_command", { command: "cat README.md" }],
    ["a command", "execute_command", { command: "touch src/auth/x" }],
    ["the handshake", "select_active_intent", { intent_id: "INT-001" }],
    ["a proposal", "propose_intent", { name: "More", owned_scope: ["src/**"] }],
    ["a lesson", "record_lesson", { lesson: "x" }],
    ["a tool nobody knows", "deploy", {}],
  ] as const)("is refused %s", async (_what, tool, input) => {
    const gate = await workingGate();
    stopSession(gate.workspace, "s1", by);
    await refused(gate, "STOPPED", tool, input);
    await refused(gate.reopened(), "STOPPED", tool, input);
  });

  it("may still ask the gate what there is to do", async () => {
    const gate = await workingGate();
    stopSession(gate.workspace, "s1", by);
    await allowed(gate, "list_intents", {});
  });

  it.each([
    ["observe mode", "mode: observe\n", () => undefined],
    ["a pause", "", (gate: Gate) => void gate.workspace.home.pauses.begin(60_000, by)],
    ["rules that cannot be read", "mod: observe\n", () => undefined],
  ])("is refused in %s as well", async (_what, policy, begin) => {
    const gate = openGate({ policy });
    begin(gate);
    stopSession(gate.workspace, "s1", by);
    await refused(gate, "STOPPED", ...write("src/auth/new.ts"));
    await refused(gate, "STOPPED", ...read);
  });

  it("is refused in a pause where its journal cannot be read: nobody knows then that it may go on", async () => {
    const gate = await workingGate();
    gate.workspace.home.pauses.begin(60_000, by);
    const sessions = join(gate.repo, ".orchestration/sessions");
    const [journal = ""] = readdirSync(sessions);
    appendFileSync(join(sessions, journal), '{"kind":"journal","version":9,"session":"s1"}\n');
    const { decision, refusal } = await gate.call(...write("src/auth/new.ts"));
    expect([decision, refusal?.code, exists(gate, "src/auth/new.ts")]).toEqual(["deny", "HOOK_ERROR", false]);
  });

  it("takes its subagents along, those that it starts later too, and no other session", async () => {
    const gate = await workingGate();
    await allowed(gate, ...read, { session: "sub", parent: "s1" });
    await gate.take("INT-001", "s2");
    expect(stopSession(gate.workspace, "s1", by)).toMatchObject({ subagents: 1, before: null, isUnknown: false });
    await refused(gate, "STOPPED", ...read, { session: "sub", parent: "s1" });
    await refused(gate, "STOPPED", ...read, { session: "deep", parent: "sub" });
    await refused(gate, "STOPPED", ...read, { session: "new", parent: "s1" });
    await allowed(gate, ...write("src/auth/new.ts"), "s2");
    await allowed(gate, ...read, "s3");
  });

  it("is not stopped because a subagent of it was", async () => {
    const gate = await workingGate();
    await allowed(gate, ...read, { session: "sub", parent: "s1" });
    stopSession(gate.workspace, "sub", by);
    await refused(gate, "STOPPED", ...read, { session: "sub", parent: "s1" });
    await allowed(gate, ...read);
  });

  it("goes on once it is resumed, with its intent, and nothing is held against it", async () => {
    const gate = await workingGate();
    stopSession(gate.workspace, "s1", by);
    for (let time = 0; time < 10; time += 1) await refused(gate, "STOPPED", ...write("src/auth/new.ts"));
    expect(resumeSession(gate.workspace, "s1", by).before).toMatchObject({ by });
    await allowed(gate, ...write("src/auth/new.ts"));
    expect(gate.workspace.home.store.sessions.read("s1").denialsInARow).toBe(0);
  });

  it("is stopped before it was ever heard of, twice, and with nothing running; each says so", async () => {
    const gate = openGate();
    expect(stopSession(gate.workspace, "s9", by)).toMatchObject({ isUnknown: true, before: null, questions: 0 });
    expect(stopSession(gate.workspace, "s9", "bob")).toMatchObject({ before: { by: "ann" }, held: 0, running: 0 });
    await refused(gate, "STOPPED", ...read, "s9");
    expect(resumeSession(gate.workspace, "s9", by).before).toMatchObject({ by: "ann" });
    expect(resumeSession(gate.workspace, "s9", by).before).toBeNull();
    await allowed(gate, ...read, "s9");
    const rows = gate.workspace.home.store.decisions.newest(50).filter(({ tool }) => /stop|resume/.test(tool));
    expect(rows.map(({ decision, session, by }) => [decision, session, by])).toEqual([
      ["stopped", "s9", "ann"],
      ["resumed", "s9", "ann"],
    ]);
  });

  it("has the question withdrawn that it waits for, and is refused at once; asked again later it is a new one", async () => {
    const gate = await workingGate({ policy: "approval: { mode: strict, timeout_s: 60 }\n" });
    const ann = person(gate, "silence");
    const deletion = ["delete_file", { path: "src/auth/token.ts" }] as const;
    const waiting = gate.call(...deletion);
    await until(() => ann.asked.length === 1, "a question");
    expect(stopSession(gate.reopened().workspace, "s1", by)).toMatchObject({ questions: 1 });
    expect((await waiting).refusal).toMatchObject({ code: "STOPPED" });
    const { approvals } = gate.workspace.home.store;
    expect(approvals.list()).toEqual([]);
    expect(approvals.answer(ann.asked[0]?.id ?? "", { answer: "once", by, at: new Date().toISOString() })).toBe(false);
    resumeSession(gate.workspace, "s1", by);
    const again = gate.call(...deletion);
    await until(() => ann.asked.length === 2, "a new question");
    expect(exists(gate, "src/auth/token.ts")).toBe(true);
    const answer = { answer: "once" as const, by, at: new Date().toISOString() };
    approvals.answer(ann.asked[1]?.id ?? "", answer);
    expect((await again).decision).toBe("allow");
    await ann.leaves();
  });

  it("is refused where its host asks in a dialog of its own, whatever is answered there later", async () => {
    const gate = await workingGate({ policy: "approval: { mode: strict }\n" });
    let say: (yes: boolean) => void = () => undefined;
    const askApproval = () => new Promise<boolean>((resolve) => (say = resolve));
    const waiting = gate.call("delete_file", { path: "src/auth/token.ts" }, { askApproval });
    await until(() => say.length === 1, "the dialog");
    stopSession(gate.workspace, "s1", by);
    expect((await waiting).refusal).toMatchObject({ code: "STOPPED" });
    say(true);
    expect(exists(gate, "src/auth/token.ts")).toBe(true);
  });

  it("is refused in every root of the person that it was seen in, and goes on in all of them", async () => {
    const [one, two] = [await workingGate(), openGate()];
    const roots = JSON.stringify({ version: 1, roots: [one.repo, two.repo] });
    writeFileSync(join(one.stateDir, "roots.json"), roots);
    const [here, there, elsewhere] = [one.reopened(), gateIn(one, two.repo), gateIn(one, two.repo)];
    await allowed(there, ...read);
    await allowed(there, ...read, "s2");
    stopSession(here.workspace, "s1", by);
    await refused(here, "STOPPED", ...read);
    expect((await there.call(...read)).refusal?.code).toBe("STOPPED");
    expect((await elsewhere.call(...read)).refusal?.code).toBe("STOPPED");
    expect((await there.call(...read, "s2")).decision).toBe("allow");
    resumeSession(here.workspace, "s1", by);
    for (const gate of [here, there, elsewhere]) expect((await gate.call(...read)).decision).toBe("allow");
  });

  it("does not keep an allow that it was told before, nor the refusal once it goes on", async () => {
    const gate = await workingGate();
    const session = { id: "s1", host: "story" };
    const made = {
      toolName: "write_to_file",
      payload: write("src/auth/new.ts")[1],
      session,
      cwd: gate.repo,
      callId: "c1",
    };
    const told = async () => (await gate.workspace.before(made)).refusal?.code ?? "allow";
    expect([await told(), await told()]).toEqual(["allow", "allow"]);
    stopSession(gate.workspace, "s1", by);
    expect([await told(), await told()]).toEqual(["STOPPED", "STOPPED"]);
    resumeSession(gate.workspace, "s1", by);
    expect(await told()).toBe("allow");
  });

  it("has nothing run by our own server that its hook let pass before the stop", async () => {
    const gate = await workingGate();
    const session = { id: "s1", host: "story" };
    const payload = { lesson: "look twice" };
    const made = { toolName: "mcp__intentgate__record_lesson", payload, session, cwd: gate.repo, callId: "c1" };
    expect((await gate.workspace.before(made, async () => true)).allowExecution).toBe(true);
    stopSession(gate.workspace, "s1", by);
    const { signal } = new AbortController();
    const asked = { tool: "record_lesson", input: payload, ids: ["s1"], signal, execute: null };
    expect(await gate.workspace.afterRunning(asked)).toMatchObject({ found: "stopped", no: { code: "STOPPED" } });
    resumeSession(gate.workspace, "s1", by);
    expect(await gate.workspace.afterRunning(asked)).toMatchObject({ found: "one" });
  });

  it("has the questions of others left alone", async () => {
    const gate = await workingGate({ policy: "approval: { mode: strict }\n" });
    await gate.take("INT-001", "s2");
    await gate.call("delete_file", { path: "src/auth/token.ts" }, "s2");
    expect(stopSession(gate.workspace, "s1", by).questions).toBe(0);
    expect(gate.workspace.home.store.approvals.list()).toHaveLength(1);
  });

  it("has the command ended that the gate runs for it", async () => {
    const policy = "commands: [{ run: sleep 60 }]\n";
    const gate = await workingGate({ policy });
    const running = gate.call("execute_command", { command: "sleep 60" });
    await until(
      () => gate.workspace.home.store.decisions.newest(9).some(({ tool }) => tool === "execute_command"),
      "it",
    );
    stopSession(gate.workspace, "s1", by);
    const ended = await running;
    expect(ended.decision === "deny" ? ended.refusal?.code : ended.failed).toBe(
      ended.decision === "deny" ? "STOPPED" : true,
    );
  });
});

describe.each(stagedHosts.map((host) => [host.name, host] as const))("a session of %s", (name, host) => {
  it("is stopped between two calls, and goes on when it is resumed", async () => {
    const scene = makeScene();
    const stage = stageOf(host, scene);
    const [ann, bob] = [{ session: "ses-ann" }, { session: "ses-bob" }];
    await stage.send(stage.take(ann, "INT-001", "c1"));
    await stage.send(stage.take(bob, "INT-001", "c2"));
    // This very process plays the host, so what it starts speaks for nobody, on whatever terminal.
    expect((await atTerminal(scene, ["stop", `${name}:ses-ann`]).done).out).toContain("was started by an agent");
    const { workspace } = gateIn(scene, scene.repo);
    stopSession(workspace, `${name}:ses-ann`, by);
    const no = host.noIn(await stage.send(stage.write(ann, "src/auth/new.ts", "one\n", "c3")));
    expect(no).toContain("STOPPED");
    expect(no).toContain("wait until they resume it");
    expect(host.noIn(await stage.send(stage.write(bob, "src/auth/new.ts", "one\n", "c4")))).toBeNull();
    expect((await atTerminal(scene, ["resume", "ses-ann"]).done).out).toContain("was started by an agent");
    resumeSession(workspace, `${name}:ses-ann`, by);
    expect(host.noIn(await stage.send(stage.write(ann, "src/auth/other.ts", "one\n", "c5")))).toBeNull();
  });
});

describe("intentgate stop", () => {
  async function atWork(): Promise<Scene> {
    const scene = makeScene();
    for (const session of ["alpha-1", "beta-22"])
      await call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
    return scene;
  }

  it("stops one, the other goes on, and status shows it until it is resumed", async () => {
    const scene = await atWork();
    const { code, out } = await atTerminal(scene, ["stop", "alpha"]).done;
    expect(code).toBe(0);
    expect(out).toContain("Stopped alpha-1: every further call is refused.");
    expect(out).toContain("Nothing of it was running or waiting here.");
    expect(out).toContain("intentgate resume alpha-1 lets it go on.");
    expect(await call(scene, ...read, "alpha-1")).toMatchObject({ decision: "deny", code: "STOPPED", exit: 2 });
    expect(await call(scene, ...read, "beta-22")).toMatchObject({ decision: "allow" });
    expect((await run(scene, ["status"])).out).toMatch(/alpha-1.*stopped by you, \d\d:\d\d/);
    expect((await run(scene, ["session", "list"], { env: { USER: "bob" } })).out).toMatch(
      /alpha-1.*stopped by ann, \d\d:\d\d/,
    );
    const { sessions } = jsonOf<{ sessions: { id: string; stop: unknown }[] }>(await run(scene, ["status", "--json"]));
    expect(Object.fromEntries(sessions.map(({ id, stop }) => [id, stop]))).toMatchObject({
      "alpha-1": { by: "ann" },
      "beta-22": null,
    });
    expect((await atTerminal(scene, ["stop", "alpha-1"]).done).out).toMatch(/was stopped by you, .* already/);
    expect((await atTerminal(scene, ["resume", "alpha"]).done).out).toContain("alpha-1 may go on");
    expect(await call(scene, ...read, "alpha-1")).toMatchObject({ decision: "allow" });
    expect((await run(scene, ["status"])).out).not.toContain("stopped by");
    const { decisions } = jsonOf<{ decisions: { tool: string; outcome: string; session: string }[] }>(
      await run(scene, ["decisions", "--json"]),
    );
    expect(decisions.filter(({ tool }) => ["stop", "resume"].includes(tool))).toMatchObject([
      { outcome: "stopped", session: "alpha-1" },
      { outcome: "resumed", session: "alpha-1" },
    ]);
  });

  it("--all stops those at work now, and no session that begins later", async () => {
    const scene = await atWork();
    const { out } = await atTerminal(scene, ["stop", "--all"]).done;
    expect(out).toContain("Stopped alpha-1");
    expect(out).toContain("Stopped beta-22");
    expect(out).toContain("Sessions that begin from now on are not stopped.");
    for (const session of ["alpha-1", "beta-22"])
      expect(await call(scene, ...read, session)).toMatchObject({ code: "STOPPED" });
    expect(await call(scene, ...read, "gamma-3")).toMatchObject({ decision: "allow" });
    expect((await atTerminal(scene, ["resume", "--all"]).done).out).toMatch(
      /alpha-1 may go on[\s\S]*beta-22|beta-22 may go on[\s\S]*alpha-1/,
    );
    for (const session of ["alpha-1", "beta-22"])
      expect(await call(scene, ...read, session)).toMatchObject({ decision: "allow" });
  });

  it("says so where nobody is at work, and where nothing is stopped", async () => {
    const scene = makeScene();
    expect((await atTerminal(scene, ["stop", "--all"]).done).out).toContain("nothing to stop");
    expect((await atTerminal(scene, ["resume", "--all"]).done).out).toContain("No session is stopped");
  });

  it.each<[string[], number, string]>([
    [["stop"], 64, "takes one session, or --all"],
    [["stop", "alpha-1", "beta-22"], 64, "takes one session, or --all"],
    [["stop", "alpha-1", "--all"], 64, "takes one session, or --all"],
    [["stop", ""], 64, "not a session's id"],
    [["stop", "alhpa-1"], 1, "did you mean alpha-1?"],
    [["stop", "gamma-3"], 1, "Sessions at work: "],
    [["resume"], 64, "takes one session, or --all"],
    [["resume", "gamma-3"], 1, "there is no session"],
    [["resume", "bata-22"], 1, "did you mean beta-22?"],
    [["resume", "beta-22"], 0, "was not stopped"],
  ])("%j ends with %i", async (words, code, text) => {
    const scene = await atWork();
    const ran = await atTerminal(scene, words).done;
    expect([ran.code, ran.out]).toEqual([code, expect.stringContaining(text)]);
    for (const session of ["alpha-1", "beta-22"])
      expect(await call(scene, ...read, session)).toMatchObject({ decision: "allow" });
  });

  it.each([[["stop", "alpha-1"]], [["stop", "--all"]], [["resume", "alpha-1"]], [["resume", "--all"]]])(
    "%j needs a person: no script and no agent may",
    async (words) => {
      const scene = await atWork();
      if (words[0] === "resume") await atTerminal(scene, ["stop", "--all"]).done;
      const before = (await call(scene, ...read, "alpha-1")).decision;
      expect(await run(scene, words)).toMatchObject({ code: 2, err: expect.stringContaining("needs a terminal") });
      const command = `intentgate ${words.join(" ")}`;
      expect(await call(scene, "execute_command", { command }, "beta-22")).toMatchObject({
        code: words[0] === "resume" ? "STOPPED" : "CONTROL_FILE",
      });
      expect((await call(scene, ...read, "alpha-1")).decision).toBe(before);
    },
  );

  it("refuses an agent that resumes another's session from its shell", async () => {
    const scene = await atWork();
    await atTerminal(scene, ["stop", "alpha-1"]).done;
    for (const command of [
      "intentgate resume alpha-1",
      'sh -c "intentgate resume --all"',
      "npx intentgate resume --all",
    ])
      expect(await call(scene, "execute_command", { command }, "beta-22")).toMatchObject({ code: "CONTROL_FILE" });
    expect(await call(scene, ...read, "alpha-1")).toMatchObject({ code: "STOPPED" });
  });

  it("names the session above a subagent that was stopped with it", async () => {
    const scene = makeScene();
    const sub = { tool: "read_file", input: read[1], session: "alpha-1/sub", parent: "alpha-1" };
    await call(scene, ...read, "alpha-1");
    await run(scene, ["call"], { input: JSON.stringify(sub) });
    expect((await atTerminal(scene, ["stop", "alpha-1"]).done).out).toContain("Stopped alpha-1 and its 1 subagent");
    const ran = await atTerminal(scene, ["resume", "alpha-1/sub"]).done;
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("intentgate resume alpha-1")]);
    expect(jsonOf(await run(scene, ["call"], { input: JSON.stringify(sub) }))).toMatchObject({ code: "STOPPED" });
  });

  it("holds where the sidecar's decisions cannot be written: the stop stands, and the person is told", async () => {
    const scene = await atWork();
    rmSync(join(scene.repo, ".orchestration/decisions.jsonl"), { force: true });
    put(scene.repo, ".orchestration/decisions.jsonl/in-the-way", "");
    expect((await atTerminal(scene, ["stop", "alpha-1"]).done).code).not.toBe(0);
    const sessions = join(scene.repo, ".orchestration/sessions");
    const journals = readdirSync(sessions).map((name) => readFileSync(join(sessions, name), "utf8"));
    expect(journals.filter((text) => text.includes('"kind":"stopped"'))).toHaveLength(1);
    rmSync(join(scene.repo, ".orchestration/decisions.jsonl"), { recursive: true });
    expect(await call(scene, ...read, "alpha-1")).toMatchObject({ code: "STOPPED" });
  });
});
