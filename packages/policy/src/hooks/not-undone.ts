/** In a mode that lets pass what can be undone: what of a call could not be, or is more than goes without a question. */
import type { Effect, HookContext } from "@intentgate/engine";
import { type Governed, type RootView, takenIntent } from "./governed.ts";

/** The kinds of it, as `asks_about` names them; empty where an undo gives everything back. */
export function notUndone(governed: Governed, context: HookContext, view: RootView): string[] {
  const { list } = context.effects;
  const isExact = context.details.kindOfRun.kind === "rehearsed";
  const isInside = (absolute: string) => governed.place(absolute).kind === "inside" && !isGits(absolute);
  let spent = 0;
  const keepAll = (paths: readonly string[], folders: "emptied" | "left" = "emptied") => {
    const kept = governed.keepForUndo(paths, { folders, isExact, writes: !context.isDryRun, spent });
    spent += kept.bytes;
    return kept;
  };
  const keep = (paths: readonly string[], folders: "emptied" | "left") => keepAll(paths.filter(isInside), folders);

  const deleted = keep(
    list.flatMap((effect) => goneWith(effect, isExact, isInside)),
    "emptied",
  );
  const moved = keep(
    list.flatMap((effect) => (effect.kind === "move" ? [effect.from.absolute] : [])),
    "emptied",
  );
  const replaced = keep(list.flatMap(replacedBy), "left");
  const trees = list.flatMap((effect) => (effect.kind === "git_tree" ? [effect] : []));
  const dropped = trees.flatMap(({ drops }) => drops);
  const gits = keepAll(dropped);
  const lost = [deleted, moved, replaced, gits].some((one) => one.lost.length > 0);
  const intent = takenIntent(view);
  const isOwned = (absolute: string) =>
    intent !== undefined && view.covers(intent, absolute.slice(view.root.length + 1));
  return [
    ...(lost ? ["lost"] : []),
    ...(deleted.files > view.policy.limits.delete_without_asking ? ["many"] : []),
    ...(trees.some(({ isKnown, keeps }) => !isKnown && !(isExact && keeps)) ? ["not foreseen"] : []),
    ...(dropped.every((path) => isInside(path) && isOwned(path)) ? [] : ["unsaved"]),
  ];
}

/** What leaves the workspace is gone from it. What a box holds is counted when it is known. */
function goneWith(effect: Effect, isExact: boolean, isInside: (absolute: string) => boolean): string[] {
  if (effect.kind === "delete" || (effect.kind === "write_below" && effect.deletes && !isExact))
    return [effect.absolute];
  return effect.kind === "move" && !isInside(effect.to.absolute) ? [effect.from.absolute] : [];
}

/** What git takes into the history stays as it stands. */
function replacedBy(effect: Effect): string[] {
  if (effect.kind === "move") return [effect.to.absolute];
  return effect.kind === "write" && effect.manner !== "committed" ? [effect.absolute] : [];
}

/** Its own records are no files of the workspace. */
function isGits(absolute: string): boolean {
  return absolute.includes("/.git/");
}
