import { onStage } from "../produce.ts";
import { call } from "../stage.ts";

const write = (path: string) => call("write_to_file", { path, content: "export {};" });

export const readmeScene = onStage((stage) => ({
  "readme.start": stage.shell(
    "intentgate init --yes",
    'intentgate intent new --name "JWT login" --scope "src/auth/**" --start',
  ),
  "readme.without": stage.brief(write("src/auth/jwt.ts"), "decision", "code", "reason"),
  "readme.take": stage.brief(call("select_active_intent", { intent_id: "INT-001" }), "decision"),
  "readme.write": stage.brief(write("src/auth/jwt.ts"), "decision", "result"),
  "readme.outside": stage.shell(write("src/api/weather.ts")),
  "readme.trace": stage.shell("intentgate trace", "intentgate trace verify"),
}));
