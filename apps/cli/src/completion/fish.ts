import { type CompletedVerb, quoted } from "./words.ts";

export function fishScript(verbs: readonly CompletedVerb[]): string {
  const lines = ["# intentgate completion for fish", "complete -c intentgate -f"];
  for (const { name, summary, subverbs, options } of verbs) {
    lines.push(`complete -c intentgate -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`);
    const chosen = `'__fish_seen_subcommand_from ${name}'`;
    const free = `'__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${subverbs.join(" ")}'`;
    if (subverbs.length > 0) lines.push(`complete -c intentgate -n ${free} -a ${quoted(subverbs.join(" "))}`);
    for (const option of options) {
      const short = option.short ? ` -s ${option.short}` : "";
      const value = option.takesValue ? " -r -F" : "";
      lines.push(`complete -c intentgate -n ${chosen} -l ${option.name}${short}${value} -d ${quoted(option.help)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
