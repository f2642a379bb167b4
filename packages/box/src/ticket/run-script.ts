/**
 * What a host runs in the place of a command: `ig-run ID`. It redeems a ticket once, runs what lies in it, and has what
 * changed judged before it ends. A shell alone where nothing changed, as most commands change nothing.
 *
 * It runs outside the box, with the environment that the host gave the command, and hosts take some of that from files
 * that an agent can write. So it imports no function and reads no start-up file (`-p`), hands none of it to any program
 * that it starts, and takes those from the folders of the system; the command itself gets all of it as data. What cannot be carried out is a no, said on the error stream; the command is never run plainly instead.
 */
import { homedir } from "node:os";
import { dirname } from "node:path";
import { quotedWord } from "@intentgate/documents";
import { SYSTEM_PATH } from "@intentgate/world";
import { BEGUN, INSIDE } from "../plan/box-plan.ts";
import { GIVEN, leadingOut, secretAddress, secretName } from "../plan/handed-down.ts";
import { OWNER } from "../run/run-folder.ts";
import { FOLDER_NOW, ticketFiles } from "./ticket-files.ts";

export interface RunScriptParts {
  /** The state folder of all roots. */
  stateDir: string;
  /** The hook launcher, which reaches the gate that stays. */
  hook: string;
  node: string;
  program: string;
}

export function runScript({ stateDir, hook, node, program }: RunScriptParts): string {
  const f = ticketFiles;
  return `#!/bin/bash -p
# What agents run in the place of a command that is contained: written by Intentgate.
own_path=$PATH
LC_ALL=C
for name in $(compgen -e); do export -n "$name"; done
export PATH=${SYSTEM_PATH} HOME=${quotedWord(homedir())} XDG_STATE_HOME=${quotedWord(dirname(stateDir))}
refuse() {
  printf 'Intentgate: %s\\n' "$1" >&2
  exit 125
}
id=$1
case $id in
  *[!0-9a-f]* | '') id= ;;
esac
ticket=${quotedWord(stateDir)}/tickets/$id
[ \${#id} -eq 32 ] && [ $# -eq 1 ] && [ -d "$ticket" ] || refuse 'This id is not known here. Send the command itself.'
notes=$ticket started=${f.words}
if ! { : > "$ticket/${f.seen}"; } 2> /dev/null; then
  # A sandbox of the host's closes the state folder. What is told then lies where it lets be written.
  notes= started=${f.sandboxed}
  IFS= read -r -d '' notes 2> /dev/null < "$ticket/${f.place}" && { : > "$notes/${f.seen}"; } 2> /dev/null || refuse 'The ticket of this command cannot be written to, so it did not run.'
fi
read -r until < "$ticket/${f.until}" && [ "$EPOCHSECONDS" -le "$until" ] || refuse 'This id is too old. Send the command itself.'
IFS= read -r -d '' folder < "$ticket/${f.folder}" && [ . -ef "$folder" ] || refuse 'This command was judged for another folder. Send it again, and begin it with cd.'
read -r line < /proc/$$/stat
set -- \${line##*) }
self="$$ \${20}"
( set -C; printf %s "$self" > "$notes/${f.redeemed}" ) 2> /dev/null || refuse 'This id was used already. Send the command itself.'
secret=${quotedWord(secretName)} address=${quotedWord(secretAddress)}
is_secret() {
  local is
  shopt -s nocasematch
  [[ $1 =~ $secret || $2 =~ $address ]]
  is=$?
  shopt -u nocasematch
  return $is
}
# All of the same length: they are given back in the order of their names, and of two with one name the last counts.
number=1000000 settings=0
give() {
  export "${GIVEN}$number=$1"
  number=$((number + 1))
}
if [ ! -e "$ticket/$started" ]; then
  [ "$notes" = "$ticket" ] || refuse 'This command does not fit into the sandbox that it was started in, so it did not run.'
  while IFS= read -r -d '' entry; do give "$entry"; done < /proc/self/environ || refuse 'Its variables cannot be read, so it did not run.'
  PATH=$own_path
  exec ${quotedWord(node)} ${quotedWord(program)} box redeem "$id"
fi
while IFS= read -r -d '' entry; do
  name=\${entry%%=*} value=\${entry#*=}
  case $name in
    '' | "$entry" | ${leadingOut.join(" | ")}) continue ;;
    GIT_CONFIG_COUNT)
      [[ ! $value =~ ^[0-9]{1,3}$ ]] || settings=$((10#$value))
      continue
      ;;
  esac
  is_secret "$name" "$value" || give "$entry"
done < /proc/self/environ || refuse 'Its variables cannot be read, so it did not run.'
while IFS= read -r -d '' name && IFS= read -r -d '' value; do
  case $name in
    git:*)
      give "GIT_CONFIG_KEY_$settings=\${name#git:}"
      give "GIT_CONFIG_VALUE_$settings=$value"
      settings=$((settings + 1))
      ;;
    *) give "$name=$value" ;;
  esac
done < "$ticket/${f.variables}"
give "GIT_CONFIG_COUNT=$settings"
if [ "$notes" = "$ticket" ]; then
  IFS= read -r -d '' run < "$ticket/${f.run}" && cd -- "$run" || refuse 'The box of this command is gone, so it did not run.'
  printf %s "$self" > ${OWNER}
else
  cd -- "$notes" || refuse 'The box of this command is gone, so it did not run.'
fi
words=()
while IFS= read -r -d '' word; do words+=("$word"); done < "$ticket/$started"
# What is begun with & is deaf to some signals otherwise, and could not hand them on.
env --default-signal=TERM,INT,HUP,QUIT "\${words[@]}" <&0 &
box=$!
for one in TERM INT HUP; do trap "kill -s $one $box" $one; done
until wait "$box"; code=$?; ! kill -0 "$box" 2> /dev/null; do :; done
trap '' TERM INT HUP
if [ ! -e ${INSIDE}/${BEGUN} ]; then
  : > "$notes/${f.failed}"
  refuse 'Nothing says that this command began in its box, so nothing of it was kept. \`intentgate doctor\` says whether boxes can be set up.'
fi
[ ! -e told-code ] || read -r code < told-code
[ ! -f ${INSIDE}/${FOLDER_NOW} ] || { IFS= read -r -d '' now < ${INSIDE}/${FOLDER_NOW} && printf '%s' "$now" > "$notes/${f.folderAfter}"; }
# Nobody is reached from there: the gate looks when the host tells of the end.
[ "$notes" = "$ticket" ] || { : > ${f.ended}; exit "$code"; }
if [ -e told-root-upper ] || [ -e told-git-upper ] || [ -e told-tmp ] || [ -e told-home ] || compgen -G 'told-part-*' > /dev/null || [ ! -e told-listed ]; then
  if [ -x ${quotedWord(hook)} ]; then judge=(${quotedWord(hook)})
  else judge=(${quotedWord(node)} ${quotedWord(program)} hook); fi
  env -i PATH="$own_path" HOME="$HOME" XDG_STATE_HOME="$XDG_STATE_HOME" "\${judge[@]}" run-ended "$id" < /dev/null > /dev/null
  [ -e "$ticket/${f.judged}" ] || { printf 'Intentgate: what this command changed could not be judged, so nothing of it was kept.\\n' >&2; exit 125; }
fi
exit "$code"
`;
}
