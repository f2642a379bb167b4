/** Ends the gate that stays: its launchers go on without it. */
import { setTimeout as sleep } from "node:timers/promises";
import { gatePlace } from "@intentgate/gate";

const LONGEST_MS = 5_000;
const LOOK_MS = 20;

/** The process that was ended; null where none was running. Throws where it does not end. */
export async function stopGate(stateDir: string): Promise<number | null> {
  const place = gatePlace(stateDir);
  const pid = place.running();
  if (pid === null) return null;
  process.kill(pid, "SIGTERM");
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await sleep(LOOK_MS)) {
    if (place.running() !== pid) return pid;
  }
  throw new Error(`the gate (process ${pid}) does not end; end it with \`kill -9 ${pid}\``);
}
