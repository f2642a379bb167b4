/** The two tables of `ABILITY.md`: generated from the registry, read back, and compared. */
import { type Checked, type Problem, plainLine, problem, shown } from "@intentgate/documents";
import type { SourceFile } from "../reading/source-file.ts";
import type { Ability, Registry } from "./ability.ts";

const BEGIN = "<!-- BEGIN ABILITY_INDEX -->";
const END = "<!-- END ABILITY_INDEX -->";
const CELL = 200;

const highHead = ["Id", "Type", "Scope", "When to use", "Registry path"];
const lowHead = ["Operation key", "Kind", "Scope", "Summary", "Registry path"];

export interface IndexRow {
  id: string;
  registryPath: string;
  /** In the file, from 1. */
  line: number;
}

/** The whole text of `ABILITY.md` with its tables brought up to date; all else stays as it is. */
export function renderAbilityIndex(current: SourceFile | null, registry: Registry, moduleRoot = ""): Checked<string> {
  const tables = renderTables(registry, moduleRoot);
  const text = current?.text ?? "";
  if (text.trim() === "") return { ok: true, value: `# Abilities\n\n${BEGIN}\n${tables}\n${END}\n` };
  const marks = findMarks({ path: current!.path, text });
  if (!marks.ok) return marks;
  if (marks.value === null) {
    const gap = text.endsWith("\n") ? "\n" : "\n\n";
    return { ok: true, value: `${text}${gap}${BEGIN}\n${tables}\n${END}\n` };
  }
  const { start, end } = marks.value;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const inner = `\n${tables}\n`.replaceAll("\n", eol);
  return { ok: true, value: text.slice(0, start) + inner + text.slice(end) };
}

function renderTables(registry: Registry, moduleRoot: string): string {
  const own = registry.abilities.filter((ability) => ability.moduleRoot === moduleRoot);
  const rows = (level: "high" | "low") => own.filter((it) => it.level === level).map((it) => rowOf(it, registry));
  return [
    "### High-level abilities",
    "",
    ...table(highHead, rows("high")),
    "",
    "### Low-level abilities",
    "",
    ...table(lowHead, rows("low")),
  ].join("\n");
}

function table(head: readonly string[], rows: readonly string[][]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

function rowOf(ability: Ability, registry: Registry): string[] {
  const config = registry.configs.find(({ id }) => id === ability.id);
  const sort = ability.level === "high" ? ability.type : (config?.implementation.kind ?? "(no config)");
  const text = ability.level === "high" ? ability.whenToUse : ability.summary;
  const path = ability.moduleRoot === "" ? ability.path : ability.path.slice(ability.moduleRoot.length + 1);
  return [ability.id, sort, scopeText(ability), text, path].map(cell);
}

function scopeText({ scope: { modules, environments } }: Ability): string {
  const inside = modules.length > 0 ? modules.join(", ") : "any module";
  return environments.length > 0 ? `${inside}; ${environments.join(", ")}` : inside;
}

/** Escaped so that no text of a registry can end its cell or become markup. */
function cell(text: string): string {
  return plainLine(text, CELL).replace(/[\\`*[\]<>|&~!$#]/g, "\\$&");
}

function plainCell(text: string): string {
  return text.trim().replace(/\\([\\`*[\]<>|&~!$#])/g, "$1");
}

/** Null: the file has no place for tables yet. */
function findMarks({ path, text }: SourceFile): Checked<{ start: number; end: number } | null> {
  const [begin, second] = placesOf(text, BEGIN);
  const [end, secondEnd] = placesOf(text, END);
  if (begin === undefined && end === undefined) return { ok: true, value: null };
  if (begin === undefined || end === undefined || second !== undefined || secondEnd !== undefined || end < begin) {
    const line = lineAt(text, second ?? secondEnd ?? begin ?? end ?? 0);
    const message = "the marks around the tables do not make one pair";
    const remedy = `Keep one ${BEGIN} and, below it, one ${END}.`;
    return { ok: false, problems: [problem("OUT_OF_STEP", message, remedy, { file: path, line })] };
  }
  return { ok: true, value: { start: begin + BEGIN.length, end } };
}

function placesOf(text: string, mark: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) found.push(at);
  return found;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** The rows as they stand in the file; lines that are no rows of our two tables are left out. */
export function readAbilityIndex(file: SourceFile): Checked<IndexRow[]> {
  const marks = findMarks(file);
  if (!marks.ok) return marks;
  if (marks.value === null) return { ok: true, value: [] };
  const first = lineAt(file.text, marks.value.start);
  let isOurs = false;
  const rows = file.text
    .slice(marks.value.start, marks.value.end)
    .split(/\r?\n/)
    .flatMap((text, index): IndexRow[] => {
      const cells = cellsOf(text);
      if (!cells) return [];
      const isHead = cells.join() === highHead.join() || cells.join() === lowHead.join();
      isOurs ||= isHead;
      if (!isOurs || isHead || cells.length !== 5 || cells.every((it) => /^:?-+:?$/.test(it))) return [];
      return [{ id: cells[0]!, registryPath: cells[4]!, line: first + index }];
    });
  return { ok: true, value: rows };
}

function cellsOf(line: string): string[] | null {
  const text = line.trim();
  if (!text.startsWith("|") || !text.endsWith("|") || text.length < 2) return null;
  const cells: string[] = [];
  let start = 1;
  for (let at = 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "|") {
      cells.push(plainCell(text.slice(start, at)));
      start = at + 1;
    }
  }
  return cells;
}

/** What a person must know before the tables can be believed. */
export function abilityIndexProblems(
  file: SourceFile | null,
  registry: Registry,
  { moduleRoot = "", exists }: { moduleRoot?: string; exists: (path: string) => boolean },
): Problem[] {
  const own = registry.abilities.filter((ability) => ability.moduleRoot === moduleRoot);
  if (file === null) {
    const path = moduleRoot === "" ? "ABILITY.md" : `${moduleRoot}/ABILITY.md`;
    return own.length > 0 ? [outOfStep(path, null, "is missing, and there are abilities to list")] : [];
  }
  const read = readAbilityIndex(file);
  if (!read.ok) return read.problems;
  const rows = read.value;
  const found = rows.flatMap((row) => {
    const path = moduleRoot === "" ? row.registryPath : `${moduleRoot}/${row.registryPath}`;
    if (!exists(path)) {
      const message = `${shown(row.id)} leads to ${shown(row.registryPath)}, which does not exist`;
      const remedy = "Correct the path, or type `intentgate ability sync`.";
      return [problem("DEAD_LINK", message, remedy, { file: file.path, line: row.line })];
    }
    const isKnown = own.some(({ id, path: of }) => id === row.id && of === path);
    return isKnown ? [] : [outOfStep(file.path, row.line, `lists ${shown(row.id)}, which its registry file does not`)];
  });
  const unlisted = own.filter(({ id }) => !rows.some((row) => row.id === id));
  found.push(...unlisted.map(({ id }) => outOfStep(file.path, null, `does not list ${shown(id)}`)));
  if (found.length > 0) return found;
  const fresh = renderAbilityIndex(file, registry, moduleRoot);
  if (!fresh.ok) return fresh.problems;
  return fresh.value === file.text ? [] : [outOfStep(file.path, null, "differs from what the registry says")];
}

function outOfStep(file: string, line: number | null, what: string): Problem {
  return problem("OUT_OF_STEP", `the ability index ${what}`, "Type `intentgate ability sync`.", { file, line });
}
