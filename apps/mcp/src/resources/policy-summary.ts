import type { McpResource } from "./resource.ts";

const MOST = 100;

export const policySummary: McpResource = {
  name: "policy",
  uri: "intentgate://policy",
  title: "What the policy says",
  description: "Whether the gate enforces, who is asked about what, which commands pass, and what is forbidden.",
  async read({ home }) {
    const rules = home.rules();
    if (!rules.ok) return rules;
    const { mode, approval, commands, tools, forbid, on_violation, completion } = rules.value.policy;
    return {
      ok: true,
      value: {
        mode,
        paused_until: home.pauses.active()?.until ?? null,
        approval,
        completion,
        on_violation,
        declared_commands: commands.slice(0, MOST).map(({ run, writes }) => ({ run, writes })),
        declared_tools: Object.keys(tools).slice(0, MOST),
        forbidden: forbid.slice(0, MOST),
      },
    };
  },
};
