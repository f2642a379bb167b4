import { onStage } from "../produce.ts";
import { call } from "../stage.ts";

const path = "src/auth/middleware.ts";
const text = (rule: string) => `export function authMiddleware(header: string): boolean {\n  return ${rule};\n}\n`;
const read = (session: string) => call("read_file", { path }, session);
const write = (session: string, rule: string) => call("write_to_file", { path, content: text(rule) }, session);
const edit = (session: string) =>
  call("edit", { path, old_string: 'startsWith("Basic ")', new_string: 'includes("Basic ")' }, session);

export const collisionScene = onStage((stage) => {
  stage.quietly(
    "intentgate init --yes",
    'intentgate intent new INT-001 --name "JWT authentication" --scope "src/auth/**" --start',
  );
  return {
    "collision.take": stage.shell(
      call("select_active_intent", { intent_id: "INT-001" }, "one"),
      call("select_active_intent", { intent_id: "INT-001" }, "two"),
    ),
    "collision.read": stage.shell(read("one"), read("two")),
    "collision.first": stage.shell(write("one", 'header.startsWith("Bearer ")')),
    "collision.second": stage.shell(write("two", 'header !== ""')),
    "collision.edit": stage.shell(edit("two")),
    "collision.again": stage.shell(read("two"), write("two", 'header.startsWith("Bearer ") || header !== ""')),
    "collision.trace": stage.shell(`intentgate trace log --file ${path}`),
  };
});
