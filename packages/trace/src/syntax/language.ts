/** Which language a file is in: by its name, or by the interpreter its first line asks for. */
import { factsOfProgram } from "@intentgate/shell";

export const languages = [
  "javascript",
  "typescript",
  "tsx",
  "python",
  "go",
  "rust",
  "java",
  "c",
  "cpp",
  "c-sharp",
  "ruby",
  "php",
  "bash",
] as const;
export type Language = (typeof languages)[number];

const byEnding = new Map<string, Language>(
  Object.entries({
    javascript: ["js", "mjs", "cjs", "jsx"],
    typescript: ["ts", "mts", "cts"],
    tsx: ["tsx"],
    python: ["py", "pyi", "pyw"],
    go: ["go"],
    rust: ["rs"],
    java: ["java"],
    c: ["c"],
    // A header may be either; the grammar of C++ reads nearly all of C.
    cpp: ["cpp", "cc", "cxx", "h", "hh", "hpp", "hxx", "ipp"],
    "c-sharp": ["cs", "csx"],
    ruby: ["rb", "rake", "gemspec"],
    php: ["php", "phtml"],
    bash: ["sh", "bash", "ksh", "zsh"],
  } satisfies Record<Language, string[]>).flatMap(([language, endings]) =>
    endings.map((ending): [string, Language] => [ending, language as Language]),
  ),
);

const LONGEST_FIRST_LINE = 200;

export function languageOf(path: string, source: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const known = dot > 0 ? byEnding.get(name.slice(dot + 1).toLowerCase()) : undefined;
  return known ?? (dot > 0 ? null : byFirstLine(source));
}

function byFirstLine(source: string): Language | null {
  if (!source.startsWith("#!")) return null;
  const words =
    source
      .slice(2, LONGEST_FIRST_LINE)
      .split("\n", 1)[0]
      ?.trim()
      .split(/[ \t]+/) ?? [];
  const [first = "", ...rest] = words;
  // `env` takes options and assignments before the program: the first word that is neither is it.
  const isStarter = factsOfProgram(first).startsOthers === true;
  const program = isStarter ? rest.find((word) => !word.startsWith("-") && !word.includes("=")) : first;
  return factsOfProgram(program ?? "").scriptLanguage ?? null;
}
