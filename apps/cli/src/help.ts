/** Help is written from the verbs' own definitions. */
import type { Option, Verb } from "./command/verb.ts";
import type { Io } from "./terminal/io.ts";
import { verbGroups } from "./verb-list.ts";

const NOTE_WIDTH = 96;

export function overview(io: Io): string {
  const { bold, dim } = io.color;
  const lines = [
    `${bold("intentgate")}: no change without an intent.`,
    "",
    `${bold("Usage")}  intentgate VERB [arguments] [--json]`,
  ];
  for (const { title, verbs } of verbGroups) {
    lines.push("", bold(title));
    for (const { name, summary } of verbs) lines.push(`  ${name.padEnd(11)} ${summary}`);
  }
  lines.push(
    "",
    dim(
      "intentgate VERB --help shows its options and examples. Exit codes: 0 done, 1 failed, 2 denied, 3 would ask, 64 bad input.",
    ),
  );
  return lines.join("\n");
}

export function verbHelp(verb: Verb, summary: string, io: Io): string {
  const { bold, dim } = io.color;
  const lines = [`${bold(`intentgate ${verb.name}`)}: ${summary}`, "", bold("Usage")];
  for (const form of verb.usage) lines.push(`  intentgate ${verb.name}${form ? ` ${form}` : ""}`);
  const options = Object.entries(verb.options ?? {});
  if (options.length > 0) {
    lines.push("", bold("Options"));
    for (const [name, option] of options) lines.push(`  ${optionName(name, option).padEnd(26)} ${option.help}`);
  }
  lines.push("", bold("Examples"));
  for (const [run, does] of Object.entries(verb.examples)) lines.push(`  ${run}`, `      ${dim(does)}`);
  for (const note of verb.notes ?? []) lines.push("", wrapText(note, NOTE_WIDTH));
  return lines.join("\n");
}

function optionName(name: string, option: Option): string {
  const long = `--${name}${option.type === "string" ? ` ${option.value ?? "TEXT"}` : ""}`;
  return option.short ? `-${option.short}, ${long}` : long;
}

/** Breaks a paragraph between words; a word longer than a line keeps its length. */
export function wrapText(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && [...line].length + 1 + [...word].length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
