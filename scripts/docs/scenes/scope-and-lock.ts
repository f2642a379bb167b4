import { onStage } from "../produce.ts";
import { call, fenced, type Stage } from "../stage.ts";

const outside = { path: "src/api/weather.ts", old_string: "celsius", new_string: "kelvin" };
const wider = { additional_globs: ["src/api/weather.ts"], reason: "The login page shows the weather." };

export const scopeAndLockScene = onStage((stage) => {
  stage.quietly(
    "intentgate init --yes",
    'intentgate intent new INT-001 --name "JWT authentication" --scope "src/auth/**" --start',
    call("select_active_intent", { intent_id: "INT-001" }),
  );
  return { ...scopeBlocks(stage), ...lockBlocks(stage), ...ruleBlocks(stage) };
});

function scopeBlocks(stage: Stage) {
  const asked = call("edit", { ...outside, request_scope_expansion: wider });
  const violation = stage.shell(call("edit", outside));
  const insufficient = stage.shell(
    call("edit", { ...outside, request_scope_expansion: { additional_globs: ["docs/**"], reason: "Docs too." } }),
  );
  const open = stage.shell(asked);
  const id = stage.requestOf(asked);
  return {
    "scope.violation": violation,
    "scope.insufficient": insufficient,
    "scope.asked": open,
    "scope.shown": stage.shell(`intentgate approvals show ${id}`),
    "scope.approved": stage.person(`intentgate approvals approve ${id}`),
    "scope.passes": stage.shell(asked, "intentgate intent list"),
  };
}

function lockBlocks(stage: Stage) {
  const path = "src/auth/middleware.ts";
  const overwrite = (content: string, more: object = {}) => call("write_to_file", { path, content, ...more });
  const neverRead = stage.shell(overwrite("export {};\n"));
  const read = stage.shell(call("read_file", { path }));
  stage.put(path, 'export function authMiddleware(header: string): boolean {\n  return header !== "";\n}\n');
  const changed = stage.shell(overwrite("export {};\n"));
  const observed = stage.shell(overwrite("export {};\n", { observed_content_hash: `sha256:${"0".repeat(64)}` }));
  return { "lock.never-read": neverRead, "lock.read": read, "lock.changed": changed, "lock.observed": observed };
}

function ruleBlocks(stage: Stage) {
  const rules = "src/auth/keys.ts\nsrc/auth/legacy/**  require_approval   # ask Ann\n";
  const policy = 'forbid:\n  - paths: ["**/migrations/**"]\n    reason: the database team writes these\n';
  stage.put(".intentignore", rules);
  stage.put(".orchestration/policy.yaml", policy);
  return {
    "rules.ignore-file": fenced("text", rules),
    "rules.ignored": stage.shell(call("write_to_file", { path: "src/auth/keys.ts", content: "" })),
    "rules.policy-file": fenced("yaml", policy),
    "rules.forbidden": stage.shell(call("write_to_file", { path: "src/auth/migrations/1.sql", content: "" })),
    "rules.control": stage.shell(call("write_to_file", { path: ".claude/settings.json", content: "{}" })),
  };
}
