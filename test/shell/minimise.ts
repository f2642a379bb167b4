/** Makes a command that contradicts its reading shorter for as long as it still does. */
import type { Judge, Judged } from "./judge.ts";

const MOST_TRIES = 250;
const MOST_MS = 10_000;

/** Drops words and signs, larger runs of them first. */
export async function minimise(judge: Judge, found: Judged): Promise<Judged> {
  let best = found;
  let parts = partsOf(best.command);
  let tries = 0;
  const end = Date.now() + MOST_MS;
  for (let size = Math.max(1, Math.floor(parts.length / 2)); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < parts.length && tries < MOST_TRIES && Date.now() < end; ) {
      const fewer = [...parts.slice(0, at), ...parts.slice(at + size)];
      const command = fewer.join("").trim();
      tries += 1;
      const judged = command === "" ? found : await judge.judge(command);
      if (judged.wrong?.how === found.wrong?.how && command !== "" && command.length < best.command.length) {
        best = judged;
        parts = fewer;
      } else at += 1;
    }
  }
  return best;
}

/** Words, white space and the signs that separate commands. */
function partsOf(command: string): string[] {
  return command.match(/\s+|[;&|(){}<>]|[^\s;&|(){}<>]+/g) ?? [];
}

/** A row for the tables beside the reading. */
export function asRow({ command, said, changes, wrong }: Judged, area: string): string {
  const places = (paths: readonly string[]): string =>
    JSON.stringify(
      paths.map((path) =>
        path
          .replace(/^work\//, "")
          .replace(/^home\//, "~/")
          .replace(/^(out|tmp)\//, "../$1/"),
      ),
    );
  const real = places(changes.map(({ path }) => path));
  const missed = places(wrong?.missed.map(({ path }) => path) ?? []);
  const text = JSON.stringify(command.replaceAll(area, "/area"));
  return `${text}\n    ${wrong?.how}: said ${said.risk} ${JSON.stringify(said.writes)}, missed ${missed}, changed ${real.slice(0, 300)}`;
}
