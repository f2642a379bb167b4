/** How hosts write which commands a rule is about. Where they differ, the reading that matches more. */
import { matchesName, matchesWildcard } from "@intentgate/documents";

/** `*` stands for anything; a blank and a star at the end also for nothing. */
function matchesStars(pattern: string, text: string): boolean {
  const wanted = pattern.trim();
  if (wanted.endsWith(" *") && matchesWildcard(wanted.slice(0, -2), text)) return true;
  return matchesWildcard(wanted, text);
}

/** The same, and `?` stands for one character. */
export function matchesGlob(pattern: string, text: string): boolean {
  if (!pattern.includes("?")) return matchesStars(pattern, text);
  const wanted = pattern.trim();
  const shorter = wanted.endsWith(" *") ? [wanted.slice(0, -2)] : [];
  return [wanted, ...shorter].some((one) => matchesName([...one], [...text]));
}

/** The text begins with these words: what follows is no letter of the last one. */
export function matchesPrefix(prefix: string, text: string): boolean {
  const wanted = prefix.trim();
  if (wanted.includes("*")) return matchesStars(wanted, text) || matchesStars(`${wanted} *`, text);
  return text.startsWith(wanted) && !/^[A-Za-z0-9_-]/.test(text.slice(wanted.length, wanted.length + 1));
}

/** As Claude Code writes it, and who took it over: `npm test`, `npm run test:*`, `git push *`, `* --force`. */
export function matchesSpecifier(specifier: string, text: string): boolean {
  return spellings(specifier).some((wanted) =>
    wanted.endsWith(":*")
      ? matchesPrefix(wanted.slice(0, -2), text)
      : matchesStars(wanted.replaceAll(":*", " *"), text) || matchesStars(wanted, text),
  );
}

/** Signs of the notation may stand behind a backslash. */
function spellings(specifier: string): string[] {
  const trimmed = specifier.trim();
  const bare = trimmed.replace(/\\([()*\\])/g, "$1");
  return bare === trimmed ? [trimmed] : [trimmed, bare];
}
