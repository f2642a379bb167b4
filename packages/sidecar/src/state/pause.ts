/** A person may let everything but control files pass for a while; it expires by itself and is recorded. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onSystemError, readRegular, replaceFile } from "@intentgate/world";

export interface Pause {
  until: string;
  by: string;
  at: string;
}

export function createPauses(state: string, now: () => Date) {
  const file = join(state, "pause.json");
  return {
    active(): Pause | null {
      const text = onSystemError(["ENOENT"], null, () => readRegular(file).toString("utf8"));
      if (text === null) return null;
      const pause = JSON.parse(text) as Pause;
      const until = Date.parse(pause.until);
      // A pause that does not say when it ends is over.
      return Number.isFinite(until) && until > now().getTime() ? pause : null;
    },
    begin(ms: number, by: string): Pause {
      const at = now();
      const pause: Pause = { until: new Date(at.getTime() + ms).toISOString(), by, at: at.toISOString() };
      mkdirSync(state, { recursive: true, mode: 0o700 });
      replaceFile(file, JSON.stringify(pause), { mode: 0o600 });
      return pause;
    },
    end(): void {
      rmSync(file, { force: true });
    },
  };
}

export type Pauses = ReturnType<typeof createPauses>;
