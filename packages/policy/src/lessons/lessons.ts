/** `AGENT.md`, the shared brain: accepted lessons and completions, in one file that people also edit. */
import { linesOf, plainLine } from "@intentgate/documents";
import {
  type Lesson,
  type LessonDraft,
  lessonId,
  lessonLine,
  lessonText,
  readLessonLine,
  sameLesson,
} from "./lesson.ts";

const TOLD = 20;
const TOLD_LENGTH = 200;
const heading = "## Lessons";
const newFile =
  "# AGENT.md\n\nWhat agents and people learned in this repository. Lines with a `lesson` comment are kept by Intentgate.\n";

interface PlacedLesson {
  lesson: Lesson;
  start: number;
  end: number;
}

export function readLessons(text: string): Lesson[] {
  return scan(text).lessons.map(({ lesson }) => lesson);
}

/** The same text where the same lesson is there already, or where nothing is left of its words. */
export function addLesson(text: string, draft: LessonDraft): string {
  const words = lessonText(draft.text);
  if (words === "") return text;
  const before = text.trim() === "" ? newFile : text;
  const id = lessonId(draft);
  const { lessons, afterHeading } = scan(before);
  if (lessons.some(({ lesson }) => lesson.id === id || sameLesson(lesson, { ...draft, text: words }))) return text;
  const lines = linesOf(before);
  const line = lessonLine(draft);
  const last = lessons.findLast(({ start }) => afterHeading !== null && start >= afterHeading);
  const addition =
    last !== undefined
      ? lines.insertLines(last.end, [line])
      : afterHeading !== null
        ? lines.insertLines(afterHeading, ["", line])
        : lines.insertLines(before.length, ["", heading, "", line]);
  return before.slice(0, addition.start) + addition.insert + before.slice(addition.end);
}

/** The line that is there already is marked; else one is added. */
export function acceptLesson(text: string, lesson: Lesson): string {
  const marked = changeLines(text, lesson.id, (line) =>
    line.replace(/ accepted=no (date=\S+ -->\s*)$/, " accepted=yes $1"),
  );
  return addLesson(marked, { ...lesson, accepted: true });
}

export function removeLesson(text: string, id: string): string {
  return changeLines(text, id, () => "");
}

/** What a session under this intent is told: newest first, limited in number and length. */
export function lessonsFor(lessons: readonly Lesson[], intentId: string): string[] {
  return lessons
    .filter((lesson) => lesson.accepted || lesson.intent === intentId)
    .map((lesson, index) => ({ lesson, index }))
    .sort((a, b) => compare(b.lesson.date, a.lesson.date) || b.index - a.index)
    .slice(0, TOLD)
    .map(({ lesson }) => plainLine(lesson.text, TOLD_LENGTH));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function changeLines(text: string, id: string, change: (line: string) => string): string {
  let result = text;
  for (const { lesson, start, end } of scan(text).lessons.reverse())
    if (lesson.id === id) result = result.slice(0, start) + change(result.slice(start, end)) + result.slice(end);
  return result;
}

/** Lines in code fences are examples, not lessons. */
function scan(text: string): { lessons: PlacedLesson[]; afterHeading: number | null } {
  const lessons: PlacedLesson[] = [];
  let afterHeading: number | null = null;
  let fence: string | null = null;
  let start = 0;
  while (start < text.length) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak === -1 ? text.length : lineBreak + 1;
    const line = text.slice(start, end).trimEnd();
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    else if (fence === null) {
      const lesson = readLessonLine(line);
      if (lesson) lessons.push({ lesson, start, end });
      if (line === heading && afterHeading === null) afterHeading = end;
    }
    start = end;
  }
  return { lessons, afterHeading };
}
