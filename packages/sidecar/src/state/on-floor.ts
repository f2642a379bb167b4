/** Whether this process stands on a floor, where the state folder is hidden and the gate answers from outside. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { environmentOf } from "@intentgate/world";
import { stateDir } from "./state-dir.ts";

/** In the hidden state folder; nobody on the floor can take it away. */
export const FLOOR_MARK = "floor";

/** The state folder that the floor hides; null where there is no floor. Whatever its own environment says: the first process of the floor has the person's. */
export function floorHere(env: NodeJS.ProcessEnv): string | null {
  const folders = [stateDir(env), stateDir(environmentOf(1) ?? env)];
  return folders.find((folder) => existsSync(join(folder, FLOOR_MARK))) ?? null;
}
