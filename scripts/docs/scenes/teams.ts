import { onStage } from "../produce.ts";
import { call, fenced, type Stage } from "../stage.ts";

const tests = ".orchestration/policy-tests.yaml";

export const teamsScene = onStage(
  (stage) => ({
    "teams.observe": stage.shell("intentgate init --yes --observe"),
    "teams.files": stage.shell("git status --short --untracked-files=all"),
    "teams.ignore-file": fenced("text", stage.text(".orchestration/.gitignore")),
    "teams.passes": stage.shell(call("write_to_file", { path: "src/auth/jwt.ts", content: "export {};\n" })),
    "teams.report": stage.shell("intentgate report"),
    "teams.enforce": stage.shell(
      "sed -i 's/^mode: observe/mode: enforce/' .orchestration/policy.yaml",
      call("write_to_file", { path: "src/auth/more.ts", content: "export {};\n" }),
    ),
    "teams.worktree": stage.shell(
      "git worktree add -q ../shop-jwt",
      'intentgate intent new --name "JWT authentication" --scope "src/auth/**"',
      "cd ../shop-jwt && intentgate status",
    ),
    "teams.tests-file": planted(stage),
    "teams.tests": stage.shell(
      "intentgate policy test",
      "sed -i 's/npm test/npm run test:unit/' .orchestration/policy.yaml",
      "intentgate policy test",
    ),
  }),
  {
    "package.json": '{ "name": "shop", "scripts": { "test": "node --test", "build": "tsc -p ." } }\n',
    "src/auth/middleware.ts": "export {};\n",
  },
);

function planted(stage: Stage): string {
  const text = `version: 1
tests:
  - { command: npm test, intent: INT-001, expect: allow }
  - { command: git push, intent: INT-001, expect: ask }
  - { command: "sed -i s/a/b/ src/auth/middleware.ts", intent: INT-001, expect: allow }
  - { command: "sed -i s/a/b/ package.json", intent: INT-001, expect: deny, code: SCOPE_VIOLATION }
  - { command: "sed -i s/a/b/ src/auth/middleware.ts", expect: deny, code: INTENT_REQUIRED }
  - name: the rules stay a person's
    intent: INT-001
    call: { tool: write_to_file, input: { path: ${tests}, content: "" } }
    expect: deny
    code: CONTROL_FILE
`;
  stage.put(tests, text);
  return fenced("yaml", text);
}
