/**
 * What a held command writes to is found by its path, and bound by its path a moment later: another held command may put
 * a link there in between. So in the box, before the command begins, each place has to be a mount of its own and the very
 * thing that was looked at. Then it stays what it is: no link outside moves a mount.
 */
const LOOKING = `
count=$1 expected=$2
shift 2
declare -A mounted
while read -r _ _ _ _ point _; do mounted[$point]=yes; done < /proc/self/mountinfo
for point in "\${@:1:count}"; do [ "\${mounted[$point]}" = yes ] || exit 125; done
shift "$count"
[ "$(stat -c %d:%i -- "\${@:1:count}")" = "$expected" ] || exit 125
shift "$count"
exec "$@"
`;

export interface Looked {
  path: string;
  /** Device and number. */
  identity: string;
}

/** Stands before a command in the box. */
export function asLooked(places: readonly Looked[]): string[] {
  if (places.length === 0) return [];
  const paths = places.map(({ path }) => path);
  const expected = places.map(({ identity }) => identity).join("\n");
  const words = [`${places.length}`, expected, ...paths.map(asMountPoint), ...paths];
  return ["bash", "--norc", "-p", "-c", LOOKING, "bash", ...words];
}

/** As the system writes it in its list. */
function asMountPoint(path: string): string {
  return path.replace(/[\\ \t\n]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
