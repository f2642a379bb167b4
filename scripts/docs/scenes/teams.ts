import { onStage } from "../produce.ts";
import { call, fenced } from "../stage.ts";

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
  }),
  {
    "package.json": '{ "name": "shop", "scripts": { "test": "node --test", "build": "tsc -p ." } }\n',
    "src/auth/middleware.ts": "export {};\n",
  },
);
