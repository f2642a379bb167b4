/** `.orchestration/lessons.jsonl`: what nobody has accepted yet. It stays on this machine, git never sees it. */
import { jsonFields } from "@intentgate/documents";
import { type Lesson, lessonId, lessonText, readLesson } from "./lesson.ts";

/** The newest of them; who met a wall a thousand lessons ago meets it again. */
const KEPT = 1_000;

/** A line that is none is left out; nothing in this file can say that a person accepted it. */
export function readWaiting(text: string): Lesson[] {
  return text.split("\n").flatMap((line) => {
    const lesson = line === "" ? null : readLesson(jsonFields(line));
    return lesson === null ? [] : [lesson];
  });
}

export function writeWaiting(lessons: readonly Lesson[]): string {
  const lines = lessons.slice(-KEPT).map(({ text, intent, kind, date }) => {
    return JSON.stringify({
      version: 1,
      id: lessonId({ text, intent, kind }),
      text: lessonText(text),
      intent,
      kind,
      date,
    });
  });
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * Without the places of one machine: what is shared says nothing of the folder that somebody works in, and what lies
 * elsewhere on a machine is told by its last name.
 */
export function withoutPlaces(text: string, root: string): string {
  return text
    .split(/(?<=[\s"'`(=,;<>[\]{}|])/u)
    .map((word) => {
      const inside = word.startsWith(`${root}/`) ? word.slice(root.length + 1) : word;
      const isPlace = /^(?:file:\/\/|~|[A-Za-z]:\\|\/(?:home|Users|root|tmp|var|private|mnt|media|opt|usr|etc|srv)\/)/u;
      return isPlace.test(inside)
        ? inside.slice(Math.max(inside.lastIndexOf("/"), inside.lastIndexOf("\\")) + 1)
        : inside;
    })
    .join("");
}
