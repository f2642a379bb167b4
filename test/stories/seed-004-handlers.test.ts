import { accessSync, constants } from "node:fs";
import { describe, expect, it } from "vitest";
import { answering, type HookScene, hookFile, makeHookScene, withExamples } from "./hook-scene.ts";
import { call } from "./scene.ts";
import { preCommitDocuments, signupAbility } from "./seed-004-project.ts";

const event = {
  event_type: "PostAbilityCall",
  session_id: "sess-1",
  ability_id: "code_review_agent",
  status: "success",
  timestamp: "2025-01-15T10:45:12Z",
};

describe("4.3.1: a simple logging handler", () => {
  /** As the document prints it. */
  const python = `#!/usr/bin/env python3
import json
import sys
from pathlib import Path

def main():
  ctx = json.load(sys.stdin)
  log_path = Path(".system/logs/hooks.log")
  log_path.parent.mkdir(parents=True, exist_ok=True)
  with log_path.open("a", encoding="utf-8") as f:
    f.write(json.dumps(ctx) + "\\n")
  json.dump({"usage_recorded": True}, sys.stdout)

if __name__ == "__main__":
  main()
`;
  const sh = `#!/bin/sh
mkdir -p .system/logs
cat >> .system/logs/hooks.log
echo >> .system/logs/hooks.log
printf '{"usage_recorded": true}'
`;

  async function logs(scene: HookScene): Promise<void> {
    await scene.trust();
    expect(await scene.emit("PostAbilityCall", event)).toMatchObject({
      exit: 0,
      runs: [{ outcome: "ok" }],
      warnings: [],
    });
    const [own, gates] = scene.log();
    expect(own).toEqual({ ...event, repository_root: scene.repo });
    expect(gates).toMatchObject({ hook: "logger", outcome: "ok" });
    const tried = await scene.hooks(["test", "logger", "--event", "-", "--json"], { input: JSON.stringify(event) });
    expect(JSON.parse(tried.out)).toMatchObject({ matched: true, result: { usage_recorded: true } });
  }

  it.skipIf(!hasPython())("works as the document prints it (skipped where there is no /usr/bin/python3)", async () => {
    const scene = makeHookScene();
    scene.put("scripts/hooks/logger.py", python, 0o755);
    scene.declare("logger", hookFile("logger", "PostAbilityCall").replace("logger.sh", "logger.py"));
    await logs(scene);
  });

  it("works as a few lines of sh", async () => {
    const scene = makeHookScene();
    scene.declare("logger", hookFile("logger", "PostAbilityCall"), sh);
    await logs(scene);
  });
});

describe("4.3.2: suggesting an ability", () => {
  const output = {
    suggested_abilities: [{ id: "signup_e2e", reason: "User asked to test signup flow end-to-end", confidence: 0.84 }],
    messages_to_user: ["You can use the signup_e2e workflow ability to run the full signup test suite."],
  };

  it("takes the answer of the document, and lets the registry have the last word", async () => {
    const scene = makeHookScene({ files: signupAbility });
    scene.declare("suggester", hookFile("suggester", "UserPromptSubmit"), answering(output));
    await scene.trust();
    const told = await scene.emit("UserPromptSubmit", { user_message: "Please test the signup flow end-to-end" });
    expect(told.suggested_abilities).toEqual([{ ...output.suggested_abilities[0], hook: "suggester" }]);
    expect(told.messages_to_user).toEqual([{ text: output.messages_to_user[0], hook: "suggester" }]);
    expect(told.suggestions?.abilities.map(({ id }) => id)).toEqual(["signup_e2e"]);
  });

  it("the example hook comes to the same ability and the same sentence by itself", async () => {
    const scene = await withExamples({ files: signupAbility });
    await scene.trust();
    const told = await scene.emit("UserPromptSubmit", { user_message: "Please test the signup flow end-to-end" });
    expect(told.suggested_abilities.map(({ id }) => id)).toEqual(["signup_e2e"]);
    expect(told.messages_to_user.map(({ text }) => text)).toEqual(output.messages_to_user);
  });
});

describe("4.3.3: a structured intent for knowledge routing", () => {
  const intent = {
    scope: "execution.quality_gates",
    topic: "pre_commit_checks",
    stage: "plan",
    intent: "ensure_code_quality_before_commit",
    signals: { user_raw_input: "I want to run a pre-commit check", cli_command: "make dev_check" },
  };

  it.each(["UserPromptSubmit", "SessionStop"])("selects documents on %s", async (type) => {
    const scene = makeHookScene({ files: preCommitDocuments });
    scene.declare("trigger", hookFile("trigger", type), answering({ new_intent: intent }));
    await scene.trust();
    const message = type === "UserPromptSubmit" ? { user_message: "I want to run a pre-commit check" } : {};
    const told = await scene.emit(type, message);
    expect(told.new_intent).toEqual({ ...intent, hook: "trigger" });
    const paths = told.suggestions?.documents.map(({ path }) => path);
    expect(paths?.[0]).toBe("docs/pre-commit-policy.md");
    expect(paths).not.toContain("docs/versions.md");
  });

  it("is a question and nothing more: no intent comes into being, none is taken", async () => {
    const scene = makeHookScene({ files: preCommitDocuments });
    const taking = { new_intent: { ...intent, intent: "INT-001" } };
    scene.declare("trigger", hookFile("trigger", "UserPromptSubmit"), answering(taking));
    await scene.trust();
    const before = scene.text(".orchestration/active_intents.yaml");
    await scene.emit("UserPromptSubmit", { user_message: "take it", session_id: "s1" });
    expect(scene.text(".orchestration/active_intents.yaml")).toBe(before);
    const refused = await call(scene, "write_to_file", { path: "src/auth/a.ts", content: "1\n" }, "s1");
    expect(refused).toMatchObject({ exit: 2, code: "INTENT_REQUIRED" });
  });
});

describe("4.3.4: a soft guardrail", () => {
  const output = {
    messages_to_user: ["This ability would write to production. In this environment, it is blocked."],
    error: "blocked_by_policy",
  };
  const match = 'match: { only_if_changed_paths: ["src/auth/prod/**"] }\n';
  const target = { path: "src/auth/prod/db.ts", content: "export {};\n" };

  async function guarded(blocking: boolean): Promise<HookScene> {
    const scene = makeHookScene();
    scene.declare("guard", hookFile("guard", "PreAbilityCall", { blocking, rest: match }), answering(output));
    await scene.trust();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    return scene;
  }

  it("blocks the call where the hook is blocking: BLOCKED_BY_HOOK with what it said", async () => {
    const scene = await guarded(true);
    const refused = await call(scene, "write_to_file", target);
    expect(refused).toMatchObject({
      exit: 2,
      code: "BLOCKED_BY_HOOK",
      error: { meta: { hook_id: "guard", messages: output.messages_to_user } },
    });
    expect(refused.reason).toContain("blocked_by_policy");
    expect(refused.reason).toContain(output.messages_to_user[0]);
    expect(scene.has(target.path)).toBe(false);
    expect(JSON.parse(scene.text("told.json"))).toMatchObject({
      event_type: "PreAbilityCall",
      session_id: "s1",
      ability_id: "write_to_file",
      operation_key: "tool.write_to_file",
      stage: "plan",
      files_touched: [target.path],
      changed_files: [target.path],
    });
    expect(scene.text("told.json")).not.toContain("export {}");
    // What it does not match it does not hear of.
    expect(await call(scene, "write_to_file", { ...target, path: "src/auth/dev.ts" })).toMatchObject({
      decision: "allow",
    });
  });

  it("only warns where it is not", async () => {
    const scene = await guarded(false);
    const passed = await call(scene, "write_to_file", target);
    expect(passed).toMatchObject({ exit: 0, decision: "allow" });
    const said = passed.notices?.map(({ kind, message }) => `${kind}: ${message}`).join("\n");
    expect(said).toContain(`message: guard: ${output.messages_to_user[0]}`);
    expect(said).toContain("blocked_by_policy");
    expect(scene.has(target.path)).toBe(true);
  });

  it("can have a person asked instead", async () => {
    const scene = makeHookScene();
    const asks = { confirm: { question: "Write to production?" }, tags: ["production"] };
    scene.declare("guard", hookFile("guard", "PreAbilityCall", { rest: match }), answering(asks));
    await scene.trust();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const asked = await call(scene, "write_to_file", target);
    expect(asked).toMatchObject({ exit: 2, code: "NO_ANSWER" });
    expect(asked.reason).toContain("Write to production?");
    const rows = scene.text(".orchestration/decisions.jsonl").trim().split("\n");
    expect(rows.some((row) => row.includes('"tags":["production"]'))).toBe(true);
  });
});

function hasPython(): boolean {
  try {
    accessSync("/usr/bin/python3", constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
