/** For verbs that read or answer what a governed root keeps: without a sidecar there is nothing to work on. */
import { existsSync } from "node:fs";
import { ProblemError } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { sidecarMissing } from "@intentgate/sidecar";
import type { Io } from "../terminal/io.ts";
import { workspaceHere } from "./workspace-here.ts";

export function governedHere(io: Io, folder: string = io.cwd): Workspace {
  const workspace = workspaceHere(io, folder);
  if (!existsSync(workspace.home.sidecar)) throw new ProblemError([sidecarMissing(workspace.home)]);
  return workspace;
}
