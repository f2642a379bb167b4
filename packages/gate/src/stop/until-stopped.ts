/** For what runs here while a person may stop its session: heard of within a moment, from whatever process they said it. */
import type { Session } from "@intentgate/engine";

export interface UntilStopped {
  /** Aborts when the session is stopped. */
  signal: AbortSignal;
  /** Nobody listens any more. */
  end(): void;
}

const LOOK_MS = 150;

/** A look that fails stops too: then nobody knows that the session may go on. */
export function untilStopped(isStopped: (session: Session) => boolean, session: Session): UntilStopped {
  const stop = new AbortController();
  const timer = setInterval(() => {
    try {
      if (isStopped(session)) end(new Error("the person stopped this session"));
    } catch (error) {
      end(error);
    }
  }, LOOK_MS);
  timer.unref();
  const end = (why: unknown) => {
    clearInterval(timer);
    stop.abort(why);
  };
  return { signal: stop.signal, end: () => clearInterval(timer) };
}
