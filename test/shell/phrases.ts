/** The texts that generated commands are made of, as the files beside this one list them. */
import { readFileSync } from "node:fs";

export interface ProgramRow {
  name: string;
  options: readonly string[];
  /** What may stand after the name. */
  forms: readonly string[];
}

/** One phrase a line; `⏎` stands for the end of a line inside of one. */
export function phrases(name: string): string[] {
  return textOf(name).split("\n").filter(Boolean).map(withLines);
}

/** A name, below it its options and its forms, an empty line between two programs. */
export function programRows(name: string): ProgramRow[] {
  return textOf(name)
    .trim()
    .split("\n\n")
    .map((block) => {
      const [head = "", ...lines] = block.split("\n");
      const parts = lines.map((line) => line.trim());
      return {
        name: head,
        options: parts.filter((line) => line.startsWith("options ")).flatMap((line) => line.slice(8).split(" ")),
        forms: parts.filter((line) => !line.startsWith("options ")).map(withLines),
      };
    });
}

function textOf(name: string): string {
  return readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), "utf8");
}

function withLines(text: string): string {
  return text.replaceAll("⏎", "\n");
}
