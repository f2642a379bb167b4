/** Text to tree: a script that bash would not take, or that is too large, is a reason and not a tree. */
import { forEachChild, type ParsedScript, parse, type SyntaxNode, type Word } from "unbash";
import { GAP, START } from "../values/value.ts";
import { unaccounted } from "./account.ts";

const LARGEST = 100_000;
const MOST_NODES = 60_000;
const DEEPEST = 200;

/** The shell takes the end of the line away and reads the name behind it; the parser reads a dollar sign. */
const BROKEN = "$\\\n";

export type Parsed = { script: ParsedScript } | { problem: string };

export function parseCommand(text: string): Parsed {
  if (text.length > LARGEST) return { problem: `longer than ${LARGEST} characters` };
  if (text.includes("\0")) return { problem: "it contains a NUL" };
  if (text.includes(START) || text.includes(GAP)) return { problem: "it contains characters that no text has" };
  if (/\p{Surrogate}/u.test(text)) return { problem: "it contains bytes that are no text" };
  if (text.includes(BROKEN)) return { problem: "a name goes on behind the end of a line" };
  const script = parse(text);
  const problem = problemIn(script, text) ?? leftOver(script, text);
  return problem === undefined ? { script } : { problem };
}

function leftOver(script: ParsedScript, text: string): string | undefined {
  const at = unaccounted(script, text);
  return at === null
    ? undefined
    : `from ${JSON.stringify(text.slice(at, at + 12))} on it is read otherwise by the shell`;
}

/** One word as it would stand in a command; null where it is more or less than that. */
export function parseWord(text: string): Word | null {
  if (text.includes(BROKEN)) return null;
  const source = `: ${text}`;
  const script = parse(source);
  const command = script.commands[0]?.command;
  const isAlone = !script.errors?.length && script.commands.length === 1 && command?.type === "Command";
  const word = isAlone && command.suffix.length === 1 ? command.suffix[0] : undefined;
  return word?.type === "Word" && unaccounted(script, source) === null ? word : null;
}

/** Opens every part that is parsed when first asked for: an error deep inside counts as one. */
function problemIn(script: ParsedScript, text: string): string | undefined {
  let problem: string | undefined;
  let source = text;
  let nodes = 0;
  let depth = 0;
  const inspect = (node: SyntaxNode): void => {
    if (problem !== undefined) return;
    nodes += 1;
    if (depth > DEEPEST || nodes > MOST_NODES) {
      problem = "too deeply nested or too long";
      return;
    }
    switch (node.type) {
      case "Literal":
        return;
      case "Word":
        if (node.parts === undefined) return;
        break;
      case "Script":
        problem = syntaxError(node);
        break;
      case "Command":
        if (node.name && isBeforeParenthesis(source, node.name.end)) problem = misplaced;
        break;
      case "HereDoc":
        if (node.delimiter && (/[`(]/.test(node.delimiter.text) || hasOpenQuote(node.delimiter.text)))
          problem = misplaced;
        break;
      case "Redirect":
      case "HereString":
        if (node.target && isDescriptor(source, node.target)) problem = misplaced;
        break;
      case "TestBinary":
        if (/(^|[^\\])\n/.test(source.slice(node.left.end, node.right.pos))) problem = misplaced;
        break;
      case "CommandExpansion":
        if (node.script === undefined || (node.text.startsWith("${") && !node.text.endsWith("}"))) problem = unread;
        break;
      case "ProcessSubstitution":
        if (node.script === undefined) problem = unread;
        break;
      case "ParameterExpansion":
        if (node.operation?.type === "Unknown") problem = unread;
    }
    if (problem !== undefined) return;
    depth += 1;
    const outer = source;
    if (node.type === "Script") source = (node as ParsedScript).source ?? outer;
    forEachChild(node, inspect);
    source = outer;
    depth -= 1;
  };
  inspect(script);
  return problem;
}

/** `f(x`: the parser reads it as `f x`, which bash does not. */
function isBeforeParenthesis(source: string, end: number): boolean {
  let at = end;
  while (source[at] === " " || source[at] === "\t") at += 1;
  return source[at] === "(";
}

function hasOpenQuote(text: string): boolean {
  let open = "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === "\\" && open !== "'") at += 1;
    else if (open === sign) open = "";
    else if (open === "" && (sign === "'" || sign === '"')) open = sign;
  }
  return open !== "";
}

/** `> 2>&1`: what stands directly before a redirection is its number, and the first has no target. */
function isDescriptor(source: string, { end, text }: { end: number; text: string }): boolean {
  const next = source[end];
  if (next === "(") return true;
  return (next === ">" || next === "<") && /^(?:[0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\})$/.test(text);
}

const misplaced = "the shell would not take it: a sign stands where none may stand";
const unread = "a substitution in it could not be read";

function syntaxError({ errors }: { errors?: ParsedScript["errors"] }): string | undefined {
  const first = errors?.[0];
  return first && `the shell would not take it: ${first.message}`;
}
