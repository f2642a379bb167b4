/**
 * Lessons: what a person accepted and what was completed stands in AGENT.md, which people commit and edit; the rest
 * waits on this machine. Both are written under one lock, and people's own text stays as it is.
 */
import { join } from "node:path";
import { type Checked, maskSecrets, plainLine, problem } from "@intentgate/documents";
import {
  acceptLesson,
  addLesson,
  type Lesson,
  type LessonKind,
  lessonId,
  lessonsFor,
  readLessons,
  readWaiting,
  removeLesson,
  withoutPlaces,
  writeWaiting,
} from "@intentgate/policy";
import { identity, onSystemError, readRegular, replaceFile, withFileLock } from "@intentgate/world";
import type { GovernedRoot } from "../roots/governed-root.ts";

export interface LessonsFile {
  read(): Lesson[];
  /** Told under the same intent only, until a person accepts it. */
  add(text: string, intent: string | null, kind: LessonKind): Promise<void>;
  /** All of them, or none where one is not known. */
  accept(ids: ReadonlySet<string>): Promise<Checked<null>>;
  remove(ids: ReadonlySet<string>): Promise<Checked<null>>;
  forIntent(intentId: string): string[];
}

/** As they stand; `waiting` are those nobody accepted. */
interface Texts {
  shared: string;
  waiting: Lesson[];
}

export function createLessonsFile(root: GovernedRoot, now: () => Date): LessonsFile {
  const file = join(root.authoredAt, "AGENT.md");
  const waitingFile = join(root.sidecar, "lessons.jsonl");
  const lockFile = join(root.sidecar, "AGENT.md.lock");
  const textOf = (path: string) => onSystemError(["ENOENT"], "", () => readRegular(path).toString("utf8"));
  const present = (): Texts => ({ shared: textOf(file), waiting: readWaiting(textOf(waitingFile)) });
  const allOf = ({ shared, waiting }: Texts) => {
    const known = readLessons(shared);
    return [...known, ...waiting.filter(({ id }) => !known.some((one) => one.id === id))];
  };
  let last: { identity: string; lessons: Lesson[] } | undefined;
  const read = () => {
    const now = `${identity(file)} ${identity(waitingFile)}`;
    if (last?.identity !== now) last = { identity: now, lessons: allOf(present()) };
    return last.lessons;
  };

  function edit<T>(change: (texts: Texts) => { texts: Texts; value: T }): Promise<T> {
    return withFileLock(lockFile, async () => {
      const before = present();
      const { texts, value } = change(before);
      if (texts.shared !== before.shared) {
        root.authored.own.add(before.shared, texts.shared);
        replaceFile(file, texts.shared, {});
      }
      // Last: what moved from here to AGENT.md stands twice in between, and never nowhere.
      if (texts.waiting !== before.waiting) replaceFile(waitingFile, writeWaiting(texts.waiting), {});
      return value;
    });
  }

  function withEach(
    ids: ReadonlySet<string>,
    change: (text: string, lesson: Lesson) => string,
  ): Promise<Checked<null>> {
    return edit<Checked<null>>((texts) => {
      const all = allOf(texts);
      const found = all.filter(({ id }) => ids.has(id));
      const unknown = [...ids].find((id) => !found.some((lesson) => lesson.id === id));
      if (unknown !== undefined) return { texts, value: { ok: false, problems: [notFound(unknown, all)] } };
      const shared = found.reduce(change, texts.shared);
      const waiting = texts.waiting.filter(({ id }) => !ids.has(id));
      return { texts: { shared, waiting }, value: { ok: true, value: null } };
    });
  }

  return {
    read,
    forIntent: (intentId) => lessonsFor(read(), intentId),
    accept: (ids) => withEach(ids, acceptLesson),
    remove: (ids) => withEach(ids, (text, { id }) => removeLesson(text, id)),

    async add(said, intent, kind) {
      const text = maskSecrets(withoutPlaces(said, root.root));
      const draft = { text, intent, kind, accepted: false, date: now().toISOString() };
      const id = lessonId(draft);
      const withIt = (texts: Texts): Texts => {
        if (allOf(texts).some((lesson) => lesson.id === id)) return texts;
        if (kind === "completion") return { ...texts, shared: addLesson(texts.shared, draft) };
        return { ...texts, waiting: readWaiting(writeWaiting([...texts.waiting, { ...draft, id }])) };
      };
      // Most lessons are known already: finding that out needs no lock.
      const known = present();
      if (withIt(known) === known) return;
      await edit((texts) => ({ texts: withIt(texts), value: null }));
    },
  };
}

function notFound(id: string, known: readonly Lesson[]) {
  const ids = known.slice(-20).map((lesson) => lesson.id);
  const remedy = ids.length > 0 ? `Known lessons: ${ids.join(", ")}.` : "There are no lessons yet.";
  return problem("NOT_FOUND", `no lesson has the id ${plainLine(id, 40)}`, remedy, { file: "AGENT.md" });
}
