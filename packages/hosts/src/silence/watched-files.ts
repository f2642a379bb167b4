/** The files that hosts of one descent read. */
import type { WatchedFile } from "../host/around.ts";

interface Layers extends Pick<WatchedFile, "switches" | "env"> {
  /** In a repository and in the home folder. */
  folder: string;
  /** Below `/etc`. */
  system: string;
  /** Where a Mac has what others have below `/etc`. */
  library: string;
}

/** Of a host that has its settings in one file of this name at every level. */
export function settingsFiles({ folder, system, library, switches, env }: Layers): WatchedFile[] {
  const json = { kind: "json", switches, env } as const;
  return [
    { at: "above", path: `${folder}/settings.json`, ...json },
    { at: "own", path: "settings.json", ...json },
    ...["settings.json", "system-defaults.json"].flatMap((file): WatchedFile[] => [
      { at: "top", path: `/etc/${system}/${file}`, ...json },
      { at: "top", path: `/Library/Application Support/${library}/${file}`, ...json },
    ]),
  ];
}

export function variableFiles(...paths: string[]): WatchedFile[] {
  return paths.map((path) => ({ at: "above", path, kind: "variables", switches: [], env: null }));
}
