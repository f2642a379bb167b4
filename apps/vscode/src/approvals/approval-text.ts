/** What the dialog says about a call, in plain lines: VS Code shows the title large and the detail below it. */
import { clippedText } from "@intentgate/documents";
import { choicesFor, classWords, commandLines, requestDetails } from "@intentgate/gate";
import { questionLines } from "@intentgate/policy";
import type { OpenApproval, PersonsAnswer } from "@intentgate/sidecar";

export interface Button {
  label: string;
  answer: PersonsAnswer["answer"] | "diff";
}

const DIFF_LINES = 20;
const FILES = 10;
const EFFECTS = 20;
const LONGEST_LINE = 300;

/** Where the window has several folders, each question says which one it is about. */
export type AskedFolder = { name: string; root: string } | null;

export function approvalTitle(entry: OpenApproval, folder: AskedFolder): string {
  const [first] = entry.requests;
  const place = folder === null ? "" : `${folder.name}: `;
  const asked = entry.question?.sentence ?? first?.question ?? `${entry.shown.tool} asks for your yes`;
  return oneLine(`${place}${asked}`);
}

export function approvalDetail(entry: OpenApproval, folder: AskedFolder, now: Date): string {
  const { shown, question } = entry;
  const intent = shown.intent ? `${shown.intent.id}: ${shown.intent.name}` : "none";
  const lines = [
    ...(question ? questionLines(question, entry.expiresAt, now).map(({ text }) => oneLine(text)) : []),
    ...(folder === null ? [] : [oneLine(`Folder: ${folder.root}`)]),
    oneLine(`Intent: ${intent}`),
    oneLine(`Tool: ${shown.tool}`),
    `Kind of change: ${classWords(shown.mutationClass)}`,
    ...entry.requests.flatMap(({ question: asked, details }, at) => [
      ...(at === 0 || question ? [] : [`Also: ${oneLine(asked)}`]),
      ...detailLines(details),
    ]),
    ...(shown.command === null ? [] : ["Command:", ...commandLines(shown.command)]),
    ...fileLines(shown.files),
    ...effectLines(shown.effects),
    ...diffLines(entry),
  ];
  return lines.join("\n");
}

/** Only what the call offers. Below, where there is less room, in fewer words, and without the way there. */
export function approvalButtons(entry: OpenApproval, place: "dialog" | "below"): Button[] {
  const isDialog = place === "dialog";
  const isExpansion = entry.requests.some((request) => request.topic === "expansion");
  const isKept = entry.requests.some((request) => request.topic === "outside");
  const labels: Record<PersonsAnswer["answer"], string> = {
    once: isExpansion ? "Approve Expansion" : isKept ? "Keep" : "Approve",
    standing: "Approve in Scope",
    command: isDialog ? "Approve for This Session" : "For This Session",
    declare: isDialog ? "Declare in the Policy" : "Declare",
    scope: isDialog ? "Add to the Scope and Keep" : "Add to Scope",
    reject: isKept ? "Discard" : "Reject",
  };
  const buttons: Button[] = choicesFor(entry).map(({ answer }) => ({ label: labels[answer], answer }));
  return isDialog && entry.shown.diff.length > 0 ? [...buttons, { label: "Show Diff", answer: "diff" }] : buttons;
}

function oneLine(text: string): string {
  return clippedText(text, LONGEST_LINE);
}

function detailLines(details: Record<string, unknown>): string[] {
  return requestDetails(details).flatMap(({ label, items, more }) => [
    ...items.map((item) => `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${item}`),
    ...(more > 0 ? [`… ${more} more`] : []),
  ]);
}

function fileLines(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const more = files.length > FILES ? [`… ${files.length - FILES} more files`] : [];
  return [`Files: ${files.slice(0, FILES).map(oneLine).join(", ")}`, ...more];
}

/** Marked, as some of them quote what the call says. */
function effectLines(effects: readonly string[]): string[] {
  const more = effects.length > EFFECTS ? [`… ${effects.length - EFFECTS} more effects`] : [];
  return [...effects.slice(0, EFFECTS).map((effect) => `• ${oneLine(effect)}`), ...more];
}

function diffLines({ shown }: OpenApproval): string[] {
  const lines: string[] = [];
  let left = DIFF_LINES;
  let hidden = 0;
  for (const file of shown.diff) {
    if (left <= 0) hidden += file.lines.length + file.moreLines;
    else {
      lines.push("", ...file.lines.slice(0, left));
      hidden += Math.max(0, file.lines.length - left) + file.moreLines;
      left -= file.lines.length;
    }
  }
  if (hidden > 0) lines.push(`… ${hidden} more lines`);
  if (shown.moreFiles > 0) lines.push(`… ${shown.moreFiles} more files`);
  return lines;
}

/**
 * The order of the dialog's buttons. The first has the focus when it comes up, so a stray Enter must find nothing there:
 * `diff` comes first, as looking decides nothing. Where there is no diff, the same question is asked again outside
 * the dialog.
 */
export function dialogOrder(buttons: readonly Button[]): Button[] {
  const looks = buttons.filter(({ answer }) => answer === "diff");
  const first: Button[] = looks.length > 0 ? looks : [{ label: "Ask Below", answer: "diff" }];
  return [...first, ...buttons.filter(({ answer }) => answer !== "diff")];
}
