/** Waits until the person's hands rest: a dialog that comes up between two keys gets the second one. */

export interface QuietMoment {
  /** The person typed, or moved the cursor. */
  stirred(): void;
  /** The person asked for it: no need to wait. */
  settled(): void;
  /** Ends once nothing stirred for long enough. */
  wait(): Promise<void>;
}

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export function createQuietMoment(restMs: number, clock: Clock): QuietMoment {
  let last = Number.NEGATIVE_INFINITY;
  return {
    stirred() {
      last = clock.now();
    },
    settled() {
      last = Number.NEGATIVE_INFINITY;
    },
    async wait() {
      for (let left = last + restMs - clock.now(); left > 0; left = last + restMs - clock.now())
        await clock.sleep(left);
    },
  };
}
