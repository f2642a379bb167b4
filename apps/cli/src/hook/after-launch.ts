/**
 * A launcher that got no answer from the gate that stays starts a process for the event. That process answers first, and
 * then sees to it that the next event is answered faster: it starts the gate, and brings the launcher up to date.
 */
import { openWorkspace, type Workspace } from "@intentgate/gate";
import type { Launched } from "../launcher/launched.ts";
import { writeLauncher } from "../launcher/launcher.ts";
import { programFile } from "../program/app-folder.ts";
import { version } from "../program/version.ts";
import { type Opened, openHere } from "./answer-here.ts";
import { startGate } from "./start-gate.ts";

export function openForLauncher(launched: Launched): Opened {
  const here = openHere();
  let last: Workspace | null = null;
  process.on("exit", () => {
    try {
      if (launched.version !== version) writeLauncher(here.stateDir, launched.program);
      if (last !== null && mayStay(last)) startGate(here.stateDir, programFile(), process.env);
    } catch (error) {
      // The answer has been given, and nothing of it depends on this.
      if (!(error instanceof Error)) throw error;
    }
  });
  return {
    ...here,
    waitedMs: launched.waitedMs,
    open(folders, options) {
      last = openWorkspace(folders, options);
      return last;
    },
  };
}

function mayStay({ roots }: Workspace): boolean {
  return roots.every((root) => {
    const rules = root.lastRules();
    return root.registered && rules.ok && rules.value.policy.resident === "on";
  });
}
