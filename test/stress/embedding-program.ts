/** A tiny program that embeds the gate, with one hook of its own that misbehaves; prints what it was answered. */
import { writeSync } from "node:fs";
import { openWorkspace } from "@intentgate/gate";

const [root = "", stateDir = "", phase = "", does = "", critical = ""] = process.argv.slice(2);
const workspace = openWorkspace(root, { stateDir });
const session = { id: "embedded", model: "m-1" };
await workspace.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session });

const garbage: Record<string, unknown> = {
  "answers yes": "yes",
  "answers true": true,
  "answers null": null,
  "answers 0": 0,
  "answers a list": [{ allow: true }],
  "answers nothing known": { allow: "maybe" },
  "answers allow 1": { allow: 1 },
  "answers an empty object": {},
  "answers a question without words": { allow: "ask" },
};

async function misbehave(): Promise<never> {
  writeSync(1, "hook reached\n");
  switch (does) {
    case "throws":
      throw new Error("bang");
    case "throws nothing":
      throw undefined;
    case "rejects later":
      await new Promise((done) => setTimeout(done, 5));
      throw new Error("later bang");
    case "hangs":
      return new Promise<never>(() => undefined);
    case "hangs busily":
      return new Promise<never>(() => setInterval(() => undefined, 10));
    case "exits with 0":
      return process.exit(0);
    case "exits with 1":
      return process.exit(1);
    case "aborts":
      return process.abort();
    case "loops for ever":
      for (;;);
    default:
      return garbage[does] as never;
  }
}

const options = { critical: critical === "critical", timeoutMs: 300 };
if (phase === "pre") workspace.engine.registerPreHook("ours", misbehave, options);
else workspace.engine.registerPostHook("ours", misbehave, { timeoutMs: 300 });
const input = { path: "src/new.ts", content: "export const made = 1;\n" };
const { decision, failed, refusal, warnings } = await workspace.run({ tool: "write_to_file", input, session });
const answered = {
  decision,
  failed,
  code: refusal?.code,
  meta: refusal?.meta,
  warnings: warnings.map((one) => one.meta),
};
writeSync(1, `${JSON.stringify(answered)}\n`);
process.exit(decision === "allow" && !failed ? 0 : 2); // timers of a hook that hangs must not keep the program
