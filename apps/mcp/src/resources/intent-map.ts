import type { McpResource } from "./resource.ts";

const MOST_INTENTS = 100;
const MOST_FILES = 100;

export const intentMap: McpResource = {
  name: "intent-map",
  uri: "intentgate://map",
  title: "Intent map",
  description: "Which files and symbols were changed under which intent.",
  async read({ home }) {
    const { intentMapOf, sidecarMissing } = await import("@intentgate/sidecar");
    const rules = home.rules();
    if (!rules.ok && rules.problems.some((one) => one.code === "SIDECAR_MISSING"))
      return { ok: false, problems: [sidecarMissing(home)] };
    const mapped = intentMapOf(home);
    const shown = mapped.slice(-MOST_INTENTS).map((one) => ({
      ...one,
      files: one.files.slice(0, MOST_FILES),
      more_files: Math.max(0, one.files.length - MOST_FILES),
    }));
    return { ok: true, value: { intents: shown, more: Math.max(0, mapped.length - MOST_INTENTS) } };
  },
};
