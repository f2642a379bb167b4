/** Shows what the server says, and asks again when it hears that it changed. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Gets, Topic } from "../../api/api.ts";
import type { ApiProblem } from "../../api/shared.ts";
import { addressOf, get, type Words } from "./client.ts";
import { onChanged } from "./live.ts";

export interface Shown<T> {
  /** The newest answer; while another is awaited, the one before. Null before the first. */
  value: T | null;
  problems: readonly ApiProblem[];
  /** 0 where the server could not be reached, null where all is well. */
  failed: number | null;
  reload(): void;
}

/** Not more often than this, however fast things change. */
const PAUSE_MS = 250;
const kept = new Map<string, unknown>();
const MOST_KEPT = 60;

/** What is asked for names the answer: to ask for something else forgets it. Null asks nothing. */
export function useAnswer<P extends keyof Gets>(
  path: P,
  asked: { ids?: Words; query?: Words } | null,
  topics: readonly Topic[],
): Shown<Gets[P]> {
  const key = asked && addressOf(path, asked.ids, asked.query);
  const [answer, setAnswer] = useState<{ key: string | null; shown: Omit<Shown<Gets[P]>, "reload"> }>({
    key: null,
    shown: nothing,
  });
  const reload = useRef(() => {});

  useEffect(() => {
    if (key === null) return;
    const control = new AbortController();
    let running = false;
    let wanted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask(name: string): Promise<void> {
      running = true;
      wanted = false;
      const response = await get(path, { ...asked, signal: control.signal });
      if (control.signal.aborted) return;
      if (response.ok) {
        keep(name, response.value);
        setAnswer({ key: name, shown: { value: response.value, problems: [], failed: null } });
      } else {
        setAnswer((before) => ({
          key: name,
          shown: {
            value: before.key === name && response.status !== 404 ? before.shown.value : null,
            problems: response.problems,
            failed: response.status,
          },
        }));
      }
      timer = setTimeout(() => {
        running = false;
        if (wanted) ask(name);
      }, PAUSE_MS);
    }

    const askSoon = () => {
      wanted = true;
      if (!running) ask(key);
    };
    reload.current = askSoon;
    ask(key);
    const stop = onChanged((changed) => {
      if (topics.some((topic) => changed.has(topic))) askSoon();
    });
    return () => {
      control.abort();
      clearTimeout(timer);
      stop();
    };
  }, [key]);

  const shown =
    answer.key === key && key !== null
      ? answer.shown
      : { ...nothing, value: (kept.get(key ?? "") as Gets[P] | undefined) ?? null };
  return { ...shown, reload: () => reload.current() };
}

const nothing = { value: null, problems: [], failed: null };

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
