import { describe, expect, it } from "vitest";
import { answering, hookFile, makeHookScene, withExamples } from "./hook-scene.ts";
import { call, jsonOf, run } from "./scene.ts";
import { billingAbility, brokenAt, preCommitDocuments, services } from "./seed-004-project.ts";

describe("5.1: together with ability routing", () => {
  const policy = "version: 1\ncommands:\n  - run: ./scripts/billing-regression.sh\n";

  it("leads from the prompt to the suggestion, the task, its run, and the record of it", async () => {
    const scene = await withExamples({ files: billingAbility, policy });
    scene.put("scripts/billing-regression.sh", billingAbility["scripts/billing-regression.sh"] ?? "", 0o755);
    await scene.trust();
    const session = "sess-51";

    const told = await scene.emit("UserPromptSubmit", {
      user_message: "Run the full billing regression tests for me.",
      session_id: session,
    });
    expect(told.suggested_abilities).toMatchObject([{ id: "billing_regression" }]);
    expect(told.suggestions?.text).toContain("- billing_regression (");

    // The suggestion is a hint; the registry says what it is.
    const shown = jsonOf(await run(scene, ["ability", "show", "billing_regression", "--json"]));
    expect(JSON.stringify(shown)).toContain("workflow.billing.regression");
    const created = jsonOf<{ status: string; task_key: string }>(
      await run(scene, ["ability", "task", "create", "billing_regression", "--reason", "asked for", "--json"]),
    );
    expect(created).toMatchObject({ status: "available", task_key: expect.stringMatching(/^task-/) });

    // Without an intent the run is refused like any call, and the task waits.
    const early = await run(scene, ["ability", "task", "run", created.task_key, "--session", session, "--json"]);
    expect(early).toMatchObject({ code: 2 });
    expect(early.out).toContain("INTENT_REQUIRED");
    await call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
    const ran = await run(scene, ["ability", "task", "run", created.task_key, "--session", session, "--json"]);
    expect(ran.code, ran.out + ran.err).toBe(0);
    expect(ran.out).toContain('"passed":42');

    const lines = scene.text(".system/logs/tool_call.md").trimEnd().split("\n");
    expect(lines.filter((line) => line.includes("billing_regression (workflow.billing.regression)"))).toEqual([
      expect.stringContaining("| skipped |"),
      expect.stringContaining("| success |"),
    ]);
    const page = scene.text(`.system/implement/${created.task_key}/tool_call.md`);
    expect(page).toContain("asked for");
    expect(page).toContain("billing_regression (workflow.billing.regression) | success |");
    const { abilities } = JSON.parse(scene.text(".system/cache/ability_usage.json"));
    expect(abilities.billing_regression).toMatchObject({ calls: 1, failures: 0 });
  });
});

describe("5.2: together with knowledge routing", () => {
  const intent = {
    scope: "execution.quality_gates",
    topic: "pre_commit_checks",
    stage: "understand",
    intent: "learn_which_checks_to_run_before_commit",
    signals: { user_raw_input: "Before I commit, what checks should I run?" },
  };

  it("leads from the question to the documents, with the last command at hand", async () => {
    const policy = "version: 1\ncommands:\n  - run: make dev_check\n";
    const files = { ...preCommitDocuments, Makefile: "dev_check:\n\t@echo all checks passed\n" };
    const scene = makeHookScene({ files, policy });
    scene.declare("asks", hookFile("asks", "UserPromptSubmit"), answering({ new_intent: intent }));
    await scene.trust();
    const session = "sess-52";
    await call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
    expect(await call(scene, "execute_command", { command: "make dev_check" }, session)).toMatchObject({
      decision: "allow",
    });

    const told = await scene.emit("UserPromptSubmit", {
      user_message: "Before I commit, what checks should I run?",
      session_id: session,
    });
    expect(JSON.parse(scene.text("told.json"))).toMatchObject({
      event_type: "UserPromptSubmit",
      session_id: session,
      user_message: "Before I commit, what checks should I run?",
      last_command: "make dev_check",
      files_touched: [],
      stage: "plan",
    });
    expect(told.new_intent).toEqual({ ...intent, hook: "asks" });
    expect(told.suggestions?.documents.map(({ path }) => path)).toEqual([
      "docs/pre-commit-policy.md",
      "docs/dev-check-example.md",
    ]);
    expect(told.suggestions?.text).toContain("- docs/pre-commit-policy.md: The policy for checks before a commit.");
  });
});

describe("5.3: together with local automation", () => {
  it("builds the services that a session changed, and says which is broken", async () => {
    const intents = `active_intents:
  - id: INT-001
    name: Services
    status: IN_PROGRESS
    owned_scope: ["services/**"]
`;
    const scene = await withExamples({ files: services(), intents, policy: "environment: dev\n" });
    const file = ".system/hooks/session_stop_build_check.yaml";
    scene.put(file, scene.text(file).replace(/enabled: false.*/, "enabled: true\nenvironments: [dev]"));
    await scene.trust();
    const session = "sess-53";
    await call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
    const billing = "export const total: number = 2;\n";
    for (const [path, content] of [
      ["services/billing/src/invoice.ts", billing],
      ["services/auth/src/login.ts", brokenAt(58)],
    ]) {
      await call(scene, "read_file", { path }, session);
      expect(await call(scene, "write_to_file", { path, content }, session)).toMatchObject({ decision: "allow" });
    }

    // Nothing but the session is told: what it changed stands in the ledger.
    const told = await scene.emit("SessionStop", { session_id: session });
    expect(told.messages_to_user.map(({ text }) => text)).toEqual([
      "Ran `npm run build:billing` and `npm run build:auth` for modified services.",
      "Billing build: success.",
      "Auth build: failed with TypeScript error in services/auth/src/login.ts:58.",
    ]);
    expect(told.follow_up_actions).toEqual([
      { kind: "open_file", payload: { path: "services/auth/src/login.ts" }, hook: "session_stop_build_check" },
    ]);

    const { actions } = JSON.parse((await scene.hooks(["actions", "--json"])).out);
    expect(actions).toMatchObject([{ kind: "open_file", state: "waiting", session }]);
    const opened = await scene.hooks(["actions", "run", actions[0].id]);
    expect(opened).toMatchObject({ code: 0 });
    expect(opened.out).toContain("left to the editor");
  });
});
