/** What a reviewer of a pull request should know of how its lines came about, as Markdown. */
import type { BranchWork, Unowned } from "@intentgate/blame";
import { markdownCode, markdownText } from "@intentgate/documents";
import { codeWords } from "@intentgate/engine";
import type { Tally } from "@intentgate/sidecar";
import { count } from "../terminal/one-line.ts";
import { rangeText } from "./branch-here.ts";

const MOST_ROWS = 50;
const MOST_RANGES = 8;
const DONE = ["COMPLETE", "ARCHIVED"];

const writerNames: Readonly<Record<string, string>> = {
  AI: "agents",
  HUMAN: "people, or unseen",
  HOOK: "hooks, and the gate itself",
  UNKNOWN: "unknown",
  BEFORE: "people, or unseen",
  AMBIGUOUS: "one of several",
};
export const unownedWords: Readonly<Record<Unowned, string>> = {
  agent: "an agent, without an intent",
  people: "people, or unseen",
  unknown: "unknown",
};

/** `refused`: null where this machine saw none of it. */
export function pullRequestText(work: BranchWork, refused: readonly Tally[] | null): string {
  const { lines, files, intents, base, head, beyond } = work;
  const short = (commit: string) => `\`${commit.slice(0, 12)}\``;
  const owned = lines - work.unowned.reduce((sum, one) => sum + one.lines, 0);
  const outside = beyond > 0 ? ` ${count(beyond, "changed file")} outside of what is governed.` : "";
  return [
    "## What stands behind these changes",
    "",
    `${count(lines, "added line")} in ${count(files, "file")}, ${short(base)} to ${short(head)}: ${share(owned, lines)} under ${count(intents.length, "intent")}. Blank lines and lone brackets are not counted.${outside}`,
    ...section("Intents", intentRows(work)),
    ...section("Who wrote the lines", ["| who | lines | share |", "|---|---:|---:|", ...writerRows(work)]),
    ...section("Allowed by a person", approvalRows(work)),
    ...section("Refused on the way", refusedRows(refused)),
    ...section("Files outside of any intent", unownedRows(work)),
  ].join("\n");
}

function section(title: string, rows: readonly string[]): string[] {
  return ["", `### ${title}`, "", ...rows];
}

function intentRows({ intents }: BranchWork): string[] {
  if (intents.length === 0) return ["None."];
  return intents.slice(0, MOST_ROWS).flatMap(({ intent, lines, files }) => {
    const name = intent.name === null ? "no longer declared" : cell(intent.name);
    const isDone = DONE.includes(intent.status ?? "");
    const suspect = intent.suspect ? "; its criteria changed after lines were written" : "";
    return [
      `- **${cell(intent.id)}** ${name}: ${(intent.status ?? "unknown").toLowerCase()}, ${count(lines, "line")} in ${count(files.length, "file")}${suspect}`,
      ...intent.acceptance_criteria.map((one) => `  - [${isDone ? "x" : " "}] ${cell(one)}`),
    ];
  });
}

function writerRows({ writers, lines: all }: BranchWork): string[] {
  const found = new Map<string, number>();
  for (const { who, model, lines } of writers) {
    const name = writerNames[who] ?? cell(who);
    const key = model === null || model === "unknown" ? name : `${name}: ${cell(model)}`;
    found.set(key, (found.get(key) ?? 0) + lines);
  }
  return [...found].map(([name, lines]) => `| ${name} | ${lines} | ${share(lines, all)} |`);
}

function approvalRows({ approvals }: BranchWork): string[] {
  if (approvals.length === 0) return ["Nothing had to be asked for what stands here."];
  return [
    "| when | intent | change |",
    "|---|---|---|",
    ...approvals
      .slice(0, MOST_ROWS)
      .map(
        ({ at, intent_id, change }) =>
          `| ${at.slice(0, 16).replace("T", " ")} | ${cell(intent_id ?? "none")} | ${cell(change)} |`,
      ),
    ...more(approvals.length),
  ];
}

function refusedRows(refused: readonly Tally[] | null): string[] {
  if (refused === null) return ["Not known here: refusals stay on the machine where they happened."];
  if (refused.length === 0) return ["Nothing."];
  const words: Readonly<Record<string, string>> = codeWords;
  return [
    "As this machine saw it.",
    "",
    "| why | calls |",
    "|---|---:|",
    ...refused.map(({ what, count: calls }) => `| ${words[what] ?? cell(what)} | ${calls} |`),
  ];
}

function unownedRows({ unowned }: BranchWork): string[] {
  if (unowned.length === 0) return ["None."];
  return [
    "| file | lines | whose |",
    "|---|---|---|",
    ...unowned.slice(0, MOST_ROWS).map(({ place, ranges }) => {
      const shown = ranges.slice(0, MOST_RANGES).map(rangeText).join(", ");
      const rest = ranges.length > MOST_RANGES ? ` and ${ranges.length - MOST_RANGES} more places` : "";
      const whose = [...new Set(ranges.map(({ who }) => unownedWords[who]))].join("; ");
      return `| \`${markdownCode(place)}\` | ${shown}${rest} | ${whose} |`;
    }),
    ...more(unowned.length),
  ];
}

function more(all: number): string[] {
  return all > MOST_ROWS ? ["", `… and ${all - MOST_ROWS} more.`] : [];
}

function share(part: number, all: number): string {
  return all === 0 ? "0 %" : `${((100 * part) / all).toFixed(1)} %`;
}

/** Nobody is called by a name in it, and no other request is linked. */
function cell(text: string): string {
  return markdownText(text).replace(/@|\\#/g, "$&<!-- -->");
}
