/** Removes what the gate wrote of a root: in the state folder, and, after a yes to just that, in the sidecar. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { replayRuns } from "@intentgate/box";
import { matchesWildcard } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { machineFiles } from "@intentgate/sidecar";
import { onSystemError } from "@intentgate/world";
import { askYes } from "../terminal/ask-person.ts";
import type { Io } from "../terminal/io.ts";
import { deleteAll, shownBytes, sizeOf } from "./stored-files.ts";

export async function purge({ home }: Workspace, mayAsk: boolean, io: Io): Promise<void> {
  // What a contained command had begun to write is brought to its end first.
  await replayRuns(home.state);
  const state = [...new Set([home.state, home.authoredState])];
  const size = sizeOf(state);
  const left = deleteAll(state);
  if (!io.json) io.print(`${io.color.green("✔")} Deleted from the state folder: ${shownBytes(size.bytes)}.`);
  const written = writtenIn(home.sidecar);
  const { files, bytes } = sizeOf(written);
  const question = `Delete also what the gate wrote into .orchestration: the ledger, its archive, decisions and sessions (${files} files, ${shownBytes(bytes)})? Nothing can bring them back.`;
  const isGone = files > 0 && mayAsk && !io.json && (await askYes(question));
  if (isGone) left.push(...deleteAll(written));
  if (files > 0 && !isGone && !io.json) io.print(`The ledger and all else in .orchestration stays.`);
  for (const place of left) io.complain(`Not deleted: ${place}`);
}

/** By the same list that keeps them out of git. */
function writtenIn(sidecar: string): string[] {
  const wanted = machineFiles.map((name) => name.replace(/\/$/, ""));
  const there = onSystemError(["ENOENT"], [], () => readdirSync(sidecar));
  return there.filter((name) => wanted.some((one) => matchesWildcard(one, name))).map((name) => join(sidecar, name));
}
