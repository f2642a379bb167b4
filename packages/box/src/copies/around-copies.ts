import { CLOSING, RUNNING } from "../run/set-up.ts";

/**
 * The shell around a box that works on copies. It lists them before and after: what has the same number and time of change
 * is what was copied. That time cannot be set, only go on; so the command begins when it has.
 */
export const AROUND_COPIES = `
${CLOSING}cd -- "$1" && echo $$ > told-shell || exit 125
processes=unlimited
shift
copies=(root home tmp)
for one in "\${copies[@]}"; do
  ( cd $one-upper && find . -mindepth 1 -printf '%i %C@ %P\\0' > ../told-$one-before ) || exit 125
done
sleep 0.01
${RUNNING}echo "$code" > told-code
for one in "\${copies[@]}"; do
  list=../told-$one
  [ $one != root ] || list=$list-upper
  ( cd $one-upper && find . -mindepth 1 -fprintf $list '%y\\0%m\\0%s\\0%T@\\0%n\\0%P\\0%l\\0' -fprintf ../told-$one-after '%i %C@ %P\\0' ) || exit 125
  chmod -R u+rwX $one-upper || exit 125
done
echo done > told-listed || exit 125
exit "$code"
`;
