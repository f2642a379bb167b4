import { type CompletedVerb, quoted } from "./words.ts";

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
