/** Text to tree: a script that bash would not take, or that is too large, is a reason and not a tree. */
import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash";
import { GAP, START } from "./value.ts";

const LARGEST = 100_000;
const MOST_NODES = 60_000;
const DEEPEST = 200;

export type Parsed = { script: ParsedScript; nodes: number } | { problem: string };

export function parseCommand(text: string): Parsed {
  if (text.length > LARGEST) return { problem: `longer than ${LARGEST} characters` };
  if (text.includes("\0")) return { problem: "it contains a NUL" };
  if (text.includes(START) || text.includes(GAP)) return { problem: "it contains characters that no text has" };
  const script = parse(text);
  const survey = { nodes: 0, problem: undefined as string | undefined };
  inspect(script, 0, survey);
  return survey.problem === undefined ? { script, nodes: survey.nodes } : { problem: survey.problem };
}

/** Opens every part that is parsed when first asked for: an error deep inside counts as one. */
function inspect(node: SyntaxNode, depth: number, survey: { nodes: number; problem: string | undefined }): void {
  survey.nodes += 1;
  if (survey.problem !== undefined) return;
  if (depth > DEEPEST || survey.nodes > MOST_NODES) survey.problem = "too deeply nested or too long";
  else if (node.type === "Script") {
    const [first] = (node as ParsedScript).errors ?? [];
    if (first) survey.problem = `the shell would not take it: ${first.message}`;
  } else if (isUnopened(node)) survey.problem = "a substitution in it could not be read";
  if (survey.problem === undefined) forEachChild(node, (child) => inspect(child, depth + 1, survey));
}

function isUnopened(node: SyntaxNode): boolean {
  if (node.type === "CommandExpansion" || node.type === "ProcessSubstitution") return node.script === undefined;
  return node.type === "ParameterExpansion" && node.operation?.type === "Unknown";
}
