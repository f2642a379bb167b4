/** One line's history as a page for people. */
import { visibleText } from "@intentgate/trace";
import type { ExplainedLine, ExplainedRecord } from "@intentgate/workspace";
import { localTime } from "../elapsed.ts";
import { factLines } from "../fact-lines.ts";
import type { Io } from "../io.ts";
import { oneLine } from "../one-line.ts";

const untold: Record<"before_ledger" | "since" | "unknown", string> = {
  before_ledger:
    "It stood there before the first record of this file: the ledger says nothing about it. `git blame` may.",
  since: "It was written through no call since the last record of this file: a person's, or their tools'.",
  unknown:
    "The ledger has a gap here: somebody wrote between two records, and the bytes were not kept. No agent is credited.",
};

export function whyPage(line: ExplainedLine, color: Io["color"]): string[] {
  const { bold, dim, red } = color;
  const head = `${bold(`${visibleText(line.file)}:${line.line}`)}  ${dim(oneLine(line.text, 100))}`;
  if (line.credit === "record") return [head, ...recordFacts(line.record, howText(line), color)];
  if (line.credit !== "ambiguous") return [head, `  ${untold[line.credit]}`];
  return [
    head,
    `  ${red("ambiguous:")} ${line.candidates.length} records fit; nothing tells which.`,
    ...line.candidates.flatMap((one) => ["", ...recordFacts(one, "one of several", color)]),
  ];
}

function howText(line: ExplainedLine & { credit: "record" }): string {
  const { path, line: number } = line.record.written;
  if (line.how === "exact")
    return path === line.file && number === line.line ? "exact" : `exact, written as ${visibleText(path)}:${number}`;
  return `${line.how}, written as ${visibleText(path)}:${number}`;
}

function recordFacts(record: ExplainedRecord, matched: string, color: Io["color"]): string[] {
  const { cyan, yellow } = color;
  const fact = (name: string, ...values: string[]) => factLines(name, values, color);
  const texts = (name: string, values: readonly string[]) => fact(name, ...values.map((one) => oneLine(one, 160)));
  const { intent, decision } = record;
  const who = record.entity_type === "AI" ? `AI  ${visibleText(record.model)}` : record.entity_type;
  return [
    ...(intent
      ? fact(
          "intent",
          `${cyan(visibleText(intent.id))}  ${intent.name === null ? "no longer declared" : oneLine(intent.name)}${intent.status ? `  ${intent.status}` : ""}`,
        )
      : fact("intent", "none")),
    ...(intent?.suspect
      ? fact(
          "",
          yellow(
            "suspect: its constraints or criteria changed since; `intentgate intent accept` once the code fits them",
          ),
        )
      : []),
    ...fact("written by", who),
    ...fact("when", localTime(record.at)),
    ...fact("session", visibleText(record.session)),
    ...(decision
      ? fact("decision", `${visibleText(decision.id)}  ${visibleText(decision.tool)}  ${decision.outcome}`)
      : []),
    ...(decision ? fact("approval", visibleText(decision.approval)) : []),
    ...fact("class", record.mutation_class ?? "not said"),
    ...(record.symbol === null ? [] : fact("symbol", visibleText(record.symbol))),
    ...fact("record", visibleText(record.id)),
    ...fact("commit", ...record.commits),
    ...fact("matched", matched),
    ...texts("constraints", intent?.constraints ?? []),
    ...texts("criteria", intent?.acceptance_criteria ?? []),
  ];
}
