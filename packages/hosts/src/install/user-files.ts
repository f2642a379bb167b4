/** What stands in the settings of a project, in those of a person: the same content at another place. */
import type { InstallFile } from "../host/install.ts";

/** `paths`: relative to the home folder, in the order of the files. */
export function atUser(files: readonly InstallFile[], ...paths: readonly string[]): InstallFile[] {
  return paths.flatMap((path, at) => files.slice(at, at + 1).map((file) => ({ ...file, path, keepOut: false })));
}
