/** A long list of the server, of which only what is in sight is fetched. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Topic } from "../../api/api.ts";
import type { ApiProblem, Window } from "../../api/shared.ts";
import type { Answer } from "./client.ts";
import { onChanged } from "./live.ts";
import { noParts, PART, type Parts, partsFor, rowOf, withPart } from "./pages.ts";

export interface ShownWindow<T, W extends Window<T>> {
  /** Null before the first answer. */
  total: number | null;
  row(index: number): T | undefined;
  see(first: number, end: number): void;
  /** The newest answer as a whole: what it says besides its items. */
  newest: W | null;
  problems: readonly ApiProblem[];
}

const PAUSE_MS = 300;

/** `key` names the list; another key starts anew. */
export function useWindow<T, W extends Window<T>>(
  key: string,
  load: (from: number, count: number, signal: AbortSignal) => Promise<Answer<W>>,
  topics: readonly Topic[],
  /** What the positions of an answer refer to; parts of another version do not fit together. */
  versionOf: (answer: W) => number = () => 0,
): ShownWindow<T, W> {
  const [, draw] = useState(0);
  const state = useRef<State<T, W>>(fresh());
  const loader = useRef(load);
  loader.current = load;
  if (state.current.key !== key) state.current = { ...fresh<T, W>(), key };

  async function fetchPart(part: number, control: AbortController): Promise<void> {
    const own = state.current;
    if (own.asked.has(part)) return;
    own.asked.add(part);
    const response = await loader.current(part * PART, PART, control.signal);
    own.asked.delete(part);
    if (control.signal.aborted || state.current !== own) return;
    if (response.ok) {
      const isOther = own.newest !== null && versionOf(own.newest) !== versionOf(response.value);
      own.known = withPart(isOther ? noParts : own.known, part, response.value.items, response.value.total);
      own.newest = response.value;
      own.problems = [];
      if (isOther) fetchMissing(own.seen.first, own.seen.end, control);
    } else own.problems = response.problems;
    draw((count) => count + 1);
  }

  function fetchMissing(first: number, end: number, control: AbortController): void {
    const { known } = state.current;
    for (const part of partsFor(first, end, known.total)) if (!known.parts.has(part)) fetchPart(part, control);
  }

  useEffect(() => {
    const control = new AbortController();
    state.current.control = control;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = async () => {
      timer = undefined;
      const { seen, known } = state.current;
      // One after the other: what the first says of its version is part of the question for the next.
      for (const part of partsFor(seen.first, seen.end, Math.max(known.total, 1))) await fetchPart(part, control);
    };
    refresh();
    const stop = onChanged((changed) => {
      if (!topics.some((topic) => changed.has(topic))) return;
      state.current.known = { ...state.current.known, parts: inSight(state.current) };
      timer ??= setTimeout(refresh, PAUSE_MS);
    });
    return () => {
      control.abort();
      clearTimeout(timer);
      stop();
    };
  }, [key]);

  const { known, newest, problems } = state.current;
  return {
    total: newest === null ? null : known.total,
    row: (index) => rowOf(known, index),
    see(first, end) {
      const own = state.current;
      own.seen = { first, end };
      const { control } = own;
      if (control === null || own.newest === null) return;
      fetchMissing(first, end, control);
    },
    newest,
    problems,
  };
}

interface State<T, W> {
  key: string | null;
  known: Parts<T>;
  newest: W | null;
  problems: readonly ApiProblem[];
  seen: { first: number; end: number };
  asked: Set<number>;
  control: AbortController | null;
}

function fresh<T, W>(): State<T, W> {
  return {
    key: null,
    known: noParts,
    newest: null,
    problems: [],
    seen: { first: 0, end: 1 },
    asked: new Set(),
    control: null,
  };
}

/** What is not in sight is old news; what is stays on the screen until the new answer comes. */
function inSight<T, W>({ known, seen }: State<T, W>): ReadonlyMap<number, readonly T[]> {
  const wanted = new Set(partsFor(seen.first, seen.end, known.total));
  return new Map([...known.parts].filter(([part]) => wanted.has(part)));
}
