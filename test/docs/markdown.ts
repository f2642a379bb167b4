/** The documents as the tests about them read them. */
import { projectFiles, textOf } from "../project-files.ts";

export const documents = projectFiles().filter((path) => path.endsWith(".md") && !path.startsWith("apps/"));

/** The cells of every table row that is neither a head nor the line below one. */
function tableRows(text: string): string[][] {
  const lines = withoutFences(text).split("\n");
  return lines.flatMap((line, at) => {
    const isRule = (other: string | undefined) => /^\|(?:\s*:?-+:?\s*\|)+$/.test(other ?? "");
    if (!line.startsWith("|") || isRule(line) || isRule(lines[at + 1])) return [];
    const cells = line.replaceAll("\\|", "\u0000").split("|").slice(1, -1);
    return [cells.map((cell) => cell.replaceAll("\u0000", "|").trim())];
  });
}

export function rowsOf(path: string): string[][] {
  return tableRows(textOf(path));
}

/** Fenced text is an example: what looks like a link or a table there is none. */
export function withoutFences(text: string): string {
  return text.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "");
}

/** What stands between one pair of backticks, each. */
export function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((found) => found[1] ?? "");
}
