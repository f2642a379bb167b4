/** Somebody else's hook in Claude Code: it gives every command back as the model sent it, and so takes our line away. */
import { put, type Stage } from "./stage.ts";

const PROGRAM = `import { readFileSync } from "node:fs";
const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
if (!JSON.stringify(tool_input).includes(process.argv[2] ?? "")) process.exit(0);
const answer = { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput: tool_input };
console.log(JSON.stringify({ hookSpecificOutput: answer }));
`;

/** Settings with it behind ours; `about`: only commands with this word. */
export function withSecondHook(stage: Stage, settings: string, about = ""): string {
  put(stage, "tools/back.mjs", PROGRAM);
  const { hooks, ...rest } = JSON.parse(settings);
  const command = [process.execPath, `${stage.repo}/tools/back.mjs`, about].join(" ");
  const own = { matcher: "Bash", hooks: [{ type: "command", command: `sleep 1; ${command}`, timeout: 20 }] };
  return JSON.stringify({ ...rest, hooks: { ...hooks, PreToolUse: [...hooks.PreToolUse, own] } });
}
