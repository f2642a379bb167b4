/** Bounds how long a hook may think. Time in which a person is being asked does not count. */
import type { AskApproval } from "./call.ts";
import type { Clock } from "./parts.ts";

/** Most hooks answer at once, and a timer costs more than they do: it is armed only after this many turns. */
const FREE_TURNS = 6;

/** Rejects when `work` takes longer than `ms` of its own time. */
export function withinTime<T>(
  clock: Clock,
  ms: number,
  work: (watch: Stopwatch) => T | PromiseLike<T>,
): Promise<Awaited<T>> {
  return new Promise((resolve, reject) => {
    const watch = new Stopwatch(clock, ms, reject);
    // What `work` throws before its first await rejects as well: a promise's executor sees to that.
    Promise.resolve(work(watch)).then(
      (value) => {
        watch.stop();
        resolve(value);
      },
      (error) => {
        watch.stop();
        reject(error);
      },
    );
    watch.start();
  });
}

/** Runs while a hook works, stands still while a person is asked, and is over for good when stopped. */
export class Stopwatch {
  private left: number;
  private startedAt: number;
  private questions = 0;
  private callOff: (() => void) | undefined;
  private over = false;

  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
    private readonly onTimeUp: (error: Error) => void,
  ) {
    this.left = ms;
    this.startedAt = clock.now();
  }

  async start(): Promise<void> {
    for (let turn = 0; turn < FREE_TURNS; turn += 1) {
      await undefined;
      if (this.over) return;
    }
    this.arm();
  }

  pause(): void {
    this.questions += 1;
    if (this.questions > 1) return;
    this.disarm();
    this.left -= this.clock.now() - this.startedAt;
  }

  resume(): void {
    this.questions -= 1;
    this.startedAt = this.clock.now();
    this.arm();
  }

  stop(): void {
    this.over = true;
    this.disarm();
  }

  isOver(): boolean {
    return this.over;
  }

  private arm(): void {
    if (this.over || this.questions > 0 || this.callOff) return;
    const left = Math.max(0, this.left - (this.clock.now() - this.startedAt));
    this.callOff = this.clock.after(left, () => {
      this.stop();
      this.onTimeUp(new Error(`no answer within ${this.ms} ms`));
    });
  }

  private disarm(): void {
    this.callOff?.();
    this.callOff = undefined;
  }
}

/** The same way to ask, with the stopwatch held while the person thinks. */
export function heldWhileAsking(ask: AskApproval | undefined, watch: Stopwatch): AskApproval | undefined {
  if (!ask) return undefined;
  return async (kind, message) => {
    if (watch.isOver()) throw new Error("the hook's time is over, nobody is asked any more");
    watch.pause();
    try {
      return await ask(kind, message);
    } finally {
      watch.resume();
    }
  };
}
