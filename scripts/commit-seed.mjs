/** Where searches begin: another place for each commit; 0 where there is no repository. */
import { spawnSync } from "node:child_process";

export function commitSeed() {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return process.env.INTENTGATE_TEST_SEED ?? String(Number.parseInt((stdout ?? "").slice(0, 7), 16) || 0);
}
