/**
 * What a host runs in the place of a command: `ig-run ID`. It redeems a ticket once, runs what lies in it, and has what
 * changed judged before it ends. A shell alone where nothing changed, as most commands change nothing.
 *
 * It runs outside the box, with the environment that the host gave the command. So it takes programs from the folders of
 * the system only, imports no function and reads no start-up file (`-p`); the command itself gets the path that it would
 * have had. What cannot be carried out is a no, said on the error stream; the command is never run plainly instead.
 */
import { quotedWord } from "@intentgate/documents";
import { SYSTEM_PATH } from "@intentgate/world";
import { BEGUN, INSIDE } from "../plan/box-plan.ts";
import { secretAddress, secretName } from "../plan/handed-down.ts";
import { OWNER } from "../run/run-folder.ts";
import { FOLDER_NOW, PATH_WORD, ticketFiles } from "./ticket-files.ts";

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
PATH=${SYSTEM_PATH}
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
( set -C; : > "$notes/${f.redeemed}" ) 2> /dev/null || refuse 'This id was used already. Send the command itself.'
if [ ! -e "$ticket/$started" ]; then
  [ "$notes" = "$ticket" ] || refuse 'This command does not fit into the sandbox that it was started in, so it did not run.'
  PATH=$own_path
  exec ${quotedWord(node)} ${quotedWord(program)} box redeem "$id"
fi
if [ "$notes" = "$ticket" ]; then
  IFS= read -r -d '' run < "$ticket/${f.run}" && cd -- "$run" || refuse 'The box of this command is gone, so it did not run.'
  read -r line < /proc/$$/stat
  set -- \${line##*) }
  printf '%s %s' $$ "\${20}" > ${OWNER}
else
  cd -- "$notes" || refuse 'The box of this command is gone, so it did not run.'
fi
words=()
while IFS= read -r -d '' word; do
  case $word in
    ${PATH_WORD})
      words+=("$own_path")
      # What leads into programs before their first line is for the command, and for nobody around it.
      for name in "\${!LD_@}"; do
        words+=(--setenv "$name" "\${!name}")
        unset "$name"
      done
      ;;
    *) words+=("$word") ;;
  esac
done < "$ticket/$started"
secret=${quotedWord(secretName)} address=${quotedWord(secretAddress)}
shopt -s nocasematch
for name in $(compgen -e); do
  if [[ $name =~ $secret || \${!name} =~ $address ]]; then unset "$name"; fi
done
shopt -u nocasematch
unset BASH_ENV ENV CDPATH
[[ \${GIT_CONFIG_COUNT:-0} =~ ^[0-9]{1,3}$ ]] || GIT_CONFIG_COUNT=0
while IFS= read -r -d '' name && IFS= read -r -d '' value; do
  case $name in
    git:*)
      export "GIT_CONFIG_KEY_$((10#\${GIT_CONFIG_COUNT:-0}))=\${name#git:}" "GIT_CONFIG_VALUE_$((10#\${GIT_CONFIG_COUNT:-0}))=$value"
      export GIT_CONFIG_COUNT=$((10#\${GIT_CONFIG_COUNT:-0} + 1))
      ;;
    *) export "$name=$value" ;;
  esac
done < "$ticket/${f.variables}"
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
  if [ -x ${quotedWord(hook)} ]; then ${quotedWord(hook)} run-ended "$id" < /dev/null > /dev/null
  else ${quotedWord(node)} ${quotedWord(program)} hook run-ended "$id" < /dev/null > /dev/null; fi
  [ -e "$ticket/${f.judged}" ] || { printf 'Intentgate: what this command changed could not be judged, so nothing of it was kept.\\n' >&2; exit 125; }
fi
exit "$code"
`;
}
