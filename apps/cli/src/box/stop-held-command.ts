/** Ends a held command: a person any, an agent those of its own session. */
import { type Held, listHeld, stopHeld } from "@intentgate/box";
import { recordedHostsAt, stateDir } from "@intentgate/sidecar";
import { ancestorsOf } from "@intentgate/world";
import { refuseId, refuseWith } from "../command/refuse.ts";
import { oneWord, type Subverb } from "../command/subverb.ts";
import { exitCodes, tell } from "../command/verb.ts";
import { pickById } from "../terminal/ids.ts";
import { oneLine } from "../terminal/one-line.ts";

export const stopHeldCommand: Subverb = {
  options: [],
  words: oneWord("the id of a held command"),
  async run(_args, io, [id = ""]) {
    const state = stateDir(io.env);
    const found = pickById(listHeld(state), id, (one) => [one.id]);
    if (found.kind !== "one") return refuseId(io, found, id, "held command", "`intentgate box list` shows them.");
    const isAgent = recordedHostsAt(io.cwd, state).above(process.pid) !== null;
    if (isAgent && !isOwn(found.value)) {
      refuseWith(io, "NOT_ALLOWED", "another session holds this command", "Ask the person to stop it.");
      return exitCodes.denied;
    }
    stopHeld(found.value);
    return tell(io, { stopped: found.value.id }, `${io.color.green("✔")} Stopped ${oneLine(found.value.shown, 60)}`);
  },
};

/** The host that its session runs in is above this process. */
function isOwn({ owner }: Held): boolean {
  return owner !== null && ancestorsOf(process.pid).includes(owner.pid);
}
