/**
 * `intent_map.md`: which files and symbols belong to which intent, a heading an intent and a table row a file.
 * Only these headings and tables are touched; whatever else people write into the file stays where it is.
 */
import { markdownCode, markdownText } from "@intentgate/documents";
import type { TraceFile } from "../records/record.ts";

export interface MappedFile {
  path: string;
  /** Sorted; those that were ever changed under the intent. */
  symbols: readonly string[];
  change: TraceFile["change"];
  count: number;
  at: string;
}

export interface MappedIntent {
  intentId: string;
  name: string;
  /** Sorted by path. */
  files: MappedFile[];
}

export interface MapEntry {
  intentId: string;
  name: string;
  files: readonly { path: string; change: TraceFile["change"]; symbols?: readonly string[] }[];
  at: string;
}

const TITLE = "# Intent map";
const TABLE_HEAD = ["| File | Symbols | Last change | Changes | When |", "| --- | --- | --- | ---: | --- |"];
/** As it was before symbols were known. */
const OLD_HEAD = "| File | Last change | Changes | When |";
const MOST_SYMBOLS = 100;
const HEADING = /^## ([A-Za-z0-9][A-Za-z0-9._-]{0,127})(?:: (.*))?$/;
const ROW = /^\| `([^`|]+)` \|(?:([^|]*)\|)? (created|modified|deleted|renamed|mode) \| (\d{1,9}) \| ([^|` ]+) \|$/;

/** Where an intent's part stands: its heading's line, and its table's lines (`tableEnd` exclusive). */
interface Section extends MappedIntent {
  headingAt: number;
  tableStart: number;
  tableEnd: number;
}

export function readIntentMap(text: string): MappedIntent[] {
  const sections = sectionsOf(linesOf(text)).filter(hasTable);
  return sections.map(({ intentId, name, files }) => ({ intentId, name, files }));
}

export function updateIntentMap(text: string, entry: MapEntry): string {
  const lines = linesOf(text.trim() === "" ? `${TITLE}\n` : text);
  const sections = sectionsOf(lines);
  const mine = sections.find((section) => section.intentId === entry.intentId);
  const name = markdownText(entry.name);
  const heading = `## ${entry.intentId}${name === "" ? "" : `: ${name}`}`;
  const table = [...TABLE_HEAD, ...merged(mine?.files ?? [], entry).map(rowOf)];
  if (mine) {
    const gap = hasTable(mine) ? [] : [""];
    lines.splice(mine.tableStart, mine.tableEnd - mine.tableStart, ...gap, ...table);
    lines[mine.headingAt] = heading;
    return `${lines.join("\n")}\n`;
  }
  const next = sections.find((section) => hasTable(section) && section.intentId > entry.intentId);
  const block = ["", heading, "", ...table];
  if (!next) return `${[...withoutTail(lines), ...block].join("\n")}\n`;
  lines.splice(next.headingAt, 0, ...block.slice(1), "");
  return `${lines.join("\n")}\n`;
}

/** A heading of the same form without our table below it is a person's. */
function hasTable(section: Section): boolean {
  return section.tableEnd > section.tableStart;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function withoutTail(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === "") end--;
  return lines.slice(0, end);
}

function sectionsOf(lines: readonly string[]): Section[] {
  const sections = new Map<string, Section>();
  for (const [headingAt, line] of lines.entries()) {
    const heading = HEADING.exec(line.trimEnd());
    const intentId = heading?.[1];
    if (!intentId || sections.has(intentId)) continue;
    let tableStart = headingAt + 1;
    while (tableStart < lines.length && lines[tableStart]?.trim() === "") tableStart++;
    const isTable = [TABLE_HEAD[0], OLD_HEAD].includes(lines[tableStart]?.trimEnd() ?? "");
    if (!isTable) tableStart = headingAt + 1;
    let tableEnd = tableStart;
    while (isTable && tableEnd < lines.length && lines[tableEnd]?.startsWith("|")) tableEnd++;
    const files = lines.slice(tableStart, tableEnd).flatMap(fileOf);
    sections.set(intentId, { intentId, name: plainHeading(heading[2] ?? ""), files, headingAt, tableStart, tableEnd });
  }
  return [...sections.values()];
}

function fileOf(line: string): MappedFile[] {
  const [, path, symbols = "", change, count, at] = ROW.exec(line.trimEnd()) ?? [];
  if (!path || !change || !count || !at) return [];
  const named = [...symbols.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => codeText(name));
  return [{ path: codeText(path), symbols: named, change: change as MappedFile["change"], count: Number(count), at }];
}

function rowOf(file: MappedFile): string {
  const symbols = file.symbols.map((name) => `\`${markdownCode(name)}\``).join(" ");
  return `| \`${markdownCode(file.path)}\` |${symbols === "" ? "" : ` ${symbols}`} | ${file.change} | ${file.count} | ${file.at.replace(/[|`\s]/g, "")} |`;
}

function merged(files: readonly MappedFile[], entry: MapEntry): MappedFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { path, change, symbols = [] } of entry.files) {
    const known = byPath.get(path);
    const all = [...new Set([...(known?.symbols ?? []), ...symbols])].sort().slice(0, MOST_SYMBOLS);
    byPath.set(path, { path, symbols: all, change, count: (known?.count ?? 0) + 1, at: entry.at });
  }
  return [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}

// Names and paths inside Markdown are shown as they are, cannot become markup, and can be read back.

function plainHeading(text: string): string {
  return text.replace(/\\([\\`*_{}[\]<>#|&~!()$])/g, "$1").trim();
}

function codeText(cell: string): string {
  return cell.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"));
}
