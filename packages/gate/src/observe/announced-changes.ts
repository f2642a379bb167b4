/** What a call did to the files it named, and which of its changes are two ends of one move. */
import type { FileChange, HookContext } from "@intentgate/engine";
import { CLOSED, readAfterwards, stampAt } from "@intentgate/world";
import type { BeforeCall, Observations, Observed } from "./observed.ts";

export function announcedChanges(
  context: HookContext,
  before: BeforeCall,
  after: BeforeCall["files"] | null,
  placeOf: (absolute: string) => { root: string; relative: string } | null,
): Observations {
  const moves = new Map(
    context.effects.list.flatMap((effect) =>
      effect.kind === "move" ? [[effect.to.absolute, effect.from.absolute] as const] : [],
    ),
  );
  const movedAway = new Set(moves.values());
  const changes: Observed[] = [];
  const unseen: string[] = [];
  for (const [absolute, then] of before.files) {
    const place = placeOf(absolute);
    if (!place) continue; // scratch: not code of the workspace
    const now = after?.get(absolute) ?? readAfterwards(absolute);
    if (now === CLOSED && stampAt(absolute) === null) {
      unseen.push(`${place.relative} can not be read`);
      continue;
    }
    const modeChanged = then.mode !== null && now.mode !== null && then.mode !== now.mode;
    if (then.hash === now.hash && !modeChanged && now !== CLOSED) continue;
    const from = moves.get(absolute);
    const source = from === undefined ? undefined : before.files.get(from);
    if (movedAway.has(absolute) && now.hash === null && wasMoved(moves, absolute)) continue;
    const change: FileChange = {
      relativePath: place.relative,
      absolute,
      root: place.root,
      movedFrom: from === undefined ? null : (placeOf(from)?.relative ?? null),
      before: source ? source.bytes : then.bytes,
      after: now.bytes,
      modeChanged,
      predicted: true,
    };
    changes.push({ change, found: null });
  }
  return { all: changes, unseen };
}

/** The old end of a move is told by the record of its new end, once the new end is there. */
function wasMoved(moves: ReadonlyMap<string, string>, from: string): boolean {
  return [...moves].some(([to, source]) => source === from && readAfterwards(to).hash !== null);
}

/** The same for the files of a folder that was moved. */
export function withMoves(found: readonly Observed[], movedFrom: (absolute: string) => string | null): Observed[] {
  const gone = new Map(
    found.filter(({ change }) => change.after.state === "absent").map((one) => [one.change.absolute, one]),
  );
  const told = new Set<string>();
  const moved = found.map((one): Observed => {
    const from = gone.get(movedFrom(one.change.absolute) ?? "");
    if (!from || one.change.before.state !== "absent" || from.change.root !== one.change.root) return one;
    told.add(from.change.absolute);
    return { ...one, change: { ...one.change, movedFrom: from.change.relativePath, before: from.change.before } };
  });
  return moved.filter(({ change }) => !told.has(change.absolute));
}
