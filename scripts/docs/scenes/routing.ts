import { chmodSync } from "node:fs";
import { join } from "node:path";
import { onStage } from "../produce.ts";

const files: Record<string, string> = {
  "src/users/list.ts": "export const users = [];\n",
  ".system/registry/low-level/db.write.user_row.yaml": `operation_key: db.write.user_row
version: 1
summary: Write one user row (non-production only).
scope: { modules: ["users.api"], environments: ["dev", "staging"] }
input_schema:  { type: object, required: ["user_id"], properties: { user_id: { type: string } } }
output_schema: { type: object, required: ["status"], properties: { status: { type: string, enum: ["success", "error"] } } }
routing_hints: { keywords: ["insert user", "add a test user"], negative_keywords: ["prod"], notes: "Prefer the signup workflow." }
`,
  ".system/registry/config/db.write.user_row.yaml": `id: db.write.user_row
impl: { kind: script, script: { path: ./scripts/add-user.sh, args_template: ["{{user_id}}"], timeout_sec: 60 } }
`,
  "scripts/add-user.sh": `#!/bin/sh\nprintf '{"status":"success","added":"%s"}\\n' "$1"\n`,
};

export const routingScene = onStage((stage) => {
  chmodSync(join(stage.repo, "scripts/add-user.sh"), 0o755);
  stage.quietly(
    "intentgate init --yes",
    'intentgate intent new INT-001 --name "User lists" --scope "src/users/**" --start',
    "intentgate use INT-001 --session cli",
  );
  stage.put(
    ".orchestration/policy.yaml",
    "environment: dev\ncommands:\n  - { run: ./scripts/add-user.sh, args: any }\n",
  );
  const suggest = stage.shell(
    'intentgate suggest "please add a test user u-1"',
    'intentgate suggest "what is the weather like?"',
  );
  const lint = stage.shell("intentgate routing lint", "intentgate ability sync", "cat ABILITY.md");
  const prepare = `intentgate ability task create db.write.user_row --input '{"user_id":"u-1"}' --reason "for the login tests"`;
  const created = stage.shell(prepare);
  const key = /task-[0-9a-f]{10}/.exec(created)?.[0] ?? "";
  const ran = stage.shell(
    `intentgate ability task run ${key}`,
    `grep -E "^- (Ability|State|Reason|Implementation)" .system/implement/${key}/tool_call.md`,
  );
  const refused = stage.shell(`intentgate ability task create db.write.user_row --input '{"user_id":"--all"}'`);
  const settled = (text: string) => text.replaceAll(key, "task-5c1f0a9e77");
  return {
    "routing.suggest": suggest,
    "routing.lint": lint,
    "routing.task": `${settled(created)}\n\n${settled(ran)}`,
    "routing.refused": refused,
  };
}, files);
