/** From one line back to its intent, decision and approval. */
import { explainLine } from "@intentgate/blame";
import { fileHere } from "../blame/file-here.ts";
import { whyPage } from "../blame/why-page.ts";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, tell, type Verb } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { warnOfLeft } from "../trace/left-out.ts";
import { governedHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "why",
  usage: ["FILE:LINE"],
  examples: {
    "intentgate why src/auth/jwt.ts:42": "intent, decision, approval, model and session of a line",
    "intentgate why src/auth/jwt.ts:42 --json": "the same for a program",
  },
  notes: [
    "It reads this machine's ledger and what others shared (`shared in` names the segment). Of a line that is older than both it says what git knows, as git's word.",
    "`matched` says how the line was found: exact, formatted, moved, or ambiguous with every record that fits. A line that a person wrote between two calls is never given to an agent.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [given = "", ...more] = args.words;
  const colon = given.lastIndexOf(":");
  const line = given.slice(colon + 1);
  if (more.length > 0 || colon < 1 || !/^[1-9]\d{0,8}$/.test(line))
    return refuseUsage(io, "why", "why takes a file and a line, such as src/auth/jwt.ts:42");
  const workspace = governedHere(io);
  const path = fileHere(workspace.home.root, io.cwd, given.slice(0, colon));
  if (!path.ok) return refuse(io, path.problems);
  const found = explainLine(workspace.home, workspace.blame(), path.value, Number(line));
  warnOfLeft(io, workspace.blame().reader().left);
  if (!found.ok) return refuse(io, found.problems);
  return tell(io, found.value, whyPage(found.value, io.color));
}
