/** Which files of a change are secret, and how a record names their contents. */
import type { FileChange } from "@intentgate/engine";
import type { GovernedRoot } from "@intentgate/sidecar";
import { type DraftInput, keyedHash } from "@intentgate/trace";

/** A file that was secret under its former name is, too: the record names what it was. */
export function secretsIn(
  changes: readonly FileChange[],
  root: Pick<GovernedRoot, "root" | "secretKey">,
  isSecret: (root: string, relative: string) => boolean,
): NonNullable<DraftInput["secrets"]> {
  const isOne = (path: string | null) => path !== null && isSecret(root.root, path);
  const secret = changes.filter(({ relativePath, movedFrom }) => isOne(relativePath) || isOne(movedFrom));
  return {
    paths: new Set(secret.map(({ relativePath }) => relativePath)),
    hash: (bytes) => keyedHash(bytes, root.secretKey.make()),
  };
}
