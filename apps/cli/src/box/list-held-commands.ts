/** What agents hold on this machine, of all sessions. */
import { type Held, listHeld } from "@intentgate/box";
import { stateDir } from "@intentgate/sidecar";
import { noWords, type Subverb } from "../command/subverb.ts";
import { exitCodes } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import { duration } from "../terminal/elapsed.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

export const listHeldCommands: Subverb = {
  options: [],
  words: noWords,
  async run(_args, io) {
    const held = listHeld(stateDir(io.env));
    if (io.json) io.printJson({ held: held.map(dataOf) });
    else if (held.length === 0) io.print("Nothing is held.");
    else for (const line of lines(held, io)) io.print(line);
    return exitCodes.done;
  },
};

function dataOf({ id, session, root, shown, at, output, ports }: Held) {
  return { id, session, root, command: shown, at, output, ports };
}

function lines(held: readonly Held[], { color }: Io): string[] {
  const rows = held.map(({ id, shown, session, at, ports }) => [
    id,
    oneLine(shown, 50),
    ports.length === 0 ? "no port" : ports.join(", "),
    oneLine(session, 36),
    duration(Date.now() - Date.parse(at)),
  ]);
  const head = { cells: ["id", "command", "ports", "session", "for"], paint: color.dim };
  return columns(rows, [{ paint: color.bold }, {}, {}, { paint: color.dim }, { align: "right" }], head);
}
