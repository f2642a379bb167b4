/** From hook files to the hooks that count: a version that a person trusted stands in for what cannot be read. */
import type { Problem } from "@intentgate/documents";
import type { EventType } from "../declared/event-hook.ts";
import type { PathGlobs } from "../declared/match-hook.ts";
import { readHook } from "../declared/read-hook.ts";
import { type Environments, standingHooks } from "../declared/register-hooks.ts";
import { type CompiledFile, fileOf, idOf, WHOLE_FOLDER } from "./compiled-hooks.ts";
import { type HookInForce, inForceAs } from "./hook-in-force.ts";
import type { TrustedHooks } from "./trusted-hooks.ts";

export interface HooksInForce {
  /** Of every event those that run here, in the order of running. */
  byEvent: ReadonlyMap<EventType, readonly HookInForce[]>;
  /** Files that cannot be read and of which no version was ever trusted: what they would forbid is not known. */
  unreadable: readonly { file: string; id: string; problems: readonly Problem[] }[];
  /** Everything declared, disabled ones included. */
  all: readonly HookInForce[];
}

/** `always`: only what a person accepted counts, also where a hook file was changed or removed between calls. */
export function hooksInForce(
  files: readonly CompiledFile[],
  trusted: TrustedHooks,
  here: Environments & { always: boolean },
  globs: PathGlobs,
): HooksInForce {
  const unreadable: HooksInForce["unreadable"][number][] = [];
  const all = files.flatMap((file): HookInForce[] => {
    const { read } = file;
    const accepted = read.ok && !here.always ? null : lastTrusted(idOf(file), fileOf(file), trusted, globs);
    if (read.ok) return [here.always && accepted ? accepted : read];
    if (accepted) return [accepted];
    unreadable.push({ file: fileOf(file), id: idOf(file), problems: read.problems });
    return [];
  });
  // Where the folder itself is closed, nobody knows what is gone.
  const isClosed = files.some(({ name }) => name === WHOLE_FOLDER);
  const gone = here.always || isClosed ? trusted.ids().filter((id) => !files.some((file) => idOf(file) === id)) : [];
  all.push(...gone.flatMap((id) => lastTrusted(id, fileOf({ name: `${id}.yaml` }), trusted, globs) ?? []));
  const digests = new Map(all.map((one) => [one.hook, one]));
  const byEvent = new Map<EventType, HookInForce[]>();
  for (const hook of standingHooks([...digests.keys()], here)) {
    const own = byEvent.get(hook.event_type) ?? [];
    own.push(digests.get(hook) as HookInForce);
    byEvent.set(hook.event_type, own);
  }
  return { byEvent, unreadable, all };
}

export function lastTrusted(id: string, file: string, trusted: TrustedHooks, globs: PathGlobs): HookInForce | null {
  const found = trusted.of(id);
  if (!found) return null;
  const read = readHook(found.text, file, globs);
  return read.ok ? inForceAs(read.value, found.digest) : null;
}
