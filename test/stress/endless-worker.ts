/** A process of its own that writes through the gate until somebody kills it, and says each call that is done. */
import { writeSync } from "node:fs";
import { openWorkspace } from "@intentgate/gate";

const [root = "", stateDir = "", name = "", slot = "", session = ""] = process.argv.slice(2);
const workspace = openWorkspace(root, { stateDir });
setTimeout(() => process.exit(1), 60_000); // for the case that whoever should kill it is gone

/** One line for each call that came back. */
export interface Finished {
  id: string;
  step: string;
  changed: boolean;
  code: string;
}

async function call(step: string, tool: string, input: object): Promise<string> {
  const answer = await workspace.run({ tool, input, session: { id: session, model: "m-1" } });
  const changed = step !== "other" && answer.decision === "allow" && !answer.failed;
  const code = answer.refusal?.code ?? "";
  const finished: Finished = { id: answer.invocationId, step, changed, code };
  writeSync(1, `${JSON.stringify(finished)}\n`);
  return code;
}

/** Says at both ends what it is, so that half of it can be told; several pages long now and then. */
function whole(mark: string, lines: number): string {
  return `// ${mark}\n${`// ${"x".repeat(120)}\n`.repeat(lines)}// ${mark}\n`;
}

await call("other", "select_active_intent", { intent_id: "INT-001" });
for (let at = 0; ; at++) {
  const mark = `${name}.${at}`;
  const own = `src/own/${slot}.ts`;
  const code =
    at % 4 === 3
      ? await call("edit", "edit", { path: "src/shared.ts", old_string: "// end", new_string: `// ${mark}\n// end` })
      : await call("own", "write_to_file", { path: own, content: whole(mark, at % 5 === 4 ? 2_000 : 3) });
  if (code === "STALE_FILE") await call("other", "read_file", { path: at % 4 === 3 ? "src/shared.ts" : own });
  if (at % 6 === 1) await call("other", "record_lesson", { lesson: `Lesson ${mark}` });
}
