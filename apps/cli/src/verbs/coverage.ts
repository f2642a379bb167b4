/** How much of the tree the ledger can account for. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Coverage, coverageOf } from "@intentgate/blame";
import { visibleText } from "@intentgate/documents";
import { fileHere } from "../blame/file-here.ts";
import { refuse, refuseUsage, refuseWith } from "../command/refuse.ts";
import { type Args, tell, type Verb } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { warnOfLeft } from "../trace/left-out.ts";
import { governedHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "coverage",
  usage: ["[FOLDER]"],
  examples: {
    "intentgate coverage": "over every file that git tracks",
    "intentgate coverage src --json": "below one folder, for a program",
  },
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [given, ...more] = args.words;
  if (more.length > 0) return refuseUsage(io, "coverage", "coverage takes one folder at most");
  const workspace = governedHere(io);
  const below = fileHere(workspace.home.root, io.cwd, given ?? workspace.home.root);
  if (!below.ok) return refuse(io, below.problems);
  if (!existsSync(join(workspace.home.root, below.value)))
    return refuseWith(io, "NOT_FOUND", `there is no ${oneLine(below.value)}`, "Name a folder or a file that is there.");
  const found = coverageOf(workspace.home, workspace.blame(), below.value === "" ? null : below.value);
  warnOfLeft(io, workspace.blame().reader().left);
  return tell(io, found, render(found, io.color));
}

const names: Record<string, string> = {
  AI: "agents",
  HUMAN: "people, between calls or since",
  HOOK: "hooks",
  UNKNOWN: "unknown",
  BEFORE: "before the ledger",
  AMBIGUOUS: "ambiguous",
};

function render(coverage: Coverage, { bold, dim }: Io["color"]): string[] {
  const table = (title: string, counts: Record<string, number>, nameOf: (key: string) => string) => {
    const rows = Object.entries(counts)
      .sort((a, b) => b[1] - a[1])
      .map(([key, lines]) => [nameOf(key), String(lines), `${((100 * lines) / coverage.lines).toFixed(1)} %`]);
    const layout = [{ most: 50 }, { align: "right" as const }, { align: "right" as const }];
    return rows.length === 0 ? [] : ["", bold(title), ...columns(rows, layout).map((line) => `  ${line}`)];
  };
  const left = [
    ...(coverage.skipped > 0 ? [`${coverage.skipped} without lines`] : []),
    ...(coverage.generated > 0 ? [`${coverage.generated} written by programs`] : []),
  ].join(" and ");
  return [
    `${count(coverage.lines, "line")} in ${count(coverage.files, "file")}${left === "" ? "" : dim(` (${left} left out)`)}`,
    ...table("written by", coverage.by_entity, (key) => names[key] ?? key),
    ...table("intent", coverage.by_intent, visibleText),
    ...table("model", coverage.by_model, visibleText),
  ];
}
