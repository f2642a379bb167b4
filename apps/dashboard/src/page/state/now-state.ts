/** What runs and what waits: one answer for the whole page, as every view shows how many approvals wait. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { NowView } from "../../api/now.ts";
import { counted } from "../words/time-words.ts";
import { nameAmong, questionWords } from "../words/words.ts";
import { now } from "./screen.ts";
import { type Shown, useAnswer } from "./use-answer.ts";

export const nowShown = signal<Shown<NowView>>({ value: null, problems: [], failed: null, reload: () => {} });

/** Used once, by the app. */
export function useNow(): Shown<NowView> {
  const shown = useAnswer("/api/now", {}, ["approvals", "calls", "sessions", "intents", "policy"]);
  useEffect(() => {
    nowShown.value = shown;
  }, [shown.value, shown.problems, shown.failed]);
  useNews(shown.value);
  const isOver = shown.value?.approvals.some((one) => new Date(one.expires_at) <= now.value) ?? false;
  useEffect(() => {
    if (isOver) shown.reload();
  }, [isOver, now.value]);
  return shown;
}

function useNews(view: NowView | null): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (view === null) return;
    const before = known.current;
    known.current = new Set(view.approvals.map((approval) => approval.id));
    const waiting = view.approvals.length;
    document.title = waiting > 0 ? `(${waiting}) Intentgate` : "Intentgate";
    const fresh = view.approvals.filter((approval) => !before?.has(approval.id));
    const [first] = fresh;
    if (!first) return;
    announce(`${counted(waiting, "approval")} waiting for you. ${questionWords(first)}`);
  }, [view]);
}

/** What a screen reader is told when something new waits. */
export const news = signal("");

function announce(text: string): void {
  // The same words twice are told twice only if the region was empty in between.
  news.value = "";
  setTimeout(() => {
    news.value = text;
  }, 50);
}

/** The name of a session among those at work. */
export function sessionWords(id: string): string {
  return nameAmong(id, nowShown.value.value?.sessions ?? []);
}
