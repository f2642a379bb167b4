/** A question in lines, for every face that shows text: the same words in the same order. */
import { type Question, severityWords } from "./question.ts";
import { waitingWords } from "./waiting-words.ts";

export interface QuestionLine {
  kind: "severity" | "ok" | "warning" | "why" | "yes" | "no" | "waiting";
  text: string;
}

const marks = { ok: "✓", warning: "⚠" } as const;

/** All but the sentence, which faces show as a title. */
export function questionLines(question: Question, expiresAt: string, now: Date): QuestionLine[] {
  return [
    { kind: "severity", text: `${severityWords[question.severity]} (severity ${question.severity} of 4)` },
    ...question.facts.map(({ kind, text }) => ({ kind, text: `${marks[kind]} ${text}` })),
    { kind: "why", text: `Asked because: ${question.why}` },
    { kind: "yes", text: `Yes: ${question.yes}` },
    { kind: "no", text: `No: ${question.no}` },
    { kind: "waiting", text: waitingWords(question, expiresAt, now) },
  ];
}

/** Dangers come first. */
const MOST_FACTS = 6;

/** For a dialog that has room for one text: the sentence, the worst, what to know, and why. */
export function questionInOneLine(question: Question): string {
  const { sentence, severity, facts, why } = question;
  const known = facts.slice(0, MOST_FACTS).map(({ kind, text }) => `${marks[kind]} ${text}`);
  const more = facts.length > MOST_FACTS ? [`${facts.length - MOST_FACTS} more`] : [];
  const told = known.length === 0 ? "" : `: ${[...known, ...more].join(", ")}`;
  return [sentence, `${severityWords[severity]}${told}.`, `Asked because: ${why}.`].join(" ");
}
