import type { McpResource } from "./resource.ts";

const MOST = 100;

export const intents: McpResource = {
  name: "intents",
  uri: "intentgate://intents",
  title: "Open intents",
  description: "The intents that can be taken: id, name, status, scope, constraints and acceptance criteria.",
  async read({ home }) {
    const { shownIntent } = await import("@intentgate/gate");
    const { isOpen } = await import("@intentgate/policy");
    const rules = home.rules();
    if (!rules.ok) return rules;
    const open = [...rules.value.intents.values()].filter(isOpen);
    return {
      ok: true,
      value: { intents: open.slice(0, MOST).map(shownIntent), more: Math.max(0, open.length - MOST) },
    };
  },
};
