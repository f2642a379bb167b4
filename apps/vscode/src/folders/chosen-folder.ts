/** Which folder a tool of the editor's models is meant for, when nobody is there to pick one. */

export interface NamedFolder {
  name: string;
  root: string;
}

export type ChosenFolder<T> = { ok: true; folder: T } | { ok: false; why: string };

/** What the caller named; else the only one; else the one of the file in front of the person. It is never guessed. */
export function chosenFolder<T extends NamedFolder>(
  folders: readonly T[],
  named: unknown,
  active: string | null,
): ChosenFolder<T> {
  const [only] = folders;
  if (!only) return { ok: false, why: NO_GATE };
  const names = `Say in \`folder\` which one is meant: ${folders.map(({ root }) => root).join(", ")}.`;
  if (named !== undefined && named !== null) {
    const meant = folders.filter(({ name, root }) => named === root || named === name);
    const [folder] = meant;
    if (folder && meant.length === 1) return { ok: true, folder };
    return { ok: false, why: `${JSON.stringify(named)} is no governed folder of this window. ${names}` };
  }
  if (folders.length === 1) return { ok: true, folder: only };
  const inFront = folders.find(({ root }) => root === active);
  return inFront ? { ok: true, folder: inFront } : { ok: false, why: `Several folders are governed here. ${names}` };
}

const NO_GATE = "No folder of this window is governed. `Intentgate: Set Up in This Folder` changes that.";

/** What to do, unasked, in a folder without a gate; a setting that nobody knows does nothing. */
export function unaskedStep(setting: string, isDeclined: boolean): "create" | "ask" | "nothing" {
  if (setting === "always") return "create";
  return setting === "ask" && !isDeclined ? "ask" : "nothing";
}
