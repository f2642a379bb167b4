import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atTerminal, call, DELETIONS_ASK, makeScene, put, run, textOf } from "./scene.ts";
import { bare, done, fromAgent, INTENTS, initialised, json, POLICY, refused } from "./steps.ts";

describe("what an agent may not do", () => {
  const forbidden = [
    ["init", "--yes"],
    ["intent", "new", "--name", "mine", "--scope", "**"],
    ["intent", "edit", "INT-001", "--add-scope", "**"],
    ["intent", "start", "INT-001"],
    ["intent", "reopen", "INT-001"],
    ["intent", "archive", "INT-001"],
    ["intent", "accept", "INT-001"],
    ["intent", "import", "spec.md"],
    ["use", "INT-001", "--session", "s1"],
    ["session", "reset", "s1"],
    ["session", "revoke", "s1"],
    ["lessons", "accept", "L-0123456789ab"],
    ["lessons", "remove", "L-0123456789ab"],
  ];
  it.each(forbidden.map((words) => [words.join(" "), words] as const))(
    "%s, even on a terminal of its own",
    async (_, words) => {
      const scene = makeScene();
      const before = textOf(scene, INTENTS);
      const ran = await fromAgent(scene, ...words);
      expect(ran).toMatchObject({ code: 2, out: expect.stringContaining("NOT_ALLOWED") });
      expect(textOf(scene, INTENTS)).toBe(before);
    },
  );

  it.each(["intent list", "intent show INT-001", "status", "doctor", "report", "session list", "lessons"])(
    "but it may look: %s",
    async (words) => {
      expect((await fromAgent(makeScene(), ...words.split(" "))).code).toBe(0);
    },
  );
});

describe("sessions", () => {
  it("use binds the one session without an intent, and its next change passes", async () => {
    const scene = makeScene();
    expect(await call(scene, "write_to_file", { path: "src/auth/n.ts", content: "" })).toMatchObject({
      code: "INTENT_REQUIRED",
    });
    expect(await json(scene, "use", "INT-001")).toEqual({
      session: "s1",
      intent_id: "INT-001",
      status: "IN_PROGRESS",
      before: null,
    });
    expect(await call(scene, "write_to_file", { path: "src/auth/n.ts", content: "" })).toMatchObject({
      decision: "allow",
    });
    expect(await refused(scene, 64, "use", "INT-002")).toContain("intentgate use INT-002 --session s1");
    expect(await json(scene, "use", "INT-002", "--session", "s1")).toMatchObject({ before: "INT-001" });
  });

  it("use starts a pending intent, and refuses one that cannot be worked on or is not there", async () => {
    const scene = makeScene();
    await done(scene, "intent", "new", "P-1", "--name", "p", "--scope", "src/**");
    expect(await json(scene, "use", "P-1", "--session", "later")).toMatchObject({ status: "IN_PROGRESS" });
    await done(scene, "intent", "complete", "P-1");
    expect(await refused(scene, 1, "use", "P-1", "--session", "later")).toContain("intent reopen P-1");
    expect(await refused(scene, 1, "use", "nope")).toContain("NOT_FOUND");
    expect(await refused(scene, 64, "use")).toContain("one intent");
    expect(await refused(scene, 64, "use", "INT-001")).toMatch(/every session|no session/);
  });

  it("lists a subagent with the intent it works under, which is that of the session above it", async () => {
    const scene = makeScene();
    const lists = async (id: string) =>
      (await done(scene, "session", "list")).split("\n").find((line) => line.startsWith(`${id} `)) ?? "";
    const reads = (session: string, parent: string) =>
      run(scene, ["call"], { input: JSON.stringify({ tool: "read_file", input: { path: "x" }, session, parent }) });
    await reads("sub", "s1");
    await reads("below", "sub");
    await reads("other", "s2");
    for (const id of ["sub", "below", "other"]) expect(await lists(id)).toContain("no intent");
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    for (const id of ["s1", "sub", "below"]) expect(await lists(id)).toContain("INT-001");
    expect(await lists("sub")).toContain("subagent of s1");
    expect(await lists("other")).toMatch(/no intent.*subagent of s2/);
    expect(await done(scene, "status")).toMatch(/sub +INT-001/);
  });

  it("use lists the sessions when more than one waits, and binds none", async () => {
    const scene = makeScene();
    for (const session of ["one", "two"]) await call(scene, "write_to_file", { path: "x", content: "" }, session);
    const ran = await run(scene, ["use", "INT-001"]);
    expect([ran.code, ran.out]).toEqual([64, expect.stringMatching(/one[\s\S]*two|two[\s\S]*one/)]);
    const { sessions } = await json<{ sessions: { intent_id: string | null }[] }>(scene, "session", "list");
    expect(sessions.map((one) => one.intent_id)).toEqual([null, null]);
  });

  it("show tells what is remembered of one, and nothing of one that is not there", async () => {
    const scene = makeScene();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "write_to_file", { path: "src/auth/n.ts", content: "n\n" });
    expect(await json(scene, "session", "show", "s1")).toMatchObject({
      id: "s1",
      intent_id: "INT-001",
      has_changed: true,
      open_calls: [],
      seen_files: { [`${scene.repo}/src/auth/n.ts`]: expect.stringMatching(/^sha256:/) },
      history: { "INT-001": expect.arrayContaining(["POST_HOOK write_to_file OK"]) },
      damaged_lines: 0,
    });
    expect(await done(scene, "session", "show", "s1")).toContain("src/auth/n.ts");
    expect(await refused(scene, 1, "session", "show", "s2")).toContain("NOT_FOUND");
    expect(await json(scene, "session", "show")).toMatchObject({ sessions: [{ id: "s1", open_calls: [] }] });
    expect(await done(scene, "session", "show")).toContain("src/auth/n.ts");
    expect(await refused(scene, 64, "session", "show", "s1", "s2")).toContain("takes one id");
    expect(await refused(scene, 64, "session", "show", "s1", "--all")).toContain("has no --all");
  });

  it("reset lets a session go on that was stopped after refusals", async () => {
    const scene = makeScene({ policy: "limits: { denials_in_a_row: 2 }\n" });
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    for (let at = 0; at < 2; at++) await call(scene, "write_to_file", { path: "no.ts", content: "" });
    expect(await call(scene, "write_to_file", { path: "src/auth/n.ts", content: "" })).toMatchObject({
      code: "CIRCUIT_OPEN",
    });
    expect(await done(scene, "session", "list")).toContain("intentgate session reset s1");
    expect((await run(scene, ["doctor"])).out).toContain("was stopped after 3 refusals");
    await done(scene, "session", "reset", "s1");
    expect(await call(scene, "write_to_file", { path: "src/auth/n.ts", content: "" })).toMatchObject({
      decision: "allow",
    });
    expect(await refused(scene, 1, "session", "reset", "s2")).toContain("Sessions at work: s1");
  });

  it("revoke ends a standing approval", async () => {
    const scene = makeScene({ policy: "approval: { mode: strict }\n" });
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const write = (name: string) => call(scene, "write_to_file", { path: `src/auth/${name}`, content: "" });
    const asked = await write("a.ts");
    const { code } = await atTerminal(scene, [
      "approvals",
      "approve",
      String(asked.error?.meta.request_id),
      "--standing",
    ]).done;
    expect(code).toBe(0);
    expect([(await write("a.ts")).decision, (await write("b.ts")).decision]).toEqual(["allow", "allow"]);
    expect(await done(scene, "session", "revoke", "s1")).toContain("writes under INT-001");
    expect((await write("c.ts")).decision).toBe("deny");
    expect(await done(scene, "session", "revoke", "s1")).toContain("nothing was ended");
  });
});

describe("lessons", () => {
  it("are told under their intent, accepted for all, and removed", async () => {
    const scene = makeScene();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "write_to_file", { path: "README.md", content: "" });
    const { lessons } = await json<{ lessons: { id: string; accepted: boolean }[] }>(scene, "lessons");
    expect(lessons).toMatchObject([{ accepted: false, intent: "INT-001", kind: "scope_violation" }]);
    const id = String(lessons[0]?.id);
    await done(scene, "lessons", "accept", id);
    expect(await done(scene, "lessons", "list")).toContain("every intent");
    appendFileSync(join(scene.repo, "AGENT.md"), "my own words\n");
    expect(await refused(scene, 1, "lessons", "remove", id, "L-000000000000")).toContain("L-000000000000");
    expect(textOf(scene, "AGENT.md"), "all or nothing").toContain(id);
    await done(scene, "lessons", "remove", id);
    expect(textOf(scene, "AGENT.md")).toMatch(/^(?![\s\S]*L-)[\s\S]*my own words\n$/);
    expect(await refused(scene, 64, "lessons", "accept")).toContain("at least one id");
  });
});

describe("status", () => {
  it("says in a folder that is not governed that it is not, and writes nothing there", async () => {
    const scene = bare();
    expect(await done(scene, "status")).toMatch(/not governed[\s\S]*intentgate init/);
    expect(await done(scene, "doctor")).toContain("not governed");
    expect(existsSync(join(scene.repo, ".orchestration"))).toBe(false);
    expect(existsSync(scene.env.XDG_STATE_HOME ?? "")).toBe(false);
  });

  it("shows intents, sessions, what waits and the last calls", async () => {
    const scene = await initialised();
    await done(scene, "intent", "new", "--name", "JWT", "--scope", "src/auth/**");
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "execute_command", { command: "python3 make.py" });
    expect(await json(scene, "status")).toMatchObject({
      root: scene.repo,
      mode: "enforce",
      intents: { counts: { IN_PROGRESS: 1 }, open: [{ id: "INT-001" }] },
      sessions: [{ id: "s1", intent_id: "INT-001", denials_in_a_row: 1 }],
      approvals: [{ tool: "execute_command" }],
      held: [],
      last_calls: [{ outcome: "allowed" }, { outcome: "denied", code: "NO_ANSWER" }],
      problems: [],
    });
    expect(await done(scene, "status")).toMatch(/JWT[\s\S]*s1[\s\S]*intentgate approvals[\s\S]*NO_ANSWER/);
  });

  it.each([
    ["intents", INTENTS, "active_intents:\n  - id: A\n    owned_scop: []\n", `${INTENTS}:3:5`],
    ["a policy", POLICY, "mod: observe\n", `${POLICY}:1:1`],
    ["an ignore file", ".intentignore", "src/** excludes\n", ".intentignore:1:8"],
  ])("with %s that is broken shows the place and fails, and so does doctor", async (_, file, text, place) => {
    const scene = await initialised();
    put(scene.repo, file, text);
    for (const verb of ["status", "doctor"]) {
      const ran = await run(scene, [verb]);
      expect([verb, ran.code, ran.out]).toEqual([verb, 1, expect.stringContaining(place)]);
    }
    expect((await json<{ problems: unknown[] }>(scene, "status")).problems).toHaveLength(1);
  });

  it("without the sidecar of a registered root says so and fails", async () => {
    const scene = await initialised();
    rmSync(join(scene.repo, ".orchestration"), { recursive: true });
    expect((await run(scene, ["status"])).out).toContain("SIDECAR_MISSING");
    expect((await run(scene, ["status"])).code).toBe(1);
    expect((await run(scene, ["doctor"])).code).toBe(1);
    expect(existsSync(join(scene.repo, ".orchestration"))).toBe(false);
  });

  it("tells loudly that the gate observes or is paused", async () => {
    const scene = await initialised();
    put(scene.repo, POLICY, "mode: observe\n");
    expect(await done(scene, "status")).toContain("OBSERVE MODE");
    expect((await atTerminal(scene, ["pause", "5m"]).done).code).toBe(0);
    expect(await done(scene, "status")).toContain("PAUSED until");
  });
});

describe("report", () => {
  it("shows what was stopped, and in observe mode what would have been", async () => {
    const scene = makeScene({ policy: "" });
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "write_to_file", { path: "README.md", content: "" });
    put(scene.repo, POLICY, `mode: observe\n${DELETIONS_ASK}`);
    await call(scene, "write_to_file", { path: "NEWS.md", content: "" });
    await call(scene, "delete_file", { path: "src/auth/token.ts" });
    const report = await json(scene, "report");
    expect(report).toMatchObject({
      stopped: [{ what: "SCOPE_VIOLATION", count: 1 }],
      would_have_stopped: [{ what: "SCOPE_VIOLATION", count: 1 }],
      would_have_asked: [{ what: "delete_file", count: 1 }],
    });
    expect(await done(scene, "report")).toMatch(/1 stopped[\s\S]*README\.md[\s\S]*would have stopped[\s\S]*NEWS\.md/);
    expect(await json(scene, "report", "--since", "2099-01-01")).toMatchObject({ calls: 0, stopped: [] });
    expect(await refused(scene, 64, "report", "--since", "soon")).toContain("is not a time");
  });
});

describe("every verb", () => {
  it("has help with examples, and the overview lists it", async () => {
    const scene = bare();
    const overview = await done(scene, "--help");
    for (const verb of ["init", "status", "doctor", "report", "intent", "use", "session", "lessons", "completion"]) {
      expect(overview).toContain(`  ${verb} `);
      expect(await done(scene, verb, "--help")).toMatch(/Usage[\s\S]*Examples\n {2}\S/);
    }
  });

  it("prints one JSON value for a problem too", async () => {
    const scene = makeScene();
    expect(await json(scene, "intent", "show", "nope")).toMatchObject({ problems: [{ code: "NOT_FOUND" }] });
    expect(await json(scene, "session", "reset", "nope")).toMatchObject({ problems: [{ code: "NOT_FOUND" }] });
  });

  it("completion prints a script that bash can read", async () => {
    const scene = bare();
    const script = await done(scene, "completion", "bash");
    expect(spawnSync("bash", ["-n"], { input: script }).status).toBe(0);
    expect(await refused(scene, 64, "completion", "csh")).toContain("bash, zsh, fish");
  });
});
