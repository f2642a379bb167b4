/** The parts of a page that a program writes stand between `<!-- generated: name -->` and `<!-- end -->`. */

/** Name → Markdown. */
export type Blocks = Record<string, string>;

const opening = /^<!-- generated: ([a-z0-9.-]+) -->$/;
const closing = "<!-- end -->";

export function blockNames(text: string): string[] {
  return text.split("\n").flatMap((line) => opening.exec(line)?.[1] ?? []);
}

/** The page with its blocks filled in; a page that asks for something nobody makes is an error. */
export function fillBlocks(text: string, blocks: Blocks, page: string): string {
  const lines = text.split("\n");
  const filled: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const name = opening.exec(line)?.[1];
    filled.push(line);
    if (name === undefined) continue;
    const end = lines.indexOf(closing, at);
    const next = lines.findIndex((other, index) => index > at && opening.test(other));
    if (end < 0 || (next >= 0 && next < end)) throw new Error(`${page}: the block ${name} has no end`);
    const made = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (made === undefined) throw new Error(`${page}: nobody makes the block ${name}`);
    filled.push("", ...made.trim().split("\n"), "", closing);
    at = end;
  }
  return filled.join("\n");
}
