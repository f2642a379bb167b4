import { type CompletedVerb, quoted } from "./words.ts";

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
