/**
 * The rule of the person's own by which Gemini CLI takes a yes of ours: no answer of a hook spares its dialog, and it holds
 * its rules against what our hook puts in the place of a call. So a line with a yes has words that only our hook can put
 * there, as it puts every line of ours in the place of all that the model sent.
 */
import { shellLine } from "@intentgate/documents";
import type { InstallFile, InstallSettings } from "../host/install.ts";

/** What such a line says of itself, which a person reads in its place in the list of calls. */
export const SPOKEN = "Intentgate: a person said yes to this, or to the intent that it belongs to.";

const sign = "# Intentgate: commands in a box that a person said yes to need no dialog here.";

export const spokenPolicy: InstallFile = {
  path: ".gemini/policies/intentgate.toml",
  keepOut: true,
  content: { kind: "own", text: policyText, sign, executable: false },
};

function policyText({ runScript }: InstallSettings): string {
  const command = `"command":"${literally(JSON.stringify(shellLine([runScript ?? "/intentgate"])).slice(1, -1))} [0-9a-f]{32}`;
  const description = `"description":"${literally(SPOKEN)}"`;
  // With the remark behind it as it is given, and without, as Gemini CLI takes a line apart.
  const patterns = [`\\x00${command}  # [^"\\\\]*"\\x00,\\x00${description}\\x00`, `\\x00${command}"\\x00`];
  const rules = patterns.map(
    (pattern) => `
[[rule]]
toolName = "run_shell_command"
argsPattern = ${JSON.stringify(`^\\{${pattern}\\}$`)}
decision = "allow"
priority = 1
modes = ["default", "autoEdit"]
`,
  );
  return `${sign}
# The gate decides which; \`intentgate uninit --user\` takes this file away. Your own rules come before it.
${rules.join("")}`;
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
