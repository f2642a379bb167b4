/** A small glob for file names: `*`, `**`, `?` and braces, matched without backtracking over more than one star. */
import { matchesName, matchStars } from "@intentgate/documents";

const MOST_ALTERNATIVES = 64;

/** A pattern without a slash is held against the file's name alone, wherever the file lies. Null: too many braces. */
export function compileGlob(pattern: string): ((relativePath: string) => boolean) | null {
  const alternatives = expandBraces(pattern);
  if (alternatives === null) return null;
  const compiled = alternatives.map((text) =>
    text
      .replace(/^\.?\//, "")
      .split("/")
      .map((part) => [...part]),
  );
  return (relativePath) => {
    const parts = relativePath.split("/").map((part) => [...part]);
    return compiled.some((wanted) =>
      wanted.length === 1 && !isDeep(wanted[0]!)
        ? matchesName(wanted[0]!, parts.at(-1)!)
        : matchStars(wanted, parts, isDeep, matchesName),
    );
  };
}

function expandBraces(pattern: string): string[] | null {
  let open = [pattern];
  const ready: string[] = [];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      const group = firstGroup(text);
      if (group === null) ready.push(text);
      else next.push(...group.choices.map((choice) => group.before + choice + group.after));
      if (ready.length + next.length > MOST_ALTERNATIVES) return null;
    }
    open = next;
  }
  return ready;
}

/** The first balanced `{a,b}`; a brace without comma or partner is an ordinary character. */
function firstGroup(text: string): { before: string; choices: string[]; after: string } | null {
  for (let start = text.indexOf("{"); start >= 0; start = text.indexOf("{", start + 1)) {
    const choices: string[] = [];
    let depth = 0;
    let from = start + 1;
    for (let at = start; at < text.length; at++) {
      const character = text[at];
      if (character === "{") depth++;
      else if (character === "}" && --depth === 0) {
        choices.push(text.slice(from, at));
        if (choices.length > 1) return { before: text.slice(0, start), choices, after: text.slice(at + 1) };
        break;
      } else if (character === "," && depth === 1) {
        choices.push(text.slice(from, at));
        from = at + 1;
      }
    }
    if (depth > 0) return null;
  }
  return null;
}

function isDeep(part: readonly string[]): boolean {
  return part.length === 2 && part[0] === "*" && part[1] === "*";
}
