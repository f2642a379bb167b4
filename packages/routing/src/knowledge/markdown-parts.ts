/** Finds the YAML and the links inside Markdown, each with its line. */
import { type Problem, problem } from "@intentgate/documents";
import type { SourceFile } from "../reading/source-file.ts";

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)/;

/** The YAML blocks that have a key, as files of the same name and with the same line numbers. */
export function yamlBlocks({ path, text }: SourceFile, key: string): SourceFile[] {
  const lines = text.split(/\r?\n/);
  const blocks: SourceFile[] = [];
  let open: { mark: string; isYaml: boolean; from: number } | null = null;
  for (const [at, line] of lines.entries()) {
    const [, mark, language] = fence.exec(line) ?? [];
    if (!open && mark) open = { mark, isYaml: /^ya?ml$/i.test(language ?? ""), from: at + 1 };
    else if (open && mark && !language && mark.startsWith(open.mark)) {
      const hasKey = lines.slice(open.from, at).some((inside) => inside.startsWith(`${key}:`));
      if (open.isYaml && hasKey) blocks.push({ path, text: atSameLines(lines, open.from, at) });
      open = null;
    }
  }
  return blocks;
}

/** Null: the document has none. */
export function frontMatter({ path, text }: SourceFile): SourceFile | Problem | null {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines[0]?.trimEnd() !== "---") return null;
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  if (end !== -1) return { path, text: atSameLines(lines, 1, end) };
  const message = "the front matter is not closed";
  return problem("BAD_DOCUMENT", message, "Write a line `---` below it.", { file: path, line: 1 });
}

function atSameLines(lines: readonly string[], from: number, to: number): string {
  return "\n".repeat(from) + lines.slice(from, to).join("\n");
}

export interface MarkdownLink {
  target: string;
  line: number;
}

const MAX_LINE = 5_000;

/** Links to other files; addresses, anchors and what stands in code are left out. */
export function linksIn({ text }: SourceFile): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  let fenced: string | null = null;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const mark = fence.exec(line)?.[1];
    if (mark) fenced = fenced === null ? mark : mark.startsWith(fenced) ? null : fenced;
    else if (fenced === null) {
      for (const target of targetsIn(line.slice(0, MAX_LINE))) links.push({ target, line: at + 1 });
    }
  }
  return links;
}

function targetsIn(line: string): string[] {
  const plain = line.replace(/`[^`]*`/g, "");
  return [...plain.matchAll(/\]\(<?([^()<>\s]{1,500})/g)]
    .map(([, target]) => target!.split("#")[0]!)
    .filter((target) => target !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(target) && !target.startsWith("/"));
}
