/** Where the settings of Claude Code lie in a project; others read them too. */
export const claudeSettings = [".claude/settings.json", ".claude/settings.local.json"];
