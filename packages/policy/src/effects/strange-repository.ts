/**
 * A repository whose settings are nobody's control file: git would run what they say. Such is a folder with the inside of
 * a git folder under another name, and every repository outside of the root.
 */
import { atHome, type Placed } from "./places.ts";
import type { Resolver } from "./resolve-path.ts";

export interface RepositoryAround {
  resolver: Resolver;
  home: string | null;
  /** Where the gate watches the settings of repositories; null: everywhere. */
  root: string | null;
}

export function strangeRepository(
  { folder, metadata }: Placed & { does: "use_repository" },
  { resolver, home, root }: RepositoryAround,
): string | undefined {
  if (metadata !== null && !/(^|\/)\.git\/?$/.test(metadata)) return `the settings of ${metadata} may run programs`;
  const spelled = atHome(metadata === null ? folder : metadata, home);
  const start = spelled === null ? null : resolver.touched(spelled, true);
  if (start === null) return "which repository git works in is not known";
  for (let here = start.absolute; here !== ""; here = here.slice(0, here.lastIndexOf("/"))) {
    const isNamed = here.endsWith("/.git");
    if (isNamed || resolver.exists(`${here}/.git`)) {
      const home = isNamed ? here.slice(0, -"/.git".length) : here;
      const isWatched = root === null || isSameOrInside(home, root) || isSameOrInside(root, home);
      return isWatched
        ? undefined
        : `${home} is a repository outside of the workspace, whose settings may run programs`;
    }
    if (looksInside(here, resolver)) return `${here} is a repository of its own, whose settings may run programs`;
  }
  return undefined;
}

/** As git looks for it, and more loosely: its parts may lie in two places. */
function looksInside(here: string, resolver: Resolver): boolean {
  if (!resolver.exists(`${here}/HEAD`)) return false;
  return ["objects", "refs", "commondir", "config", "gitdir"].some((name) => resolver.exists(`${here}/${name}`));
}

function isSameOrInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
