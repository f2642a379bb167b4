/** Lets only so many begin at a time; who takes longer than a turn is not waited for. */

export interface Turns {
  /** Resolves when it is one's turn, with what ends it. */
  begin(): Promise<() => void>;
}

export function createTurns(most: number, longestMs: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;

  function started(): () => void {
    let isOver = false;
    const end = () => {
      clearTimeout(late);
      if (isOver) return;
      isOver = true;
      running -= 1;
      waiting.shift()?.();
    };
    running += 1;
    const late = setTimeout(end, longestMs);
    return end;
  }

  return {
    begin() {
      if (running < most) return Promise.resolve(started());
      return new Promise((resolve) => waiting.push(() => resolve(started())));
    },
  };
}
