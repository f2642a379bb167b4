/** Control rules for the tests of this package, with what two hosts would name. */
import { createControlRules, isControlName as isNamed } from "../../../packages/policy/src/paths/control-files.ts";
import type { HostControlNames } from "../../../packages/policy/src/paths/control-names.ts";

const claude: HostControlNames = {
  inRoot: [".claude"],
  serversInRoot: [],
  inHome: [".claude", ".claude.json"],
  atTop: ["etc/claude-code"],
  notesInHome: [".claude/plans", ".claude/projects/*/memory"],
};
const copilot: HostControlNames = {
  inRoot: [".copilot", ".github/hooks", ".github/copilot"],
  serversInRoot: [".github/mcp.json"],
  inHome: [".copilot"],
  atTop: [],
  notesInHome: [],
};

export const controlRules = createControlRules([claude, copilot]);
export const isControlName = (name: string) => isNamed(name, controlRules);
