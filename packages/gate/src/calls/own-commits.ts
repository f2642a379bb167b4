/**
 * The gate writes into the files that people author: taking an intent marks it as begun, and a person's yes declares a
 * command. Where nothing but such steps lead from the last commit to what stands there, a commit that takes the file
 * along decides nothing.
 */
import { join, relative } from "node:path";
import { authoredNames, type GovernedRoot } from "@intentgate/sidecar";
import { blobsNamed, findRepository, readBlobs, stagedPaths } from "@intentgate/world";

const MOST_BYTES = 10_000_000;
const LESSONS = "AGENT.md";

/** What a commit would change, without what the gate wrote. */
export function stagedBesideGate(root: GovernedRoot): typeof stagedPaths {
  return (folder, taken, only) =>
    stagedPaths(folder, taken, only)?.filter(({ path, stands }) => !stands || !isGatesDoing(root, path)) ?? null;
}

/** Whether a commit that holds the file as it stands takes along nothing but what the gate wrote. */
export function isGatesDoing({ root, authored }: GovernedRoot, path: string): boolean {
  if (path === join(root, LESSONS)) return true;
  const file = authoredNames.find((one) => authored.path(one) === path);
  const repository = findRepository(root);
  if (file === undefined || authored.isHeld(file) || !repository) return false;
  const [name] = blobsNamed(repository, [`HEAD:${relative(repository.top, path)}`]);
  const committed = name ? readBlobs(repository, [name], MOST_BYTES).get(name) : undefined;
  return committed !== undefined && authored.own.lead(committed.toString("utf8"), authored.current(file), 0);
}
