/** What an intent left in the code. */
import { type Impact, impactOf } from "@intentgate/blame";
import { visibleText } from "@intentgate/documents";
import { refuseUsage, refuseWith } from "../command/refuse.ts";
import { type Args, tell, type Verb } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import { localTime } from "../terminal/elapsed.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { warnOfLeft } from "../trace/left-out.ts";
import { governedHere } from "../workspace/workspace-here.ts";

const RANGES = 6;

export const verb: Verb = {
  name: "impact",
  usage: ["INTENT"],
  examples: {
    "intentgate impact INT-001": "files, ranges and symbols that stand, and what was replaced since",
  },
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [intent, ...more] = args.words;
  if (intent === undefined || more.length > 0) return refuseUsage(io, "impact", "impact takes one intent");
  const workspace = governedHere(io);
  const found = impactOf(workspace.home, workspace.blame(), intent, { everywhere: true });
  warnOfLeft(io, workspace.blame().reader().left);
  if (found === null) {
    return refuseWith(
      io,
      "NOT_FOUND",
      `no record names the intent ${JSON.stringify(oneLine(intent, 60))}`,
      "`intentgate map` lists the intents that something was changed under.",
    );
  }
  return tell(io, found, render(found, io.color));
}

function render(impact: Impact, { bold, cyan, dim, yellow }: Io["color"]): string[] {
  const { intent, files, replaced_files, written_lines, present_lines } = impact;
  const rows = files.map((file) => [
    visibleText(file.path),
    String(file.lines),
    rangesOf(file.ranges),
    file.suspect ? "suspect" : "",
  ]);
  const layout = [{}, { align: "right" as const }, { most: 60, paint: dim }, { paint: yellow }];
  const span =
    impact.first_at && impact.last_at ? `, ${localTime(impact.first_at)} to ${localTime(impact.last_at)}` : "";
  return [
    `${cyan(bold(visibleText(intent.id)))}  ${intent.name === null ? "no longer declared" : oneLine(intent.name)}${intent.status ? `  ${intent.status}` : ""}`,
    `  ${count(impact.records, "record")}${span}`,
    `  ${count(written_lines, "line")} written, ${present_lines} of them stand in ${count(files.length, "file")}`,
    ...(intent.suspect
      ? [yellow("  suspect: its constraints or criteria changed after lines were written under it")]
      : []),
    ...columns(rows, layout).map((line) => `  ${line}`),
    ...replaced_files.map((path) => dim(`  ${visibleText(path)}  nothing of it stands any more`)),
  ];
}

function rangesOf(ranges: Impact["files"][number]["ranges"]): string {
  const shown = ranges.slice(0, RANGES).map(({ start_line, end_line, symbols }) => {
    const lines = start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`;
    return symbols.length > 0 ? `${lines} ${symbols.map(visibleText).join(" ")}` : lines;
  });
  if (ranges.length > RANGES) shown.push(`… ${ranges.length - RANGES} more`);
  return shown.join(", ");
}
