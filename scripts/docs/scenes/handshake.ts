import { onStage } from "../produce.ts";
import { call } from "../stage.ts";

const write = (content: string, session?: string) =>
  call("write_to_file", { path: "src/auth/jwt.ts", content }, session);
const take = (intent_id: string, session?: string) => call("select_active_intent", { intent_id }, session);

export const handshakeScene = onStage((stage) => ({
  "handshake.declare": stage.shell(
    "intentgate init --yes",
    'intentgate intent new INT-001 --name "JWT authentication" --scope "src/auth/**" --constraint "Basic auth keeps working" --criterion "Tests in tests/auth pass"',
    'intentgate intent new INT-002 --name "Weather units" --scope "src/api/**"',
  ),
  "handshake.without": stage.shell(write("export {};\n")),
  "handshake.read": stage.shell(call("read_file", { path: "src/auth/middleware.ts" })),
  "handshake.unknown": stage.shell(take("INT-404")),
  "handshake.take": stage.shell(take("INT-001")),
  "handshake.status": stage.shell("intentgate intent list"),
  "handshake.write": stage.shell(write("export {};\n")),
  "handshake.next-session": stage.shell(take("INT-001", "s2")),
  "handshake.second": stage.shell(take("INT-002")),
  "handshake.changed": stage.shell(
    'intentgate intent edit INT-001 --constraint "Basic auth keeps working" --constraint "No new dependency"',
    write("export const a = 1;\n"),
  ),
  "handshake.closed": stage.shell("intentgate intent complete INT-001", take("INT-001", "s3")),
}));
