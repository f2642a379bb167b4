import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { claudeCode } from "./drivers/claude-code.ts";
import { cline } from "./drivers/cline.ts";
import { codex } from "./drivers/codex.ts";
import { copilotCli } from "./drivers/copilot-cli.ts";
import { geminiCli } from "./drivers/gemini-cli.ts";
import { opencode } from "./drivers/opencode.ts";
import { hostBoxes } from "./host-boxed.ts";
import { put, type Stage } from "./stage.ts";

function edit(stage: Stage, path: string, change: (settings: Record<string, unknown>) => void): void {
  const file = join(stage.repo, path);
  const settings = JSON.parse(readFileSync(file, "utf8"));
  change(settings);
  writeFileSync(file, JSON.stringify(settings));
}

hostBoxes(claudeCode, (stage, command) =>
  edit(stage, ".claude/settings.local.json", (settings) => {
    settings.permissions = { ...(settings.permissions ?? {}), deny: [`Bash(${command}:*)`] };
  }),
);
hostBoxes(codex, (stage, command) => {
  const file = join(stage.home, ".codex/rules/own.rules");
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `prefix_rule(pattern=${JSON.stringify(command.split(" "))}, decision="forbidden")\n`);
});
hostBoxes(geminiCli, (stage, command) =>
  edit(stage, ".gemini/settings.json", (settings) => {
    settings.tools = { exclude: [`run_shell_command(${command})`] };
  }),
);
hostBoxes(copilotCli);
hostBoxes(opencode, (stage, command) =>
  put(stage, "opencode.json", JSON.stringify({ permission: { bash: { "*": "allow", [`${command}*`]: "deny" } } })),
);
hostBoxes(cline);
// Not Qwen Code: no hook of it may change the input of a call.
