import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { claudeCode } from "./drivers/claude-code.ts";
import { cline } from "./drivers/cline.ts";
import { codex, sandboxedCodex } from "./drivers/codex.ts";
import { copilotCli } from "./drivers/copilot-cli.ts";
import { geminiCli } from "./drivers/gemini-cli.ts";
import { opencode } from "./drivers/opencode.ts";
import { hostBoxes, type OwnRules } from "./host-boxed.ts";
import { withSecondHook } from "./second-hook.ts";
import { put, type Stage } from "./stage.ts";

function edit(stage: Stage, path: string, change: (settings: Record<string, unknown>) => void): void {
  const file = join(stage.repo, path);
  const settings = JSON.parse(readFileSync(file, "utf8"));
  change(settings);
  writeFileSync(file, JSON.stringify(settings));
}

function add(stage: Stage, path: string, text: string): void {
  mkdirSync(dirname(join(stage.home, path)), { recursive: true });
  appendFileSync(join(stage.home, path), text);
}

const nothing = () => undefined;

hostBoxes(claudeCode, {
  says: ["deny", "ask"],
  put: (stage, deny, ask) =>
    edit(stage, ".claude/settings.local.json", (settings) => {
      settings.permissions = { ...(settings.permissions ?? {}), deny: [`Bash(${deny}:*)`], ask: [`Bash(${ask}:*)`] };
    }),
  words: (deny) => ["--disallowedTools", `Bash(${deny}:*)`],
  second(stage, about) {
    const file = join(stage.repo, ".claude/settings.local.json");
    writeFileSync(file, withSecondHook(stage, readFileSync(file, "utf8"), about));
  },
});
const codexRules: OwnRules = {
  says: ["deny", "ask"],
  put(stage, deny, ask) {
    const rule = (command: string, says: string) =>
      `prefix_rule(pattern=${JSON.stringify(command.split(" "))}, decision="${says}")\n`;
    add(stage, ".codex/rules/own.rules", rule(deny, "forbidden") + rule(ask, "prompt"));
  },
};
hostBoxes(codex, codexRules);
hostBoxes(sandboxedCodex, codexRules, "codex in its own sandbox");
hostBoxes(geminiCli, {
  says: ["deny", "ask"],
  put(stage, deny, ask) {
    const rule = (command: string, says: string) =>
      `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${command}"\ndecision = "${says}"\npriority = 900\n`;
    add(stage, ".gemini/policies/own.toml", rule(deny, "deny") + rule(ask, "ask_user"));
  },
});
hostBoxes(copilotCli, { says: [], put: nothing, words: (deny) => ["--deny-tool", `shell(${deny})`] });
hostBoxes(opencode, {
  says: ["deny", "ask"],
  put: (stage, deny, ask) =>
    put(
      stage,
      "opencode.json",
      JSON.stringify({ permission: { bash: { "*": "allow", [`${deny}*`]: "deny", [`${ask}*`]: "ask" } } }),
    ),
});
// Rules in CLINE_COMMAND_PERMISSIONS were seen not to act in 3.0.65, with or without us.
hostBoxes(cline, { says: [], put: nothing });
// Not Qwen Code: no hook of it may change the input of a call.
