/** Commands that take longer than their host waits: what they do, and what is left of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedModel, Step } from "@intentgate/scripted-model";
import { until } from "../support/patience.ts";
import type { HostDriver } from "./driver.ts";
import { put, type Stage } from "./stage.ts";

/** Writes in the scope and out of it and says so; then it ends after a while, or never, or not even when it is told to. */
const LONG = `const { writeFileSync } = require("node:fs");
const [, , word, seconds] = process.argv;
writeFileSync("src/auth/" + word + "-begun.ts", "x");
writeFileSync("docs/" + word + ".md", "x");
console.log(word + " has begun");
if (word === "deaf") for (const one of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(one, () => undefined);
const end = () => { writeFileSync("src/auth/" + word + "-ended.ts", "x"); process.exit(); };
if (seconds === undefined) setInterval(() => undefined, 100000);
else setTimeout(end, seconds * 1000);
`;

export function putLong(stage: Stage): void {
  put(stage, "tools/long.cjs", LONG);
}

/** Where in its script it is shown what they said: after one step of another kind. */
export const SHOWN_AT = 1;

export function longSteps({ limit, shell }: HostDriver, stage: () => Stage, model: () => ScriptedModel): Step[] {
  if (limit === undefined) return [];
  const goesOn = limit.overdue === "lets it go on";
  const late = goesOn ? [limit.shell(`node tools/long.cjs late ${limit.seconds + 2}`)] : [];
  const stop: Step = {
    calls: [],
    async before() {
      // One that goes on by itself counts when it ends, whoever waits for it.
      await until(() => !goesOn || existsSync(join(stage().repo, "src/auth/late-ended.ts")));
      const shown = model().requests.find(({ script, step }) => script === "beside" && step === SHOWN_AT + 1);
      stop.calls = [...(limit.stops?.(shown?.latest ?? "") ?? []), shell("ls src")];
    },
  };
  return [
    { calls: [limit.shell("node tools/long.cjs heeds"), limit.shell("node tools/long.cjs deaf"), ...late] },
    stop,
  ];
}

/** It was asked for its `length`th answer; with none, for any. */
export function hasReached({ requests }: ScriptedModel, script: string, length = 1): boolean {
  return requests.some((one) => one.script === script && one.step !== null && one.step >= length - 1);
}

/** What is left of these commands among all processes; those that ended and nobody asked about are none. */
export function longAlive({ repo }: Stage): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        const isOurs = words.includes("tools/long.cjs") && readFileSync(`/proc/${pid}/environ`, "utf8").includes(repo);
        return isOurs ? [words] : [];
      } catch (error) {
        if (error instanceof Error && "code" in error) return []; // ended meanwhile, or another user's
        throw error;
      }
    });
}
