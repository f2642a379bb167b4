/**
 * A folder of the tree cannot be given another name on a layer (EXDEV), but one that was made there can: so those that
 * are to be moved are copied on the layer first, and the copy takes their place.
 *
 * It is done in the box: whoever prepared the run knew these folders by their names, and code that ran before may have
 * put a link on the way. What is reached through one is a layer, like everything there.
 */
import { SYSTEM_PATH } from "@intentgate/world";

/**
 * Of the path of the project nothing counts here: it may hold a `cp` of its own. There is no right here to go past a
 * mode, so a closed folder is opened before it goes; the copy has the modes of the original by then. The input is the
 * command's.
 */
const MOVING = `
copy() (
  PATH=${SYSTEM_PATH}
  beside=$(mktemp -d -- "$1.XXXXXX") || exit
  cp -a -T --no-preserve=ownership -- "$1" "$beside" &&
    find "$1" -type d ! -perm -u=rwx -exec chmod u+rwx {} + && rm -rf -- "$1" && mv -T -- "$beside" "$1"
) < /dev/null
count=$1
shift
while [ "$count" -gt 0 ]; do
  copy "$1" || exit 125
  shift
  count=$((count - 1))
done
exec "$@"
`;

/** Stands before a command in the box. `movable`: folders below the root. */
export function madeMovable(root: string, movable: readonly string[]): string[] {
  if (movable.length === 0) return [];
  return ["sh", "-c", MOVING, "sh", `${movable.length}`, ...movable.map((path) => `${root}/${path}`)];
}
