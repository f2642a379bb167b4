/** Ledger records for people: a table of many, or one in full. */
import { type SourcedRecord, sessionsOf } from "@intentgate/blame";
import { visibleText } from "@intentgate/documents";
import type { KnownFile, KnownRecord, TraceRange } from "@intentgate/trace";
import type { createColors } from "picocolors";
import { columns } from "../terminal/columns.ts";
import { localTime } from "../terminal/elapsed.ts";
import { shortId } from "../terminal/ids.ts";

type Colors = ReturnType<typeof createColors>;

const RANGES = 4;

export function recordTable(records: readonly SourcedRecord[], color: Colors): string[] {
  const { bold, cyan, dim } = color;
  const isShared = records.some(({ source }) => source !== "own");
  const rows = records.map((record) => [
    visibleText(shortId(record.id)),
    localTime(record.timestamp),
    visibleText(record.intent_id ?? "none"),
    describe(record),
    record.files.length === 1 ? rangesOf(record.files[0] as KnownFile) : "",
    approvalOf(record),
    ...(isShared ? [record.source === "own" ? "" : "shared"] : []),
  ]);
  const layout = [{ paint: bold }, { paint: dim }, { paint: cyan }, { most: 72 }, { most: 32 }, { most: 24 }];
  const cells = ["record", "when", "intent", "change", "lines", "approval", ...(isShared ? ["from"] : [])];
  return columns(rows, layout, { cells, paint: dim });
}

function describe(record: KnownRecord): string {
  const { decision } = record;
  const isImported = decision?.approval === "imported";
  const failed = decision !== null && decision.outcome !== "OK" && !isImported ? `${decision.outcome}  ` : "";
  return (
    (isImported ? `${writersOf(record)}, ` : failed) +
    visibleText(record.description || record.files.map((file) => file.relative_path).join(", "))
  );
}

/** Who another tool said it was: `AI x/y`, `AI x/y and HUMAN`. */
function writersOf({ files }: KnownRecord): string {
  const all = files.flatMap(({ conversations }) => conversations.map(({ contributor }) => contributor));
  const names = all.map(({ entity_type, model_identifier: model }) =>
    entity_type === "AI" && model !== "unknown" ? `AI ${visibleText(model)}` : entity_type,
  );
  return [...new Set(names)].join(" and ") || "UNKNOWN";
}

/** `12-20, 31` as an editor counts; `after 11` where lines were only taken away. */
function rangesOf(file: KnownFile): string {
  const all = file.conversations.map((one) => one.ranges);
  const ranges = all.flatMap((one) => (one === "unknown" ? [] : one));
  const shown = ranges.slice(0, RANGES).map(rangeText);
  if (ranges.length > RANGES) shown.push(`… ${ranges.length - RANGES} more`);
  if (shown.length === 0) return file.binary ? "binary" : all.includes("unknown") ? "lines unknown" : "";
  return shown.join(", ");
}

function rangeText(range: TraceRange): string {
  if (range.end_line < range.start_line) return `after ${range.end_line}`;
  return range.start_line === range.end_line ? `${range.start_line}` : `${range.start_line}-${range.end_line}`;
}

/** `once 3f2a91c0`: how it was approved, and the request's id. */
function approvalOf(record: KnownRecord): string {
  const approval = record.decision?.approval ?? "unknown";
  const colon = approval.indexOf(":");
  return visibleText(colon < 0 ? approval : `${approval.slice(0, colon)} ${shortId(approval.slice(colon + 1))}`);
}

export function renderRecord(record: SourcedRecord, intentName: string | null, color: Colors): string {
  const { bold, cyan, dim } = color;
  const { decision, integrity } = record;
  const fact = (name: string, value: string) => `  ${dim(name.padEnd(10))} ${value}`;
  const intent = visibleText(record.intent_id ?? "none") + (intentName ? ` (${visibleText(intentName)})` : "");
  const lines = [
    `${bold(visibleText(record.description || "a record without a description"))}`,
    fact("record", visibleText(record.id)),
    fact("when", localTime(record.timestamp)),
    fact("intent", cyan(intent)),
    fact("class", record.mutation_class ?? "not said"),
    fact("session", sessionsOf(record).map(visibleText).join(", ") || "not said"),
    fact("revision", visibleText(record.vcs.revision_id)),
  ];
  if (record.source !== "own") lines.push(fact("shared in", visibleText(record.source)));
  if (decision) {
    lines.push(fact("decision", `${visibleText(decision.id)}  ${visibleText(decision.tool)}  ${decision.outcome}`));
    lines.push(fact("approval", visibleText(decision.approval)));
  }
  lines.push(
    fact(
      "chain",
      integrity
        ? `number ${integrity.seq} of its session, ${integrity.hash.slice(0, 19)}…`
        : "none: this form carries no seal",
    ),
  );
  for (const file of record.files) lines.push("", ...renderFile(file, color));
  return lines.join("\n");
}

function renderFile(file: KnownFile, { bold, dim }: Colors): string[] {
  const moved = file.renamed_from ? ` from ${visibleText(file.renamed_from)}` : "";
  const lines = [`  ${bold(visibleText(file.relative_path))}  ${file.change}${moved}${file.binary ? ", binary" : ""}`];
  for (const { contributor, ranges } of file.conversations) {
    lines.push(`    by ${contributor.entity_type} ${visibleText(contributor.model_identifier)}`);
    if (ranges === "unknown") lines.push(dim("    lines unknown: the bytes before could not be kept"));
    else {
      const rows = ranges.map((range) => [
        `lines ${rangeText(range)}`,
        range.symbol ? visibleText(range.symbol) : "",
        range.content_hash.slice(0, 19),
      ]);
      lines.push(...columns(rows, [{}, {}, { paint: dim }]).map((line) => `    ${line}`));
    }
  }
  return lines;
}
