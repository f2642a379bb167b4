/** Folders of a test file's own. The setup of every test file has them removed at its end, whether its tests passed or failed. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

/** A new one under the system's folder for such, by its real path. */
export function tempFolder(name: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `intentgate-${name}-`));
  made.add(folder);
  return folder;
}

export function removeTempFolders(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  made.clear();
}
