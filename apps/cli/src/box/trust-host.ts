/** A person lets an agent have its commands contained again that once ran one outside the box. */
import { doubtedHosts, trustHost } from "@intentgate/gate";
import { refuseWith } from "../command/refuse.ts";
import { oneWord, type Subverb } from "../command/subverb.ts";
import { tell } from "../command/verb.ts";
import { oneLine } from "../terminal/one-line.ts";
import { refuseUnlessPerson, workspaceHere } from "../workspace/workspace-here.ts";

export const trustBoxedHost: Subverb = {
  options: [],
  words: oneWord("the name of an agent"),
  async run(_args, io, [name = ""]) {
    const workspace = workspaceHere(io);
    const no = refuseUnlessPerson(workspace, io, "box trust");
    if (no !== null) return no;
    const doubted = doubtedHosts(workspace.home).map(([host]) => host);
    if (!doubted.includes(name)) {
      const remedy = doubted.length === 0 ? "Nothing has to be done." : `In doubt are: ${doubted.join(", ")}.`;
      return refuseWith(io, "NOT_FOUND", `no command of ${oneLine(name, 40)} was seen outside the box`, remedy);
    }
    trustHost(workspace.home, name);
    return tell(io, { trusted: name }, `${io.color.green("✔")} Commands of ${name} run in the box again`);
  },
};
