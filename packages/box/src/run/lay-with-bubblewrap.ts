import { CLOSING, LISTING, RUNNING } from "./set-up.ts";

/**
 * The shell around a box that lays its layers itself. It has no namespace: what it cannot see merged is listed by a second
 * box, which is started only where something was written. Its words come before those of the command, with their number.
 */
export const AROUND_BUBBLEWRAP = `
${CLOSING}cd -- "$1" && echo $$ > told-shell || exit 125
processes=unlimited count=$2
shift 2
looking=("\${@:1:count}")
shift "$count"
${RUNNING}echo "$code" > told-code
# A command may close the root itself. Its mode is no change, but what was written below it must be seen.
chmod u+rwx {root,home,tmp,git}-upper || exit 125
shopt -s nullglob dotglob
written=({root,home,tmp,git}-upper/*)
(( \${#written[@]} == 0 )) || "\${looking[@]}" || exit 125
echo done > told-listed || exit 125
exit "$code"
`;

/** What that second box runs. */
export const LISTING_WORDS = ["bash", "--norc", "-p", "-c", `cd -- "$1" || exit 125\n${LISTING}`, "list"];
