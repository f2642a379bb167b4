/** A person at a terminal with `intentgate approvals watch` open. */

import type { DayStage } from "./day-stage.ts";
import type { Person } from "./seat.ts";
import { speak } from "./speak.ts";

export function sitAtInbox(stage: DayStage, person: Person): { ready: Promise<void>; end(): void } {
  const line = [process.execPath, stage.program, "approvals", "watch"].join(" ");
  let rest = "";
  let sits: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    sits = resolve;
  });
  const spoken = speak(
    stage,
    { program: "script", args: ["-qefc", line, "/dev/null"], env: { NO_COLOR: "1" } },
    (text) => {
      rest += text;
      if (rest.includes("Watching for requests")) sits();
      const [asked, keys = ""] = /Your answer \(([^)]*)\): /.exec(rest) ?? [];
      if (asked !== undefined) {
        const what = rest.slice(0, rest.indexOf(asked));
        rest = "";
        const answers = keys.split("/");
        // Who sits there every day says once what is always right.
        const yes = answers.includes("d") ? "d" : answers[0];
        spoken.say(`${person(what) ? yes : answers.at(-1)}\n`);
      } else if (rest.includes("(may be empty): ")) {
        rest = "";
        spoken.say("No, leave that.\n");
      }
    },
  );
  return { ready, end: spoken.end };
}
