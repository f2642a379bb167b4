/**
 * The hosts that are driven for real, in the versions that were measured, what each package wants done after it is
 * unpacked, and without which other of these it cannot be driven.
 */
const newerNode = `node-${{ win32: "win" }[process.platform] ?? process.platform}-${process.arch}`;

export const hostPrograms = {
  "claude-code": {
    packages: ["@anthropic-ai/claude-code@2.1.325"],
    setUp: [["@anthropic-ai/claude-code", "install.cjs"]],
  },
  codex: { packages: ["@openai/codex@0.166.0"] },
  "gemini-cli": { packages: ["@google/gemini-cli@0.61.0"] },
  "copilot-cli": { packages: ["@github/copilot@1.0.102"] },
  opencode: {
    packages: ["opencode-ai@1.18.33"],
    setUp: [["opencode-ai", "postinstall.mjs"]],
    needs: "opencode-plugin",
  },
  /** No host: what opencode otherwise fetches into every folder with a plugin. */
  "opencode-plugin": { packages: ["@opencode-ai/plugin@1.18.33"] },
  /** Wants a newer node than ours. */
  "qwen-code": { packages: ["@qwen-code/qwen-code@0.24.4", `${newerNode}@22`] },
  cline: { packages: ["cline@3.0.65"], setUp: [["cline", "postinstall.mjs"]] },
  /** Claude Code as editors start it; it wants a newer node than ours. */
  "claude-agent-acp": { packages: ["@agentclientprotocol/claude-agent-acp@0.99.0", `${newerNode}@22`] },
};
