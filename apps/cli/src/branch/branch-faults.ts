/** What speaks against merging a branch: lines without an intent, open intents, a ledger that is not what was written. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { BranchWork } from "@intentgate/blame";
import { visibleText } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import type { WholeCheck } from "@intentgate/sidecar";
import { isAlarm } from "@intentgate/trace";
import { findRepository, onSystemError } from "@intentgate/world";
import { unownedWords } from "./pull-request-text.ts";

export const faultRules = {
  "line-without-intent": "Every line of a branch is written under an intent.",
  "intent-not-complete": "Every intent that wrote lines of a branch is complete.",
  "ledger-not-sound": "The ledger is what was written.",
} as const;

export interface Fault {
  rule: keyof typeof faultRules;
  /** As git names it. */
  place: string;
  start_line: number;
  end_line: number;
  message: string;
  remedy: string;
}

const SIDECAR = ".orchestration";
const INTENTS = `${SIDECAR}/active_intents.yaml`;
const DONE = ["COMPLETE", "ARCHIVED"];

export interface FaultOptions {
  /** Lines that no agent is known to have written may stand without an intent. */
  mayBePeoples: boolean;
}

export function branchFaults(
  { home }: Pick<Workspace, "home">,
  work: BranchWork,
  check: Pick<WholeCheck, "findings">,
  { mayBePeoples }: FaultOptions,
): Fault[] {
  const top = findRepository(home.root)?.top ?? home.root;
  const placeOf = (path: string) => relative(top, join(home.root, path));
  const intents = onSystemError("any", "", () => readFileSync(join(home.root, INTENTS), "utf8")).split("\n");
  return [
    ...work.unowned.flatMap(({ place, ranges }) =>
      ranges
        .filter(({ who }) => !(mayBePeoples && who === "people"))
        .map(({ start_line, end_line, who }): Fault => {
          const lines = start_line === end_line ? "This line stands" : "These lines stand";
          const message = `${lines} under no intent: ${unownedWords[who]}.`;
          const remedy =
            who === "agent"
              ? "Take an intent before the agent writes; `intentgate use` puts a session under one."
              : "Share the ledger of the machine where they were written (`intentgate trace share`), or allow lines of people (`--allow-people`).";
          return { rule: "line-without-intent", place, start_line, end_line, message, remedy };
        }),
    ),
    ...work.intents
      .filter(({ intent }) => !DONE.includes(intent.status ?? ""))
      .map(({ intent }): Fault => {
        const line =
          1 +
          Math.max(
            0,
            intents.findIndex((text) => text.trim().replace(/^- /, "") === `id: ${intent.id}`),
          );
        const is = intent.status === null ? "is not declared here" : `is ${intent.status.toLowerCase()}`;
        return {
          ...{ rule: "intent-not-complete", place: placeOf(INTENTS), start_line: line, end_line: line },
          message: `${visibleText(intent.id)} wrote lines of this branch and ${is}.`,
          remedy:
            intent.status === null
              ? "Commit the intents file that declares it."
              : `\`intentgate intent complete ${visibleText(intent.id)}\` once its criteria are met.`,
        };
      }),
    ...check.findings.filter(isAlarm).map(
      ({ file, line, message }): Fault => ({
        ...{ rule: "ledger-not-sound", place: placeOf(`${SIDECAR}/${file ?? "agent_trace.jsonl"}`) },
        ...{ start_line: line ?? 1, end_line: line ?? 1 },
        message: `The ledger is not sound: ${visibleText(message)}.`,
        remedy: "`intentgate trace verify` says more.",
      }),
    ),
  ];
}
