/**
 * The order of the folders inside each package and app that has more than five: who stands further up is imported by
 * who stands further down, never the other way; folders of one line do not know each other. What lies beside the
 * folders stands below them all.
 */
export const folderOrder: Readonly<Record<string, readonly string[]>> = {
  "packages/shell": [
    // What is known of programs, and what a use of one says, before anything is walked.
    "facts install uses",
    "values",
    "programs syntax",
    "state",
    "expand",
    "builtins",
    "walk",
    "classify",
  ],
  "packages/policy": [
    "paths question",
    "intents patch policy-file",
    "effects ignore lessons",
    // Who decides sees all of them.
    "hooks",
  ],
  "packages/trace": ["contents syntax", "records", "bridges chain lines map mutation", "drafts shared"],
  "packages/hosts": ["payload settings", "tools", "host", "dialect gated install silence", "rules", "hosts"],
  "packages/tools": ["contract", "text", "files", "command define search", "native"],
  "packages/box": ["plan", "network proxy run", "changes ticket", "apply verdict", "held", "copies"],
  "packages/sidecar": ["compiled state", "store", "roots", "lessons sessions", "reports"],
  "packages/routing": ["json-schema matching reading", "abilities", "knowledge tasks", "suggestions", "run"],
  "packages/gate": [
    "resident secrets syntax trust",
    "observe",
    "contained",
    "stop",
    "approvals",
    // The call has its home here: what is around it stands above, who asks for it below.
    "calls",
    "hooks kept-back undo",
    "workspace",
    "floor host-door intents",
  ],
  "apps/mcp": ["gate http", "resources tools", "prompts", "server", "acp gateway"],
  "apps/cli": [
    "terminal",
    "blame command stop storage",
    "completion program report undo",
    "demo launcher library workspace",
    "ability approvals box classify hooks hosts intent policy run trace",
    "branch hook init live",
    "gate",
    "doctor floor upgrade",
    "status",
    "verbs",
  ],
  "apps/vscode": ["folders pages", "approvals authored blame sessions", "chat intents", "panel"],
};
