/** What a person sees before they answer, and the answers they can give. */

import { clippedText, visibleText } from "@intentgate/documents";
import { type QuestionLine, questionLines } from "@intentgate/policy";
import type { OpenApproval, PersonsAnswer } from "@intentgate/sidecar";
import { requestDetails } from "./request-details.ts";

/** How words are set off; a reader without colours gets them as they are. */
export type Paint = Record<"bold" | "dim" | "green" | "red" | "yellow", (text: string) => string>;

const asIs = (text: string) => text;
export const unpainted: Paint = { bold: asIs, dim: asIs, green: asIs, red: asIs, yellow: asIs };

export function renderApproval(entry: OpenApproval, color: Paint, now: Date = new Date()): string {
  const { shown } = entry;
  const intent = shown.intent ? `${visibleText(shown.intent.id)} (${visibleText(shown.intent.name)})` : "none";
  const lines = [
    color.bold(color.yellow("Approval needed")) + color.dim(`  ${visibleText(entry.id)}`),
    // First of all, so that no length of anything else pushes it away.
    ...askedLines(entry, color, now),
    `  intent    ${intent}`,
    `  session   ${visibleText(entry.session)}`,
    `  tool      ${visibleText(shown.tool)}   ${classWords(shown.mutationClass)}`,
  ];
  for (const request of entry.requests) {
    if (!entry.question) lines.push("", `  ${color.bold(clippedText(request.question, LONGEST_LINE))}`);
    for (const line of detailLines(request.details)) lines.push(`    ${line}`);
  }
  const does = [
    ...(shown.command ? ["  command", ...commandLines(shown.command).map((line) => `    ${line}`)] : []),
    ...firstOf("effect", shown.effects),
    ...firstOf("file", shown.files),
  ];
  if (does.length > 0) lines.push("", ...does);
  for (const { path, lines: diff, moreLines } of shown.diff) {
    lines.push("", color.dim(`  ${visibleText(path)}`));
    for (const line of diff) lines.push(`    ${paint(visibleText(line), color)}`);
    if (moreLines > 0) lines.push(color.dim(`    … ${moreLines} more lines`));
  }
  if (shown.moreFiles > 0) lines.push(color.dim(`  … ${shown.moreFiles} more files`));
  return lines.join("\n");
}

/** None where an earlier version asked: it made no question, and what it asked stands with its requests. */
function askedLines({ question, expiresAt }: OpenApproval, color: Paint, now: Date): string[] {
  if (!question) return [];
  const paints: Partial<Record<QuestionLine["kind"], keyof Paint>> = {
    severity: question.severity > 2 ? "red" : "bold",
    warning: "yellow",
    ok: "green",
    waiting: "dim",
  };
  const lines = questionLines(question, expiresAt, now).map(({ kind, text }) => {
    const paint = paints[kind];
    return `  ${paint ? color[paint](clippedText(text, LONGEST_LINE)) : clippedText(text, LONGEST_LINE)}`;
  });
  return [`  ${color.bold(clippedText(question.sentence, LONGEST_LINE))}`, ...lines, ""];
}

const MOST_LINES = 20;
const LONGEST_LINE = 600;

function firstOf(label: string, items: readonly string[]): string[] {
  const shown = items.slice(0, MOST_LINES).map((item) => `  ${label.padEnd(9)} ${clippedText(item, LONGEST_LINE)}`);
  return items.length > MOST_LINES ? [...shown, `  … ${items.length - MOST_LINES} more ${label}s`] : shown;
}

const FIRST_LINES = 14;
const LAST_LINES = 5;

/** Each line of a command, marked as such; of a long one the beginning and the end. */
export function commandLines(command: string): string[] {
  const lines = command.split("\n").map((line) => `│ ${visibleText(line)}`);
  const hidden = lines.length - FIRST_LINES - LAST_LINES;
  if (hidden <= 1) return lines;
  return [...lines.slice(0, FIRST_LINES), `… ${hidden} more lines`, ...lines.slice(-LAST_LINES)];
}

function detailLines(details: Record<string, unknown>): string[] {
  return requestDetails(details).flatMap(({ label, items, more }) => [
    ...items.map((item) => `${label}: ${item}`),
    ...(more > 0 ? [`… ${more} more`] : []),
  ]);
}

function paint(line: string, color: Paint): string {
  if (line.startsWith("+")) return color.green(line);
  return line.startsWith("-") ? color.red(line) : line;
}

export interface Choice {
  key: string;
  label: string;
  answer: PersonsAnswer["answer"];
}

/** A question about anything but in-scope writes never offers more than it says. */
export function choicesFor(entry: OpenApproval): Choice[] {
  const topics = new Set(entry.requests.map((request) => request.topic));
  if (topics.has("outside")) return choicesForKept(entry);
  const choices: Choice[] = [{ key: "a", label: approveWords(topics), answer: "once" }];
  const onlyWrites = entry.requests.every((request) => request.details.only_writes === true);
  if (topics.size === 1 && topics.has("destructive") && onlyWrites) {
    choices.push({ key: "s", label: "Approve all in-scope writes of this session and intent", answer: "standing" });
  }
  if (topics.has("unknown")) {
    if (entry.shown.command)
      choices.push({ key: "c", label: "Approve this exact command for this session", answer: "command" });
    if (entry.requests.every((request) => request.details.declarable !== false))
      choices.push({ key: "d", label: declares(entry), answer: "declare" });
  }
  choices.push({ key: "r", label: "Reject", answer: "reject" });
  return choices;
}

/** What outlasts the call is not called "once". */
function approveWords(topics: ReadonlySet<string>): string {
  if (topics.has("start_intent")) return "Start this intent";
  return topics.has("expansion") ? "Approve Expansion" : "Approve once";
}

/** What a person calls a mutation class. */
export function classWords(mutationClass: string): string {
  return mutationClass === "AST_REFACTOR" ? "Refactoring" : "New behaviour";
}

/** The command ran; what is asked is whether this counts. */
function choicesForKept({ intent }: OpenApproval): Choice[] {
  const wider: Choice[] = intent === null ? [] : [{ key: "s", label: "Add to the scope and keep", answer: "scope" }];
  return [{ key: "a", label: "Keep", answer: "once" }, ...wider, { key: "r", label: "Discard", answer: "reject" }];
}

function declares({ shown, requests }: OpenApproval): string {
  const form = requests.map(({ details }) => details.declares).find((one) => typeof one === "string");
  if (shown.command && form !== undefined) return `Declare ${visibleText(form)} in policy.yaml`;
  if (shown.command) return "Declare it in policy.yaml";
  return "Declare the tool in policy.yaml: every later call of it runs unasked";
}

export function toAnswer(choice: PersonsAnswer["answer"], by: string, at: string, reason: string): PersonsAnswer {
  return choice === "reject" ? { answer: "reject", by, at, reason } : { answer: choice, by, at };
}
