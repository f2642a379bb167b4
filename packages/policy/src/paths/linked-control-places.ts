/** Where a root keeps a control file behind a link, what it links to is control too. */
import { canonicalPath } from "./canonical-path.ts";
import type { ControlRules } from "./control-files.ts";
import type { FileFacts } from "./file-facts.ts";
import { foldedNames } from "./fold-name.ts";

/** Above this, asking for each control name by itself takes less than reading through the list. */
const MOST_LISTED = 1_000;

const firstOf = (path: string) => path.slice(0, `${path}/`.indexOf("/"));

/** `root` is canonical: nothing but what is in it can lead elsewhere. */
export function linkedControlPlaces(root: string, facts: FileFacts, { names }: ControlRules): string[] {
  const paths = names.inRoot.map(({ path }) => path);
  // A root that is spelled in another normal form than paths are compared in needs them all.
  const spelled = root === root.normalize("NFC") ? spelledInRoot(root, facts, paths) : paths;
  return spelled.flatMap((path) => {
    const found = canonicalPath(path, root, facts, { followLast: true });
    return found.ok && found.absolute !== `${root}/${path}` ? [found.absolute] : [];
  });
}

/** Nearly all control names are in nobody's root, and a name that is not there needs no look: one list tells of all. */
function spelledInRoot(root: string, facts: FileFacts, paths: readonly string[]): readonly string[] {
  const names = facts.names(root);
  const firstNames = new Set(paths.map(firstOf));
  // Nothing listed may mean that the root cannot be listed.
  const isListed = names.length > 0 && names.length <= MOST_LISTED;
  const present = isListed
    ? names.flatMap((name) => {
        const folded = foldedNames(name).join("/");
        return firstNames.has(folded) ? [{ name, folded }] : [];
      })
    : [...firstNames].map((name) => ({ name, folded: name }));
  return present.flatMap(({ name, folded }) => {
    const kind = facts.kind(`${root}/${name}`);
    if (kind === "absent") return [];
    const below = paths.filter((path) => firstOf(path) === folded).map((path) => name + path.slice(folded.length));
    return kind === "link" ? below : below.filter((path) => path !== name);
  });
}
