/** Makes an intent of a spec-kit `spec.md`: requirements become constraints, outcomes and scenarios become criteria. */

import { type Checked, type Problem, plainLine, problem, shown } from "@intentgate/documents";
import { globProblem } from "../paths/scope.ts";
import type { IntentDraft } from "./intent-draft.ts";

const MAX_LENGTH = 1_000_000;
const MAX_ITEMS = 50;
const ITEM = 300;
const TITLE = "feature specification:";

export function importSpec(markdown: string, { id, file }: { id: string; file: string }): Checked<IntentDraft> {
  const refuse = (message: string, remedy: string, line: number | null = null): Checked<IntentDraft> => ({
    ok: false,
    problems: [problem("BAD_INPUT", message, remedy, { file, line })],
  });
  if (markdown.length > MAX_LENGTH)
    return refuse("the specification is larger than 1 MB", "Give one feature's spec.md.");
  if (markdown.includes("\0")) return refuse("this is not a text file", "Give a spec.md.");
  const lines = specLines(markdown);
  const title = lines.find((line) => line.kind === "heading" && line.text.toLowerCase().startsWith(TITLE));
  const expected = "Its first heading must be `# Feature Specification: NAME`.";
  if (!title) return refuse("this is not a feature specification", expected);
  const name = plainLine(title.text.slice(TITLE.length), 120);
  if (name === "" || /^\[.*\]$/.test(name)) return refuse("the specification has no name yet", expected, title.number);
  const constraints = numbered(lines, "FR").filter((text) => /\bMUST\b/.test(text));
  const acceptance_criteria = [...numbered(lines, "SC"), ...scenarios(lines)].slice(0, MAX_ITEMS);
  if (constraints.length + acceptance_criteria.length === 0) {
    const remedy = "Write `- **FR-001**: System MUST …`, acceptance scenarios or `- **SC-001**: …`.";
    return refuse("the specification holds no requirements, scenarios or success criteria", remedy);
  }
  const { globs, problems } = scope(lines, file);
  if (problems.length > 0) return { ok: false, problems };
  const branch = labelled(lines, "feature branch")?.text.replaceAll("`", "").trim();
  const description = branch
    ? `From ${plainLine(file, 200)}, branch ${plainLine(branch, 100)}`
    : `From ${plainLine(file, 200)}`;
  return {
    ok: true,
    value: { id, name, description, owned_scope: globs, constraints, acceptance_criteria, related_specs: [file] },
  };
}

/** `- **FR-001**: System MUST …` */
function numbered(lines: readonly SpecLine[], prefix: string): string[] {
  const start = new RegExp(`^${prefix}-\\d{1,6}[A-Za-z]?\\s*:`);
  return lines
    .filter((line) => line.kind === "item" && start.test(line.text))
    .slice(0, MAX_ITEMS)
    .map((line) => plainLine(line.text, ITEM));
}

/** `1. **Given** a user, **When** …, **Then** …` */
function scenarios(lines: readonly SpecLine[]): string[] {
  return lines
    .filter((line) => line.kind === "item" && /^given\b/i.test(line.text) && /\bthen\b/i.test(line.text))
    .slice(0, MAX_ITEMS)
    .map((line) => plainLine(line.text, ITEM));
}

/** `**Label**: text` */
function labelled(lines: readonly SpecLine[], label: string): SpecLine | null {
  const found = lines.find((line) => line.text.toLowerCase().startsWith(`${label}:`));
  return found ? { ...found, text: found.text.slice(label.length + 1).trim() } : null;
}

function scope(lines: readonly SpecLine[], file: string): { globs: string[]; problems: Problem[] } {
  const line = labelled(lines, "scope");
  if (!line) return { globs: [], problems: [] };
  const ticked = line.text.split("`").filter((_, index) => index % 2 === 1);
  const globs = (ticked.length > 0 ? ticked : commaSeparated(line.text))
    .map((glob) => glob.trim())
    .filter((glob) => glob !== "");
  const problems = globs.flatMap((glob) => {
    // Prose behind the label is not a list of globs, and guessing one would be worse than asking.
    const bad = /\s/.test(glob) ? "is not a glob" : globProblem(glob);
    const remedy = "Write `**Scope**: src/auth/**, docs/auth.md`, or leave the line out and set the scope later.";
    return bad ? [problem("BAD_INPUT", `the scope ${shown(glob)} ${bad}`, remedy, { file, line: line.number })] : [];
  });
  return { globs: [...new Set(globs)], problems };
}

/** Commas inside braces belong to the glob. */
function commaSeparated(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "{") depth++;
    if (character === "}") depth--;
    if (character === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** Markdown as logical lines: headings, list items with their continuation, and paragraphs; code and comments left out. */

interface SpecLine {
  kind: "heading" | "item" | "text";
  /** Without bold marks. */
  text: string;
  number: number;
}

function specLines(markdown: string): SpecLine[] {
  const result: SpecLine[] = [];
  let fence: string | null = null;
  let inComment = false;
  let mayContinue = false;
  for (const [index, raw] of markdown.split(/\r?\n/).entries()) {
    const visible: { text: string; inComment: boolean } = withoutComments(raw, inComment);
    inComment = visible.inComment;
    const line = visible.text.trim();
    const mark = /^(```|~~~)/.exec(line)?.[1] ?? null;
    if (mark && (fence === null || fence === mark)) {
      fence = fence === null ? mark : null;
      mayContinue = false;
      continue;
    }
    if (fence !== null) continue;
    if (line === "") {
      mayContinue = false;
      continue;
    }
    const heading = /^#{1,6}\s+/.exec(line);
    const item = /^(?:[-*+]|\d{1,4}[.)])\s+/.exec(line);
    const isIndented = /^[ \t]/.test(raw);
    const last = result.at(-1);
    if (heading) result.push({ kind: "heading", text: unmarked(line.slice(heading[0].length)), number: index + 1 });
    else if (item) result.push({ kind: "item", text: unmarked(line.slice(item[0].length)), number: index + 1 });
    else if (mayContinue && isIndented && last?.kind === "item") last.text += ` ${unmarked(line)}`;
    else result.push({ kind: "text", text: unmarked(line), number: index + 1 });
    mayContinue = true;
  }
  return result;
}

function unmarked(text: string): string {
  // `**` inside a glob is not bold: bold starts after a blank.
  return text.replace(/(^|[\s(])(\*\*|__)([^*_\s][^*]{0,200}?)\2/g, "$1$3").trim();
}

function withoutComments(line: string, startsInside: boolean): { text: string; inComment: boolean } {
  let text = "";
  let at = 0;
  let inside = startsInside;
  while (at < line.length) {
    const mark = inside ? "-->" : "<!--";
    const next = line.indexOf(mark, at);
    const end = next === -1 ? line.length : next;
    if (!inside) text += line.slice(at, end);
    if (next === -1) break;
    at = next + mark.length;
    inside = !inside;
  }
  return { text, inComment: inside };
}
