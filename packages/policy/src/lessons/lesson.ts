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
function lessonIntent(intent: string | null): string | null {
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

const mark = " <!-- lesson ";
const end = " -->";
const datePattern = /^[0-9T:.Z+-]{10,40}$/;
const wholeComment = /^id=(L-[0-9a-f]{12}) intent=(\S{1,128}) kind=([a-z_]{1,20}) accepted=(yes|no) date=(\S{1,40})$/;
/** Stands where a lesson belongs to no intent; not an id. */
const noIntent = "-";

/** One bullet of `AGENT.md`, with what machines need in a comment behind it. */
export function lessonLine(draft: LessonDraft): string {
  const date = datePattern.test(draft.date) ? draft.date : "0000-00-00";
  const intent = lessonIntent(draft.intent) ?? noIntent;
  const fields = `id=${lessonId(draft)} intent=${intent} kind=${draft.kind} accepted=${draft.accepted ? "yes" : "no"} date=${date}`;
  return `- ${lessonText(draft.text)}${mark}${fields}${end}`;
}

/** Null: any other line. */
export function readLessonLine(line: string): Lesson | null {
  const at = line.lastIndexOf(mark);
  const trimmed = line.trimEnd();
  if (at === -1 || !line.startsWith("- ") || !trimmed.endsWith(end)) return null;
  const found = wholeComment.exec(trimmed.slice(at + mark.length, -end.length));
  if (!found) return null;
  const [, id = "", intent = "", kindName, accepted, date = ""] = found;
  const kind = lessonKinds.find((one) => one === kindName);
  const text = lessonText(line.slice(2, at));
  if (!kind || text === "" || !datePattern.test(date) || (intent !== noIntent && !intentIdPattern.test(intent)))
    return null;
  return { id, text, intent: intent === noIntent ? null : intent, kind, accepted: accepted === "yes", date };
}

/** As the file of what waits keeps it: the id is computed again, and nothing there is accepted. */
export function readLesson({ text, intent, kind: kindName, date }: Record<string, unknown>): Lesson | null {
  const kind = lessonKinds.find((one) => one === kindName);
  const words = typeof text === "string" ? lessonText(text) : "";
  if (!kind || words === "" || typeof date !== "string" || !datePattern.test(date)) return null;
  const of = typeof intent === "string" ? lessonIntent(intent) : null;
  if (of !== intent) return null;
  return { id: lessonId({ text: words, intent: of, kind }), text: words, intent: of, kind, accepted: false, date };
}
