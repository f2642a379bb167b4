/** Folders of a test's own, under the system's folder for such. */
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "@intentgate/world";
import { onTestFinished } from "vitest";
import { getCurrentTest } from "vitest/suite";

const ofFile = new Set<string>();

/**
 * A new one, by its real path. What a test or its `beforeEach` asks for is gone after the test, anything else after the
 * file; whether tests pass or fail. A module that files share must not ask for one while it is loaded.
 */
export function tempFolder(name: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `intentgate-${name}-`));
  if (getCurrentTest()) onTestFinished(() => remove(folder));
  else ofFile.add(folder);
  return folder;
}

/** Called at the end of every test file by what sets it up. */
export function removeTempFolders(): void {
  for (const folder of ofFile) remove(folder);
  ofFile.clear();
}

function remove(folder: string): void {
  removeFolder(folder);
}
