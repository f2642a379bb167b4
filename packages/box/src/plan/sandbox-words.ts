/**
 * The words that start a command in a box within the sandbox of a host: the state folder is closed there, so what is
 * written lies in a folder that the sandbox lets be written, and which folders can have a layer is found out inside.
 */
import type { BoxPlan } from "./box-plan.ts";
import { INSIDE } from "./box-plan.ts";
import { beginning, bound, ending, endsWithParent } from "./box-words.ts";

/** Stands among the words for what is bound where the root lies. */
export const ROOT_WORD = "intentgate-root";

/** `place`: the folder that the sandbox lets be written. `setUp`: the shell around the box. */
export function sandboxWords(plan: BoxPlan, place: string, setUp: string, command: readonly string[]): string[] {
  const { root, home, cwd, sockets, hidden } = plan;
  return [
    ...["unshare", "-Urm", "--propagation", "private", ...endsWithParent],
    ...["bash", "--norc", "-p", "-c", setUp, "box", place, root, cwd],
    ...[...hidden.flatMap(({ kind, path }) => [kind, path]), ""],
    ...beginning(plan, []),
    ...["--bind", `${place}/${INSIDE}`, `/run/${INSIDE}`, "--tmpfs", "/tmp", ...bound(home), ROOT_WORD],
    ...sockets.flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...ending(plan, [], command),
  ];
}
