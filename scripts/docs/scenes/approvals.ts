import { onStage } from "../produce.ts";
import { call, type Stage } from "../stage.ts";

const remove = call("delete_file", { path: "src/auth/old.pem" });
const build = call("execute_command", { command: "node tools/generate.mjs" });

export const approvalsScene = onStage(
  (stage) => {
    stage.quietly(
      "intentgate init --yes",
      'intentgate intent new INT-001 --name "JWT authentication" --scope "src/auth/**" --start',
      call("select_active_intent", { intent_id: "INT-001" }),
    );
    return {
      ...laterBlocks(stage),
      ...rejectBlocks(stage),
      ...commandBlocks(stage),
      ...modeBlocks(stage),
      ...stopBlocks(stage),
    };
  },
  {
    ".gitignore": "*.pem\n",
    "src/auth/old.pem": "the key of last year\n",
    "src/auth/mobile.pem": "the key of the mobile app\n",
    "tools/generate.mjs": 'console.log("made");\n',
  },
);

function laterBlocks(stage: Stage) {
  const denied = stage.shell(remove);
  const id = stage.requestOf(remove);
  return {
    "approvals.denied": denied,
    "approvals.list": stage.shell("intentgate approvals"),
    "approvals.show": stage.shell(`intentgate approvals show ${id}`),
    "approvals.no-terminal": stage.shell(`intentgate approvals approve ${id}`),
    "approvals.approve": stage.person(`intentgate approvals approve ${id}`),
    "approvals.passes": stage.shell(remove, "intentgate trace"),
  };
}

function rejectBlocks(stage: Stage) {
  const line = call("delete_file", { path: "src/auth/mobile.pem" });
  const id = stage.requestOf(line);
  return {
    "approvals.reject": stage.person(`intentgate approvals reject ${id} --reason "The mobile app still uses it"`),
    "approvals.rejected": stage.shell(line),
  };
}

function commandBlocks(stage: Stage) {
  const unknown = stage.shell(build);
  const id = stage.requestOf(build);
  return {
    "approvals.unknown": unknown,
    "approvals.declare": stage.person(`intentgate approvals approve ${id} --declare`),
    "approvals.declared": stage.shell(build, "tail -n 4 .orchestration/policy.yaml"),
  };
}

function stopBlocks(stage: Stage) {
  const look = call("read_file", { path: "src/auth/a.ts" });
  return {
    "approvals.stop": stage.person("intentgate stop s1"),
    "approvals.stopped": stage.shell(look),
    "approvals.resume": stage.person("intentgate resume s1"),
  };
}

function modeBlocks(stage: Stage) {
  stage.put(".orchestration/policy.yaml", "approval:\n  mode: strict\n");
  const line = (name: string) => call("write_to_file", { path: `src/auth/${name}.ts`, content: "export {};\n" });
  const strict = stage.shell(line("a"));
  const id = stage.requestOf(line("a"));
  return {
    "approvals.strict": strict,
    "approvals.standing": stage.person(`intentgate approvals approve ${id} --standing`),
    "approvals.stands": stage.shell(line("a"), line("b")),
    "approvals.revoke": stage.shell("intentgate session revoke s1", line("c")),
  };
}
