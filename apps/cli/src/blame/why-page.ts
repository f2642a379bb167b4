/** One line's history as a page for people. */
import type { ExplainedLine, ExplainedRecord, GitWord } from "@intentgate/blame";
import { visibleText } from "@intentgate/documents";
import type { Candidate } from "@intentgate/trace";
import { factLines } from "../terminal/columns.ts";
import { localTime } from "../terminal/elapsed.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

const untold: Record<"before_ledger" | "since" | "unknown", string> = {
  before_ledger: "No record wrote it: it stood there before the first one of this file, or git brought it in.",
  since: "It was written through no call since the last record of this file: a person's, or their tools'.",
  unknown:
    "The ledger has a gap here: somebody wrote between two records, and the bytes were not kept. No agent is credited.",
};

export function whyPage(line: ExplainedLine, color: Io["color"]): string[] {
  const { bold, dim, red } = color;
  const head = `${bold(`${visibleText(line.file)}:${line.line}`)}  ${dim(oneLine(line.text, 100))}`;
  if (line.credit === "record") return [head, ...recordFacts(line.record, howText(line), color)];
  if (line.credit === "before_ledger") return [head, `  ${untold.before_ledger}`, ...gitFacts(line.git, color)];
  if (line.credit !== "ambiguous") return [head, `  ${untold[line.credit]}`];
  return [
    head,
    `  ${red("ambiguous:")} ${line.candidates.length} records fit; nothing tells which.`,
    ...line.candidates.flatMap((one) => ["", ...recordFacts(one, "one of several", color)]),
  ];
}

/** Git takes anybody's name: it is told as its word. */
function gitFacts(word: GitWord | null, color: Io["color"]): string[] {
  if (word === null) return ["  Git does not know it either."];
  const { author, commit, at, summary, cut } = word;
  return [
    ...factLines("git says", [`${oneLine(author, 80)}, ${localTime(at)}`], color),
    ...factLines("commit", [`${commit}  ${oneLine(summary, 100)}`], color),
    ...(cut ? factLines("", ["or earlier: the history of this clone begins there"], color) : []),
    "  That is git's word, not the ledger's: it names who committed, and no intent.",
  ];
}

function candidateText(candidate: Candidate): string {
  if (candidate.entity_type === "HUMAN") return "a person";
  const { model_identifier, session, invocation_id } = candidate;
  return `AI  ${visibleText(model_identifier)}  session ${visibleText(session)}  decision ${visibleText(invocation_id)}`;
}

function howText(line: ExplainedLine & { credit: "record" }): string {
  const { path, line: number } = line.record.written;
  if (line.how === "exact")
    return path === line.file && number === line.line ? "exact" : `exact, written as ${visibleText(path)}:${number}`;
  return `${line.how}, written as ${visibleText(path)}:${number}`;
}

function recordFacts(record: ExplainedRecord, matched: string, color: Io["color"]): string[] {
  const { cyan, red, yellow } = color;
  const fact = (name: string, ...values: string[]) => factLines(name, values, color);
  const texts = (name: string, values: readonly string[]) => fact(name, ...values.map((one) => oneLine(one, 160)));
  const { intent, decision } = record;
  const who = record.entity_type === "AI" ? `AI  ${visibleText(record.model)}` : record.entity_type;
  return [
    ...(record.seal === "broken"
      ? fact("altered", red("this record is not what was written: do not rely on it, run `intentgate trace verify`"))
      : []),
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
    ...fact("written by", record.candidates.length > 0 ? `${who}: nobody saw who, one of` : who),
    ...record.candidates.flatMap((one) => fact("", candidateText(one))),
    ...fact("when", localTime(record.at)),
    ...fact("session", visibleText(record.session)),
    ...(decision
      ? fact("decision", `${visibleText(decision.id)}  ${visibleText(decision.tool)}  ${decision.outcome}`)
      : []),
    ...(decision ? fact("approval", visibleText(decision.approval)) : []),
    ...fact("class", record.mutation_class ?? "not said"),
    ...(record.symbol === null ? [] : fact("symbol", visibleText(record.symbol))),
    ...fact("record", `${visibleText(record.id)}${record.seal === "none" ? "  without a seal" : ""}`),
    ...(record.shared_in === null ? [] : fact("shared in", `.orchestration/${visibleText(record.shared_in)}`)),
    ...fact("commit", ...record.commits),
    ...fact("matched", matched),
    ...texts("constraints", intent?.constraints ?? []),
    ...texts("criteria", intent?.acceptance_criteria ?? []),
  ];
}
