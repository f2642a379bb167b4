/** One lesson as one bullet of `AGENT.md`, with what machines need in a comment behind it. */
import { intentIdPattern } from "../intents/intent.ts";
import { type Lesson, type LessonDraft, lessonId, lessonIntent, lessonKinds, lessonText } from "./lesson.ts";

const mark = " <!-- lesson ";
const end = " -->";
const datePattern = /^[0-9T:.Z+-]{10,40}$/;
const wholeComment = /^id=(L-[0-9a-f]{12}) intent=(\S{1,128}) kind=([a-z_]{1,20}) accepted=(yes|no) date=(\S{1,40})$/;
/** Stands where a lesson belongs to no intent; not an id. */
const noIntent = "-";

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
