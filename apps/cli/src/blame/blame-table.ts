/** A blamed file as a table: a line a line, as `git blame` prints it, with the intent in place of the commit. */
import { type BlamedFile, type LineCredit, whoOf } from "@intentgate/blame";
import { visibleText } from "@intentgate/documents";
import { columns } from "../terminal/columns.ts";
import { localTime } from "../terminal/elapsed.ts";
import type { Io } from "../terminal/io.ts";

export function blameTable(
  { text }: BlamedFile,
  lines: readonly { credit: LineCredit; suspect: boolean }[],
  from: number,
  color: Io["color"],
): string[] {
  const { cyan, dim, red, yellow } = color;
  const rows = lines.map(({ credit, suspect }, at) => [
    intentCell(credit, suspect),
    whoCell(credit),
    credit.credit === "record" ? localTime(credit.at).slice(0, 16) : "",
    credit.credit === "record" && credit.how !== "exact" ? credit.how : "",
    String(from + at),
  ]);
  const paintIntent = (cell: string) =>
    cell.includes("?") ? red(cell) : cell.includes("suspect") ? yellow(cell) : cyan(cell);
  const layout = [
    { most: 28, paint: paintIntent },
    { most: 28 },
    { paint: dim },
    { paint: dim },
    { align: "right" as const, paint: dim },
  ];
  return columns(rows, layout).map(
    (row, at) => `${row}${dim(")")} ${visibleText((text[from - 1 + at] ?? "").replace(/\r$/, ""))}`,
  );
}

function intentCell(credit: LineCredit, suspect: boolean): string {
  if (credit.credit === "ambiguous") return `? ${credit.candidates.length} fit`;
  if (credit.credit !== "record" || credit.intent_id === null) return "-";
  return `${visibleText(credit.intent_id)}${suspect ? " (suspect)" : ""}`;
}

function whoCell(credit: LineCredit): string {
  if (credit.credit === "record" && credit.entity_type === "AI") return `AI ${visibleText(credit.model)}`;
  const who = whoOf(credit);
  if (credit.credit === "since") return "HUMAN since";
  return who === "BEFORE" ? "before the ledger" : who;
}
