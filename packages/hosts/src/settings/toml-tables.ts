/** The tables of a TOML file by their headers: enough to find and to copy those that we know. */
import { readJson } from "@intentgate/documents";

export interface TomlTable {
  /** `[a."b.c"]` is `["a", "b.c"]`; empty for what stands before the first header. */
  name: readonly string[];
  /** The header first. */
  lines: readonly string[];
}

export function tomlTables(text: string): TomlTable[] {
  const tables: { name: readonly string[]; lines: string[] }[] = [{ name: [], lines: [] }];
  for (const line of text.split(/\r?\n/)) {
    const name = headerIn(line);
    if (name === null) tables.at(-1)?.lines.push(line);
    else tables.push({ name, lines: [line] });
  }
  return tables;
}

/** A text or a truth value; undefined for everything else. */
export function tomlValue({ lines }: TomlTable, key: string): string | boolean | undefined {
  for (const line of lines) {
    const at = line.indexOf("=");
    if (at < 0 || line.slice(0, at).trim() !== key) continue;
    const value = line.slice(at + 1).trim();
    if (/^true\b/.test(value)) return true;
    if (/^false\b/.test(value)) return false;
    return quoted(value)?.text;
  }
  return undefined;
}

/** Null for a line that is no header of a table. */
function headerIn(line: string): string[] | null {
  let rest = line.trim();
  if (!rest.startsWith("[")) return null;
  rest = rest.slice(rest.startsWith("[[") ? 2 : 1).trimStart();
  const name: string[] = [];
  for (;;) {
    const part = quoted(rest) ?? bare(rest);
    if (part === null) return null;
    name.push(part.text);
    rest = rest.slice(part.length).trimStart();
    if (rest.startsWith("]")) return name;
    if (!rest.startsWith(".")) return null;
    rest = rest.slice(1).trimStart();
  }
}

function bare(text: string): { text: string; length: number } | null {
  const found = /^[A-Za-z0-9_-]{1,200}/.exec(text)?.[0];
  return found === undefined ? null : { text: found, length: found.length };
}

/** A basic string is read as JSON, which differs only where nobody writes a path. */
function quoted(text: string): { text: string; length: number } | null {
  if (text.startsWith("'")) {
    const end = text.indexOf("'", 1);
    return end < 0 ? null : { text: text.slice(1, end), length: end + 1 };
  }
  if (!text.startsWith('"')) return null;
  let end = 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  const spelled = text.slice(0, end + 1);
  const json = readJson(spelled);
  return json.ok ? { text: String(json.value), length: spelled.length } : null;
}
