/**
 * The shell around a box that is set up within the sandbox of a host. There are mounts in the root (the sandbox keeps
 * git's folder and settings read-only), so no layer can be laid over all of it: each folder at its top gets one, files
 * there are copied, and what is a mount, holds one or is large stays as the sandbox has it, read-only. Of a root that is
 * not writable there the part that is takes its place; where nothing is, nothing can be written.
 *
 * It lists nothing: what was written is put together as one layer over the root, and the gate looks at that from outside.
 */
import { ROOT_WORD } from "../plan/sandbox-words.ts";
import { CLOSING, RUNNING } from "./set-up.ts";

/** Written last, when the layer is whole. */
export const WHOLE = "whole";

const LARGEST_COPIED = 20_000_000;

export const SANDBOX_SET_UP = `
${CLOSING}cd -- "$1" || exit 125
root=$2 cwd=$3 processes=10000
shift 3
hidden=()
while [ -n "$1" ]; do
  if [ -e "$2" ]; then [ "$1" = folder ] && hidden+=(--tmpfs "$2") || hidden+=(--ro-bind /dev/null "$2"); fi
  shift 2
done
shift
shopt -s nullglob dotglob
base=$root
while [ ! -w "$base" ]; do
  case $cwd in
    "$base"/*) rest=\${cwd#"$base"/} base=$base/\${rest%%/*} ;;
    *) base= ; break ;;
  esac
done
mkdir upper uppers merged work || exit 125
declare -A kept=() layers=()
copied=() boxed=(--ro-bind "$root" "$root")
inner=\${base#"$root"} at=upper
if [ -n "$base" ]; then
  above=$root
  while [ -n "$inner" ]; do
    inner=\${inner#/} name=\${inner%%/*}
    above=$above/$name at=$at/$name inner=\${inner#"$name"}
    mkdir "$at" && chmod --reference="$above" "$at" || exit 125
  done
  mounted=()
  while read -r _ _ _ _ mount _; do
    printf -v mount %b "$mount"
    case $mount in "$base"/*) mounted+=("$mount") ;; esac
  done < /proc/self/mountinfo
  holds_mount() {
    local one
    for one in "\${mounted[@]}"; do case $one in "$1" | "$1"/*) return 0 ;; esac; done
    return 1
  }
  number=0
  layer() {
    local lower=$1
    number=$((number + 1))
    mkdir "uppers/$number" "work/$number" "merged/$2" && chmod --reference="$1" "uppers/$number" || exit 125
    case $1 in
      *[!A-Za-z0-9/._-]*) mkdir "lower-$number" && mount --bind -- "$1" "lower-$number" && lower=lower-$number || exit 125 ;;
    esac
    mount -i -t overlay -o "userxattr,index=off,xino=off,volatile,lowerdir=$lower,upperdir=uppers/$number,workdir=work/$number" intentgate "merged/$2"
  }
  boxed+=(--bind "$PWD/merged" "$base")
  chmod --reference="$base" merged || exit 125
  for path in "$base"/*; do
    name=\${path##*/}
    if ! holds_mount "$path"; then
      if [ -L "$path" ]; then copied+=("$path"); continue; fi
      if [ -d "$path" ] && layer "$path" "$name" 2> /dev/null; then layers[$name]=$number; continue; fi
      if [ -f "$path" ] && [ -z "$(find "$path" -size +${LARGEST_COPIED}c)" ]; then copied+=("$path"); continue; fi
    fi
    kept[$name]=1
    boxed+=(--ro-bind "$path" "$path")
  done
  (( \${#copied[@]} == 0 )) || cp -a --no-preserve=ownership -- "\${copied[@]}" merged/ || exit 125
fi
words=()
for word in "$@"; do
  [ "$word" = ${ROOT_WORD} ] && words+=("\${boxed[@]}" "\${hidden[@]}") || words+=("$word")
done
set -- "\${words[@]}"
: > stamp && sleep 0.01
${RUNNING}[ -n "$base" ] || { : > ${WHOLE}; exit "$code"; }
# Made by the box, to bind something to it.
is_new() { [ -z "\${kept[$1]+x}" ] && [ -z "\${layers[$1]+x}" ]; }
while IFS= read -r -d '' name; do
  ! is_new "$name" || mv -T -- "merged/$name" "$at/$name" || exit 125
done < <(find merged -mindepth 1 -maxdepth 1 ! -type d -cnewer stamp -printf '%f\\0')
for path in merged/*/; do
  path=\${path%/} name=\${path##*/}
  [ -L "$path" ] || ! is_new "$name" || mv -T -- "$path" "$at/$name" || exit 125
done
for path in "\${copied[@]}"; do
  name=\${path##*/}
  [ -e "merged/$name" ] || [ -L "merged/$name" ] || [ -e "$at/$name" ] || [ -L "$at/$name" ] || mknod "$at/$name" c 0 0 || exit 125
done
for name in "\${!layers[@]}"; do
  umount -l "merged/$name" || exit 125
  written=("uppers/\${layers[$name]}"/*)
  (( \${#written[@]} == 0 )) || mv -T -- "uppers/\${layers[$name]}" "$at/$name" || exit 125
done
chmod -R u+rwX work && rm -rf work && echo "$code" > ${WHOLE} || exit 125
exit "$code"
`;
