/** Text as lines that keep their own endings, so that untouched lines stay byte for byte. */

export type Ending = "" | "\n" | "\r\n";

export interface Line {
  text: string;
  ending: Ending;
}

/** A line to put in: an old one as it stands, or new text that takes the ending of its neighbours. */
export type NewLine = Line | { text: string; ending: null };

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    if (newline < 0) {
      lines.push({ text: text.slice(start), ending: "" });
      break;
    }
    const hasReturn = newline > start && text[newline - 1] === "\r";
    lines.push({ text: text.slice(start, hasReturn ? newline - 1 : newline), ending: hasReturn ? "\r\n" : "\n" });
    start = newline + 1;
  }
  return lines;
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.ending).join("");
}

/** Puts `added` in the place of `count` lines; a missing newline at the end of the file stays missing. */
export function replaceLines(lines: readonly Line[], at: number, count: number, added: readonly NewLine[]): Line[] {
  const endsOpen = lines.length > 0 && lines.at(-1)!.ending === "";
  const usual = lines.find((line) => line.ending !== "")?.ending ?? "\n";
  let latest: Ending = (at > 0 && lines[at - 1]!.ending) || lines[at]?.ending || usual;
  const inserted = added.map((line) => {
    if (line.ending) latest = line.ending;
    return { text: line.text, ending: line.ending || latest };
  });
  const result = [...lines.slice(0, at), ...inserted, ...lines.slice(at + count)];
  // The former last line may stand in the middle now, and another one at the end.
  const before = at - 1;
  if (before >= 0 && before < result.length - 1 && result[before]!.ending === "")
    result[before] = { text: result[before]!.text, ending: usual };
  const last = result.at(-1);
  if (last && (endsOpen || last.ending === ""))
    result[result.length - 1] = { text: last.text, ending: endsOpen ? "" : usual };
  return result;
}

/** For each new line the old line it repeats, or null: common start and end first, then in order. */
export function alignLines(old: readonly string[], next: readonly string[]): (number | null)[] {
  const partner: (number | null)[] = next.map(() => null);
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) partner[start] = start++;
  let oldEnd = old.length;
  let nextEnd = next.length;
  while (oldEnd > start && nextEnd > start && old[oldEnd - 1] === next[nextEnd - 1]) partner[--nextEnd] = --oldEnd;
  const places = new Map<string, number[]>();
  for (let at = oldEnd - 1; at >= start; at--) {
    const known = places.get(old[at]!);
    if (known) known.push(at);
    else places.set(old[at]!, [at]);
  }
  let used = start - 1;
  for (let at = start; at < nextEnd; at++) {
    const candidates = places.get(next[at]!);
    while (candidates?.length && candidates.at(-1)! <= used) candidates.pop();
    const found = candidates?.pop();
    if (found === undefined) continue;
    partner[at] = found;
    used = found;
  }
  return partner;
}
