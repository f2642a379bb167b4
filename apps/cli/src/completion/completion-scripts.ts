/** What can be completed, taken from the verbs' own definitions, as a script for each shell. */
import type { Verb } from "../command/verb.ts";

export interface CompletedOption {
  name: string;
  short: string | null;
  takesValue: boolean;
  help: string;
}

export interface CompletedVerb {
  name: string;
  summary: string;
  subverbs: string[];
  options: CompletedOption[];
}

export function completedVerb(verb: Verb, summary: string): CompletedVerb {
  const options = Object.entries(verb.options ?? {}).map(([name, option]) => ({
    name,
    short: option.short ?? null,
    takesValue: option.type === "string",
    help: option.help,
  }));
  const everywhere = [
    { name: "json", short: null, takesValue: false, help: "print JSON" },
    { name: "help", short: "h", takesValue: false, help: "show the help" },
  ];
  return {
    name: verb.name,
    summary,
    subverbs: [...(verb.subverbs ?? [])],
    options: [...options, ...everywhere],
  };
}

/** In single quotes, as every one of the shells reads it; fish also reads backslashes there, so there must be none. */
export function quoted(text: string): string {
  return `'${text.replaceAll("\\", "").replaceAll("'", "’")}'`;
}

export function bashScript(verbs: readonly CompletedVerb[]): string {
  const cases = verbs.map(({ name, subverbs, options }) => {
    const flags = options.map((option) => `--${option.name}`).join(" ");
    return `    ${name}) words=${quoted(subverbs.join(" "))}; flags=${quoted(flags)} ;;`;
  });
  return `# intentgate completion for bash
_intentgate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words= flags=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(verbs.map((verb) => verb.name).join(" "))} -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _intentgate intentgate
`;
}

export function zshScript(verbs: readonly CompletedVerb[]): string {
  const described = (name: string, help: string) => quoted(`${name}:${help.replaceAll(":", ";")}`);
  const cases = verbs.map(({ name, subverbs, options }) => {
    const flags = options.map((option) => described(`--${option.name}`, option.help)).join(" ");
    return `    ${name}) subverbs=(${subverbs.map(quoted).join(" ")}); flags=(${flags}) ;;`;
  });
  return `#compdef intentgate
# intentgate completion for zsh
_intentgate() {
  local -a verbs subverbs flags
  verbs=(
${verbs.map(({ name, summary }) => `    ${described(name, summary)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  case "$words[2]" in
${cases.join("\n")}
  esac
  if [[ "$PREFIX" == -* ]]; then
    _describe option flags
  elif (( CURRENT == 3 && $#subverbs )); then
    _describe subverb subverbs
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_intentgate" ]; then
  _intentgate "$@"
else
  compdef _intentgate intentgate
fi
`;
}

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
