/** A block of lines of ours at the end of a TOML file, between two comments. */

import { type Checked, problem } from "@intentgate/documents";
import type { FileContent, InstallSettings } from "../host/install.ts";

type TomlContent = Extract<FileContent, { kind: "toml" }>;

const begin = "# intentgate: written by `intentgate init`, removed by `intentgate uninit`";
const end = "# intentgate: end";

/** The line break before the block is part of it, so that a file without a last line break gets its end back. */
export function addToToml(content: TomlContent, before: string | null, settings: InstallSettings): Checked<string> {
  const cleared = before === null ? { ok: true as const, value: null } : removeFromToml(before);
  if (!cleared.ok) return cleared;
  const text = cleared.value;
  const taken = text === null ? undefined : content.taken.find((spelling) => isSaid(text, spelling));
  if (taken !== undefined) return cannot(`${taken} is there already`);
  const newline = text?.includes("\r\n") ? "\r\n" : "\n";
  const block = [begin, ...content.lines(settings), end, ""].join(newline);
  return { ok: true, value: text === null ? block : `${text}${newline}${block}` };
}

export function removeFromToml(text: string): Checked<string | null> {
  const from = text.indexOf(begin);
  if (from < 0) return { ok: true, value: text };
  const last = text.indexOf(end, from);
  if (last < 0 || text.includes(begin, from + 1)) return cannot("the comments around our lines are gone");
  const newline = text.startsWith("\r\n", from + begin.length) ? "\r\n" : "\n";
  const before = text.slice(0, from);
  const rest = text.slice(last + end.length);
  const behind = rest.startsWith(newline) ? rest.slice(newline.length) : rest;
  if (before === "" && behind === "") return { ok: true, value: null };
  return { ok: true, value: (before.endsWith(newline) ? before.slice(0, -newline.length) : before) + behind };
}

/** At the start of a line, after the bracket of a table or without; a comment does not count. */
function isSaid(text: string, spelling: string): boolean {
  const plain = (line: string) => line.replace(/^[\s[]+/, "").replaceAll(" ", "");
  return text.split("\n").some((line) => plain(line).startsWith(spelling.replaceAll(" ", "")));
}

function cannot(why: string): { ok: false; problems: [ReturnType<typeof problem>] } {
  const remedy = "Mend the file, or put the MCP server in by hand.";
  return { ok: false, problems: [problem("BAD_SETTINGS", `the settings cannot be edited: ${why}`, remedy)] };
}
