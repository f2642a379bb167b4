/** Commands that test, check, build or format a project, by the words that they begin with: what follows differs from run to run. */
import { canonicalCommand, scriptLine } from "./canonical-command.ts";
import { factsOf } from "./facts-of.ts";

/** Which tests run is said behind the command, and a test may do whatever its author wrote anyway. */
export function isTestScript(name: string): boolean {
  return /^tests?(?![A-Za-z0-9])/.test(name);
}

/** Null for a command that nobody knows well enough to say yes to more than was seen. */
export function checkingStart(words: readonly string[]): string | null {
  const meant = canonicalCommand(words);
  if (meant?.does === "tool" && factsOf(meant.tool).checks?.as === "tool") return `npx ${meant.tool}`;
  if (meant?.does === "script" && isTestScript(meant.script)) return scriptLine(meant.manager, meant.script);
  const [program = ""] = words;
  const { checks } = factsOf(program);
  if (checks?.as !== "program") return null;
  const starts = checks.verbs.length === 0 ? [program] : checks.verbs.map((verb) => `${program} ${verb}`);
  return starts.find((start) => start === words.slice(0, start.split(" ").length).join(" ")) ?? null;
}
