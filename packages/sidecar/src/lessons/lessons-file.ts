/** AGENT.md, the shared brain: lessons are added under a lock, people's own text stays as it is. */
import { join } from "node:path";
import type { Checked } from "@intentgate/documents";
import { addLesson, type Lesson, type LessonKind, lessonsFor, readLessons } from "@intentgate/policy";
import { ABSENT, identity, onSystemError, readRegular, replaceFile, withFileLock } from "@intentgate/world";
import type { GovernedRoot } from "../roots/governed-root.ts";

export interface LessonsFile {
  read(): Lesson[];
  /** Told under the same intent only, until a person accepts it. */
  add(text: string, intent: string | null, kind: LessonKind): Promise<void>;
  edit(change: (text: string) => Checked<string>): Promise<Checked<string>>;
  forIntent(intentId: string): string[];
}

export function createLessonsFile(root: GovernedRoot, now: () => Date): LessonsFile {
  const file = join(root.authoredAt, "AGENT.md");
  const lockFile = join(root.sidecar, "AGENT.md.lock");
  const present = () => onSystemError(["ENOENT"], "", () => readRegular(file).toString("utf8"));
  let last: { identity: string; lessons: Lesson[] } | undefined;
  const read = () => {
    const now = identity(file);
    if (last?.identity !== now) last = { identity: now, lessons: now === ABSENT ? [] : readLessons(present()) };
    return last.lessons;
  };
  const edit: LessonsFile["edit"] = (change) =>
    withFileLock(lockFile, async () => {
      const before = present();
      const edited = change(before);
      if (edited.ok && edited.value !== before) {
        root.authored.own.add(before, edited.value);
        replaceFile(file, edited.value, {});
      }
      return edited;
    });
  return {
    read,
    forIntent: (intentId) => lessonsFor(read(), intentId),
    edit,
    async add(text, intent, kind) {
      const draft = { text, intent, kind, accepted: false, date: now().toISOString() };
      // Most lessons are known already: finding that out needs no lock.
      const known = present();
      if (addLesson(known, draft) === known) return;
      await edit((before) => ({ ok: true, value: addLesson(before, draft) }));
    },
  };
}
