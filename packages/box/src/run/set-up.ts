/** An inherited descriptor of a folder would be a way out: where one stays open, or none can be seen, nothing runs. */
export const CLOSING = `for fd in /proc/self/fd/*; do
  number=\${fd##*/}
  [ "$number" -le 2 ] || eval "exec $number>&-" 2>/dev/null
done
for fd in /proc/self/fd/*; do
  number=\${fd##*/}
  [ "$number" -le 2 ] || [ ! -L "$fd" ] || exit 125
done
[ -d /proc/self/fd ] || exit 125
`;

/** Starts the box and waits for its end. `processes`: how many it may have. */
export const RUNNING = `forward() {
  local inner
  for inner in $(cat /proc/$box/task/$box/children 2>/dev/null); do
    kill -s "$1" $(cat /proc/$inner/task/$inner/children) 2>/dev/null
  done
}
for one in TERM INT HUP; do trap "forward $one" $one; done
( trap '' TERM INT HUP QUIT; ulimit -u "$processes" 2>/dev/null; exec "$@" ) <&0 &
box=$!
until wait "$box"; code=$?; ! kill -0 "$box" 2>/dev/null; do :; done
`;

/** What was written, layer by layer; nothing is started to list one where nothing was. */
export const LISTING = `shopt -s nullglob dotglob
entry='%y\\0%m\\0%s\\0%T@\\0%n\\0%P\\0%l\\0'
wrote() {
  local names=("$1-upper"/*)
  (( \${#names[@]} > 0 ))
}
for one in home tmp part-*-upper; do
  one=\${one%-upper}
  ! wrote $one || ( cd $one-upper && find . -mindepth 1 -printf "$entry" > ../told-$one ) || exit 125
done
! wrote tmp || chmod -R u+rwX tmp-upper || exit 125
for one in root git; do
  wrote $one || continue
  cd $one-upper || exit 125
  find . -mindepth 1 -printf "$entry" > ../told-$one-upper || exit 125
  find . -type d -print0 > ../told-folders || exit 125
  cd ../$one-merged || exit 125
  find -files0-from ../told-folders -mindepth 1 -maxdepth 1 -printf '%p\\0' > ../told-$one-merged || exit 125
  cd .. && chmod -R u+rwX $one-upper || exit 125
done
`;

/**
 * The shell around the box. It is root of a namespace of its own: it lays the layers, starts the box below a second
 * namespace without any right, and lists afterwards what the command wrote, which only it can see merged.
 *
 * A signal goes to the command and not to the box, whose end would be the sudden end of the command; so what it left is
 * listed as after any other end.
 *
 * Its number is written down first, for who has to end it at once.
 *
 * It is bash, as smaller shells cannot close a descriptor of two digits. Names in the folder of the run are relative, and
 * a place with signs in its name is bound to one of them first: no option of a mount can be misread. One program lays
 * all layers, and where nothing was written none is started to list it. Without a name of the root there are no layers.
 *
 * Where another mount lies below the home folder or the one for scratch, the layer lies over a picture of that, and parts
 * of it have layers of their own. A part that is gone by then has none, nor has what is mounted and takes none.
 *
 * How many processes it may have is said before its own namespace is made: the kernel counts those in there. Who may have
 * fewer already keeps that.
 */
export const SET_UP = `
${CLOSING}cd -- "$1" && echo $$ > told-shell || exit 125
root=$2 home=$3 git=$4 tmp=$5 processes=$6
shift 6
shopt -s nullglob dotglob
layer() {
  local lower=$2 place=\${3:-$1-merged}
  place=\${place//\\\\/\\\\134} place=\${place// /\\\\040} place=\${place//$'\\t'/\\\\011} place=\${place//$'\\n'/\\\\012}
  case $2 in
    *[!A-Za-z0-9/._-]*) mkdir "$1-lower" && mount --rbind -- "$2" "$1-lower" && lower=$1-lower || return ;;
  esac
  printf '%s\\n' "intentgate $place overlay userxattr,index=off,xino=off,volatile,lowerdir=$lower,upperdir=$1-upper,workdir=$1-work"
}
beside() {
  [ -z "$2" ] || if [ -d "$1-picture" ]; then layer "$1" "$1-picture"; else layer "$1" "$2"; fi
}
each_part() {
  local number=0 layer path need
  while IFS= read -r -d '' layer && IFS= read -r -d '' path && IFS= read -r -d '' need; do
    if [ -d "\${!layer}/$path" ]; then "$1" "part-$number" "\${!layer}/$path" "$layer-merged/$path" $need; fi
    number=$((number + 1))
  done < parts
}
is_laid() {
  [ $4 = may ] || mountpoint -q -- "$3" || [ ! -d "$2" ] || { cat part-failures >&2; exit 125; }
}
if [ -n "$root" ]; then
  { beside tmp "$tmp" && beside home "$home" && layer root "$root" && { [ -z "$git" ] || layer git "$git"; }; } > layers && mount -a -T layers || exit 125
  if [ -s parts ]; then
    each_part layer > part-layers
    mount -a -T part-layers 2> part-failures || each_part is_laid
  fi
fi
${RUNNING}echo "$code" > told-code
${LISTING}echo done > told-listed || exit 125
exit "$code"
`;
