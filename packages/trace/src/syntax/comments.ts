/** Which comments are written for people alone, and which are read by some program: a compiler, a linter, a generator. */
import { hasInvisible } from "@intentgate/documents";
import type { Language } from "./language.ts";
import type { SyntaxNode, SyntaxTree } from "./syntax-tree.ts";

const commentTypes = new Set(["comment", "line_comment", "block_comment", "html_comment", "hash_bang_line"]);

export function isComment(node: SyntaxNode): boolean {
  return commentTypes.has(node.type);
}

/** Tags that only describe. Every other one may be read: `@internal`, `@deprecated`, `@type`, `@swagger`, `@license` … */
const proseTags = new Set(
  "param returns return throws example see remarks since todo author description summary note privateRemarks typeParam".split(
    " ",
  ),
);

/** Words before a colon that people write; others before a colon (`type:`, `fmt:`, `swagger:`) address a program. */
const proseLabels = new Set(
  "todo fixme note notes xxx hack example examples usage warning important e.g i.e see returns args arguments parameters raises default hint tip bug idea question caveat remark".split(
    " ",
  ),
);

/** Programs and their words: wherever they stand in a comment they may be meant. */
const toolWords =
  /eslint|tslint|jshint|jslint|jscs|oxlint|stylelint|biome|prettier|dprint|istanbul|\bc8\b|\bv8\b|\bts-|webpack|rollup|esbuild|turbopack|\bvite|rspack|babel|swc|sourcemapping|sourceurl|__pure__|no_side_effects|cc_on|flowfixme|noflow|noqa|nosec|nolint|nosonar|noinspection|nocheck|nocov|no cover|coverage|pragma|pylint|flake8|mypy|pyright|pyre|ruff|isort|yapf|autopep8|fmt:|coding[:=]|-\*-|\bvim?:|\bex:|emacs|checkstyle|spotbugs|findbugs|pmd|suppress|formatter:|clang|iwyu|cppcheck|coverity|lint|cspell|spell-?checker|codespell|skipcq|semgrep|sonar|snyk|codeql|lgtm|deepsource|licen[cs]e|copyright|spdx|preserve|unordered output|output:|\+build|go:|cgo|jsx|vitest-|jest-|test262|@formatter|generated|do not edit|region|deno-|doctest|>>>|fall ?-?thr/;

/** What is switched off or expected here or on the next line. */
const aiming =
  /next-line|\bdisable\b|disable-|\bignore\b|expect-error|\benable\b|\bsuppress|noqa|nosec|nolint|nosonar|noinspection|pylint|mypy|\bpyright|type:|fmt:|go:|istanbul|pragma|\bskip\b|formatter:|clang|cspell|flowfixme/;

/** First characters that no sentence starts with and programs look for. */
const addressed = new Set(["#", "!", "$", ":", "+", "%", "&", "?", "=", "-", "<", "[", "{"]);
const LONGEST_PROSE = 20_000;

/**
 * `prose` is for people alone. `kept` may be read by a program, or is too odd to say; `aimed` is, and speaks of the lines
 * around it.
 */
export type CommentRole = "prose" | "kept" | "aimed";

export function commentRole(tree: SyntaxTree, comment: SyntaxNode): CommentRole {
  const text = tree.source.slice(comment.start, comment.end);
  if (comment.type === "html_comment" || comment.type === "hash_bang_line") return "kept";
  if (aiming.test(text.slice(0, LONGEST_PROSE).toLowerCase())) return "aimed";
  // C stands right before the import that compiles it.
  if (tree.language === "go" && tree.source.includes('"C"')) return "aimed";
  if (text.length > LONGEST_PROSE || hasInvisible(text.replaceAll("\r\n", "\n"), "\t\n") || isCodeIn(tree, text))
    return "kept";
  const body = bodyOf(text);
  if (body === null || toolWords.test(body.toLowerCase()) || isTag(tree, comment)) return "kept";
  return body.split("\n").some((line) => isAddressedLine(line, tree.language)) ? "kept" : "prose";
}

/** `/* HTML *\/` before a template says what is in it. */
function isTag({ source }: SyntaxTree, { end }: SyntaxNode): boolean {
  return /^\s{0,80}`/.test(source.slice(end, end + 81));
}

function isCodeIn({ language, path, source }: SyntaxTree, text: string): boolean {
  if (source.includes("==UserScript==")) return true;
  switch (language) {
    case "go":
      // Examples state their output in a comment, and what stands before an import of `"C"` is C.
      if (source.includes('"C"')) return true;
      // Generators of API documents read tags, checkers of checkers what they should say.
      return path.endsWith("_test.go") || /^\/\/[^\s/]|^\/\*line |^\/\/\s{0,8}(@|want\b)/.test(text);
    case "java":
      // `\\u000a` ends the comment before anybody reads it as one.
      return text.includes("\\u");
    case "rust":
      return /^\/\/[/!]|^\/\*[*!]/.test(text);
    case "c-sharp":
      return text.startsWith("///") || text.startsWith("/**");
    case "c":
    case "cpp":
      return /\\\r?\n|\?\?\//.test(text);
    case "ruby":
      return text.startsWith("=begin") || /^#\s{0,8}[a-z_-]{1,40}:/i.test(text);
    case "python":
      // Documented attributes, the metadata of a script, the cells of a notebook; `#pythran`.
      return (
        /^#[:-]|^#\s{0,8}(pythran|cython|distutils|transonic|omp)\b/.test(text) ||
        /^# (\/\/\/ |Databricks notebook)/m.test(source)
      );
    case "javascript":
      // Types that a checker reads out of JavaScript.
      return /^\/\*\*/.test(text) && /@[a-zA-Z]{1,40}\s{0,4}\{/.test(text);
    default:
      return false;
  }
}

/** Without its marks; null where the marks themselves say that it is read. */
function bodyOf(text: string): string | null {
  if (text.startsWith("/*")) {
    if (text.startsWith("/*!") || !text.endsWith("*/")) return null;
    const lines = text.slice(2, -2).split("\n");
    return lines.map((line) => line.replace(/^[\s*]{0,200}/, "")).join("\n");
  }
  if (text.startsWith("//")) return /^\/{3,}\s{0,8}</.test(text) ? null : text.slice(2);
  if (text.startsWith("#")) return text.startsWith("#!") ? null : text.slice(1);
  return null;
}

function isAddressedLine(raw: string, language: Language): boolean {
  const line = raw.trim();
  const first = line[0];
  if (first === undefined || isRule(line)) return false;
  if (first === "@") return isReadTag(line, language);
  if (addressed.has(first)) return true;
  const [word = ""] = line.split(/\s/, 1);
  // `removeIf(production)`: a call and nothing said about it.
  if (/^[\w.]{1,60}\([^()]{0,200}\)$/.test(line)) return true;
  if (/^(globals?|exported)$/.test(word)) return true;
  if (word.includes("=") && /^[\w.-]{1,60}=/.test(word)) return true;
  const label = /^([\w.-]{1,60}):/.exec(line)?.[1];
  return label !== undefined && !proseLabels.has(label.toLowerCase()) && !/^(https?|file)$/.test(label);
}

/** A line drawn for the eye. */
function isRule(line: string): boolean {
  return /^[-=*_~#/.\s]{2,400}$/.test(line);
}

function isReadTag(line: string, language: Language): boolean {
  const tag = /^@([\w-]{1,60})/.exec(line)?.[1] ?? "";
  if (!proseTags.has(tag)) return true;
  return language === "javascript" && line.includes("{");
}
