/** One event of a host, from what it says to the reply it understands. Knows neither standard input nor output. */
import { existsSync } from "node:fs";
import type { Notice } from "@intentgate/engine";
import type { HeardEvent, Host, HostEvent, Reply } from "@intentgate/hosts";
import type { Workspace } from "../workspace/workspace.ts";
import { afterTool } from "./after-tool.ts";
import { beforeTool } from "./before-tool.ts";
import { endOfSession, endOfSubagent, endOfTurn } from "./end-of-work.ts";
import { noteSession } from "./note-session.ts";
import { startOfWork } from "./start-of-work.ts";
import { beforeToolWithoutSidecar, tellWithoutSidecar } from "./without-sidecar.ts";

/** `heard`: what the workspace has to say while it answers; whoever opened it fills the list. */
export async function answerHostEvent(
  workspace: Workspace,
  host: Host,
  told: HostEvent,
  heard: readonly Notice[] = [],
): Promise<Reply> {
  if (told.kind === "ignored") return host.tell({ model: null, person: null }, told);
  const door = { workspace, host, heard };
  // Nothing is written where the sidecar is gone: what the gate writes would bring it back, empty.
  if (!existsSync(workspace.home.sidecar)) {
    return told.kind === "before_tool" ? beforeToolWithoutSidecar(door, told) : tellWithoutSidecar(door, told);
  }
  const event: HeardEvent = noteSession(workspace, told);
  switch (event.kind) {
    case "before_tool":
      return beforeTool(door, event);
    case "after_tool":
      return afterTool(door, event);
    case "prompt":
    case "session_start":
    case "subagent_start":
      return startOfWork(door, event);
    case "stop":
      return endOfTurn(door, event);
    case "session_end":
      return endOfSession(door, event);
    case "subagent_stop":
      return endOfSubagent(door, event);
  }
}
