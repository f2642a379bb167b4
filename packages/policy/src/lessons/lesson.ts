/** What was learned while working under an intent; the words are data, whoever wrote them. */
import { createHash } from "node:crypto";
import { plainLine } from "@intentgate/documents";
import { intentIdPattern } from "../intents/intent.ts";

export const lessonKinds = ["scope_violation", "failed_mutation", "failed_check", "completion", "agent"] as const;
export type LessonKind = (typeof lessonKinds)[number];

export interface Lesson {
  /** Follows from text, intent and kind: the same lesson has the same id. */
  id: string;
  text: string;
  intent: string | null;
  kind: LessonKind;
  /** True once a person vouched for it; then it is told under every intent. */
  accepted: boolean;
  date: string;
}

export type LessonDraft = Omit<Lesson, "id">;

const STORED = 500;

/** One line that can neither end nor start a comment of the Markdown file. */
export function lessonText(text: string): string {
  // Invisible characters go first: without them what they parted could become a comment's end.
  const line = plainLine(text, STORED);
  return plainLine(line.replaceAll("<!", "< !").replace(/--(!?)>/g, "-- $1>"), STORED);
}

/** Null where a lesson belongs to no intent, or to something that cannot be one. */
export function lessonIntent(intent: string | null): string | null {
  return intent !== null && intentIdPattern.test(intent) ? intent : null;
}

export function lessonId({ text, intent, kind }: Pick<Lesson, "text" | "intent" | "kind">): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([folded(lessonText(text)), lessonIntent(intent), kind]))
    .digest("hex");
  return `L-${hash.slice(0, 12)}`;
}

/** As equal ids, for two texts that `lessonText` made: there may be hundreds, and a hash for each would be felt. */
export function sameLesson(a: Omit<LessonDraft, "accepted" | "date">, b: typeof a): boolean {
  return a.kind === b.kind && lessonIntent(a.intent) === lessonIntent(b.intent) && folded(a.text) === folded(b.text);
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[.!]+$/, "");
}
