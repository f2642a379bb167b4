/** A formatter as careless about lines as real ones: wraps, joins and indents, and changes nothing else. */
import type { Random } from "./random.ts";
import type { Line } from "./world.ts";

const whole = /^(\s*)const (\w+) = make\((\w+), ("[^"]*"), (\w+)\);$/;

export function format(lines: readonly Line[], random: Random): Line[] {
  const formatted: Line[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    const joined = joinedFrom(lines, at);
    if (joined !== null && random.chance(0.5)) {
      formatted.push({ ...line, text: joined });
      at += 4;
      continue;
    }
    const parts = isOnes(line.text) ? whole.exec(line.text) : null;
    if (parts && random.chance(0.3)) {
      const [, indent, name, first, second, third] = parts;
      const texts = [
        `${indent}const ${name} = make(`,
        `${indent}  ${first},`,
        `${indent}  ${second},`,
        `${indent}  ${third},`,
        `${indent});`,
      ];
      formatted.push(...texts.map((text) => ({ ...line, text })));
    } else if (parts && random.chance(0.4))
      formatted.push({ ...line, text: `${"  ".repeat(random.below(3))}${line.text.trim()}` });
    else formatted.push(line);
  }
  return formatted;
}

/** A line that two have written stays as it is: parted or joined, nobody could say whose the parts are. */
function isOnes(text: string): boolean {
  return new Set([...text.matchAll(/\bt(\d+)/g)].map((match) => match[1])).size <= 1;
}

function joinedFrom(lines: readonly Line[], at: number): string | null {
  const texts = lines.slice(at, at + 5).map(({ text }) => text.trim());
  const [head, first, second, third, end] = texts;
  if (head === undefined || !/^const \w+ = make\($/.test(head) || end !== ");") return null;
  if (!isOnes(texts.join(" "))) return null;
  const inner = [first, second, third].map((text) => text?.replace(/,$/, ""));
  return `${head}${inner.join(", ")});`;
}
