/** A temporary project for the agent's demo, and somebody who answers where no person is there to. */
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderApproval, toAnswer } from "@intentgate/gate";
import { createRootRegistry } from "@intentgate/sidecar";
import { plantProject } from "../demo/plant-project.ts";
import type { Io } from "../io.ts";
import type { Ask } from "./agent-program.ts";

export async function plantDemo(): Promise<{ folder: string; state: string }> {
  const place = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-demo-"));
  const folder = join(place, "corner-shop");
  mkdirSync(folder);
  plantProject(folder);
  const state = join(place, "state");
  await createRootRegistry(state).add(folder);
  return { folder, state };
}

/** Only ever for the demo's own project. */
export function answerAsDemo(io: Io): Ask {
  return async (approval) => {
    if (!io.json) io.print(renderApproval(approval, io.color).replace(/^(?=.)/gm, "    "));
    return toAnswer("once", "the demo, for you", new Date().toISOString(), "");
  };
}
