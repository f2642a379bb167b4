/** For verbs that change what people declare: the governed workspace, or the exit code where an agent started this. */
import type { Workspace } from "@intentgate/gate";
import type { Io } from "../terminal/io.ts";
import { governedHere } from "./governed-here.ts";
import { refuseAgents } from "./workspace-here.ts";

export function governedForPeople(io: Io, what: string): Workspace | number {
  const workspace = governedHere(io);
  return refuseAgents(workspace, io, what) ?? workspace;
}
