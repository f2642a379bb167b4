/**
 * A command that a host ran under a ticket has ended: what it changed is judged now, before the host hears of the end.
 * What the model has to know of it goes to the error stream of the command.
 */
import { readOrder } from "@intentgate/box";
import type { Reply } from "@intentgate/hosts";
import { programFile } from "../program/app-folder.ts";
import type { Opened } from "./answer-here.ts";

export async function answerRunEnded(
  id: string,
  { stateDir, caller, open }: Pick<Opened, "stateDir" | "caller" | "open">,
): Promise<Reply> {
  const root = readOrder(stateDir, id)?.root;
  if (typeof root !== "string") return said(["no such command is known"], 2);
  const workspace = open([root], { stateDir, ownerPid: caller, program: programFile() });
  const end = await workspace.tickets.ended(id);
  return end.ok ? said(end.told, 0) : said([`nothing of this command was kept: ${end.why}`], 2);
}

function said(lines: readonly string[], exitCode: 0 | 2): Reply {
  return { stdout: "", stderr: lines.map((line) => `Intentgate: ${line}\n`).join(""), exitCode };
}
