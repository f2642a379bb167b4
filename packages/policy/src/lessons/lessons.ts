/** `AGENT.md`, the shared brain: lessons for machines and people in one file that people also edit. */
import { type Checked, linesOf, plainLine, problem } from "@intentgate/documents";
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

export function acceptLesson(text: string, id: string): Checked<string> {
  return changeLine(text, id, (line) => line.replace(/ accepted=no (date=\S+ -->\s*)$/, " accepted=yes $1"));
}

export function removeLesson(text: string, id: string): Checked<string> {
  return changeLine(text, id, () => "");
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

function changeLine(text: string, id: string, change: (line: string) => string): Checked<string> {
  const { lessons } = scan(text);
  const found = lessons.filter(({ lesson }) => lesson.id === id);
  if (found.length === 0) {
    const known = lessons.slice(-20).map(({ lesson }) => lesson.id);
    const remedy = known.length > 0 ? `Known lessons: ${known.join(", ")}.` : "There are no lessons yet.";
    return {
      ok: false,
      problems: [problem("NOT_FOUND", `no lesson has the id ${plainLine(id, 40)}`, remedy, { file: "AGENT.md" })],
    };
  }
  let result = text;
  for (const { start, end } of found.reverse()) {
    result = result.slice(0, start) + change(result.slice(start, end)) + result.slice(end);
  }
  return { ok: true, value: result };
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
