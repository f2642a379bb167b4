/** A formatter as careless about lines as real ones: wraps, joins and indents, and changes nothing else. */
import type { Random } from "./world.ts";

const whole = /^(\s*)const (\w+) = make\((\w+), ("[^"]*"), (\w+)\);$/;

export function format(lines: readonly string[], random: Random): string[] {
  const formatted: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const joined = joinedFrom(lines, at);
    if (joined !== null && random.chance(0.5)) {
      formatted.push(joined);
      at += 4;
      continue;
    }
    const parts = isOnes(lines[at] as string) ? whole.exec(lines[at] as string) : null;
    if (parts && random.chance(0.3)) {
      const [, indent, name, first, second, third] = parts;
      formatted.push(
        `${indent}const ${name} = make(`,
        `${indent}  ${first},`,
        `${indent}  ${second},`,
        `${indent}  ${third},`,
        `${indent});`,
      );
    } else if (parts && random.chance(0.4))
      formatted.push(`${"  ".repeat(random.below(3))}${(lines[at] as string).trim()}`);
    else formatted.push(lines[at] as string);
  }
  return formatted;
}

/** A line that two have written stays as it is: parted or joined, nobody could say whose the parts are. */
function isOnes(text: string): boolean {
  return new Set([...text.matchAll(/\bt(\d+)/g)].map((match) => match[1])).size <= 1;
}

function joinedFrom(lines: readonly string[], at: number): string | null {
  const [head, first, second, third, end] = lines.slice(at, at + 5).map((line) => line.trim());
  if (head === undefined || !/^const \w+ = make\($/.test(head) || end !== ");") return null;
  if (!isOnes(lines.slice(at, at + 5).join(" "))) return null;
  const inner = [first, second, third].map((line) => line?.replace(/,$/, ""));
  return `${head}${inner.join(", ")});`;
}
