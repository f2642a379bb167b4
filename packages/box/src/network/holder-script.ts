/**
 * What keeps a session's network. It is the first process of a process namespace, so the system ends with it whatever
 * was started below it. It ends when its record is gone, when the host that the session belongs to is gone, and when
 * nothing is held and nobody used it for a while.
 */
export const HOLDER_SCRIPT = `
record=$1 owner=$2 started=$3 pause=$4 idle=$5
echo ready
exec > /dev/null
while sleep "$pause"; do
  [ -e "$record" ] || exit
  if [ "$owner" != 0 ]; then
    stat=
    { read -r -d '' stat < "/proc/$owner/stat"; } 2> /dev/null
    set -- \${stat##*) }
    [ "\${20}" = "$started" ] || exit
  fi
  held=("\${record%/*}"/held-*)
  [ -e "\${held[0]}" ] && continue
  [ -z "$(find "$record" -mmin "+$idle")" ] || exit
done
`;
