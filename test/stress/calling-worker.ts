/** A process of its own that works through the gate: reads, edits, whole writes, lessons, expansions. */
import { writeSync } from "node:fs";
import type { CallAnswer } from "@intentgate/engine";
import { openWorkspace } from "@intentgate/gate";

const [root = "", stateDir = "", name = "", session = "", calls = "0", intent = ""] = process.argv.slice(2);
const workspace = openWorkspace(root, {
  stateDir,
  // The person who is asked about expansions says yes.
  terminal: async () => ({ answer: "once", by: "ann", at: new Date().toISOString() }),
});

/** One line per call: what the test compares with the files. */
export interface Told {
  id: string;
  tool: string;
  step: string;
  decision: string;
  code: string;
  failed: boolean;
  mark: string;
  reason: string;
  warnings: string[];
}

async function call(step: string, tool: string, input: object, mark = ""): Promise<CallAnswer> {
  const answer = await workspace.run({ tool, input, session: { id: session, model: "m-1" } });
  const told: Told = {
    id: answer.invocationId,
    tool,
    step,
    decision: answer.decision,
    code: answer.refusal?.code ?? String((answer.result as { code?: string } | undefined)?.code ?? ""),
    failed: answer.failed,
    mark,
    reason: answer.refusal?.message ?? answer.error?.message ?? "",
    warnings: answer.warnings.map((one) => one.message),
  };
  writeSync(1, `${JSON.stringify(told)}\n`);
  return answer;
}

const select = () => call("select", "select_active_intent", { intent_id: intent });
const own = `src/own/${name}.ts`;
const shared = ["src/shared/a.ts", "src/shared/b.ts", "src/shared/c.ts"];

await select();
for (let at = 1; at < Number(calls); at++) {
  const mark = `${name}.${at};`;
  const file = shared[at % shared.length] ?? "";
  const answer = await step(at, mark, file);
  // Another session widened the intent: this one must look at it again, as the refusal says.
  if (answer.refusal?.code === "INTENT_REQUIRED") await select();
}

async function step(at: number, mark: string, file: string): Promise<CallAnswer> {
  switch (at % 10) {
    case 1:
    case 6:
      return call("own", "write_to_file", { path: own, content: `// ${mark}\nexport const at = ${at};\n` }, mark);
    case 2:
    case 7:
    case 9:
      return call("shared", "edit", { path: file, old_string: "// end", new_string: `// ${mark}\n// end` }, mark);
    case 3:
      return call("read", "read_file", { path: "src/shared/whole.ts" });
    case 4: // read just before, and perhaps replaced by another since: then it is refused
      return call("whole", "write_to_file", { path: "src/shared/whole.ts", content: `// ${mark}\n` }, mark);
    case 5:
      if (at % 20 === 15) return call("read", "read_file", { path: own });
      return call("lesson", "record_lesson", { lesson: `Lesson of ${mark}` }, mark);
    case 8:
      if (at === 28 && /^p[1-4]$/.test(name)) {
        const input = { additional_globs: [`docs/${name}/**`], reason: "The change is described there." };
        return call("expansion", "request_scope_expansion", input, mark);
      }
      return call("stray", "write_to_file", { path: "elsewhere/x.ts", content: "x\n" }, mark);
    default:
      return call("stale", "write_to_file", { path: "src/shared/never-read.ts", content: "x\n" }, mark);
  }
}
