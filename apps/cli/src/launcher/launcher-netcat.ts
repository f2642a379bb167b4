/**
 * Asks the gate that stays with OpenBSD's netcat, where there is no perl. The shell cannot hold a payload with all its
 * bytes, so it goes through a file, which the gate removes as soon as it has the request; the shell reads it again through
 * a descriptor of its own. Needs Linux: the nonce and the environment are read from /proc.
 */
import { quotedWord } from "@intentgate/documents";
import { HEARTBEAT, PROTOCOL } from "./wire.ts";

export interface NetcatParts {
  netcat: string;
  version: string;
  quietSeconds: number;
}

/** Sets `code` where a reply was printed whole; else the payload is standard input again, and `waited` is set. */
export function netcatSource({ netcat, version, quietSeconds }: NetcatParts): string {
  const head = `intentgate ${PROTOCOL} $nonce`;
  return `nl='
'
read -r nonce < /proc/sys/kernel/random/uuid
spool=$gate/call-$nonce
/bin/cat > "$spool" && [ -r "$spool" ] || { code=3; refuse "$@"; }
exec 3< "$spool" 4< "$spool"
{ reply=$({ printf '%s\\0' intentgate ${PROTOCOL} ${quotedWord(version)} "$nonce" "$$" "$PWD" "$#" - "$@"; /bin/cat <&3; } |
  { cd "$gate" && exec ${quotedWord(netcat)} -N -U -w ${quietSeconds} socket; }); } 2> /dev/null
beats=\${reply%%[!${HEARTBEAT}]*}
reply=\${reply#"$beats"}
case $reply in
  "${head} 0$nl"*"$nl$nonce$nl"*"$nl$nonce") code=0 ;;
  "${head} 2$nl"*"$nl$nonce$nl"*"$nl$nonce") code=2 ;;
esac
if [ -n "$code" ]; then
  reply=\${reply#*"$nl"}
  said=\${reply#*"$nl$nonce$nl"}
  printf '%s' "\${reply%%"$nl$nonce$nl"*}" || code=2
  printf '%s' "\${said%"$nl$nonce"}" >&2
  exit "$code"
fi
waited=$((\${#beats} + ${quietSeconds} + 1))
/bin/rm -f "$spool"
exec 0<&4 3<&- 4<&-`;
}
