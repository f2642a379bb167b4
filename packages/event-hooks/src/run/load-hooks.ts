/** From hook files to the hooks that count: a version that a person trusted stands in for what cannot be read. */
import type { Problem } from "@intentgate/documents";
import type { EventType } from "../declared/event-hook.ts";
import { type Environments, standingHooks } from "../declared/register-hooks.ts";
import type { WordsOf } from "./command-words.ts";
import { type CompiledFile, fileOf, idOf, type LoadedHook, WHOLE_FOLDER } from "./compile-hooks.ts";
import { openFiles, placesOf, scriptFiles } from "./handler-files.ts";
import type { HookRegistry } from "./hook-registry.ts";
import type { TrustFile } from "./trust-file.ts";

export interface LoadedHooks {
  /** Those that run here, in the order of running. */
  standing: readonly LoadedHook[];
  /** Files that cannot be read and of which no version was ever trusted: what they would forbid is not known. */
  unreadable: readonly { file: string; id: string; problems: readonly Problem[] }[];
  /** Everything declared, disabled ones included. */
  all: readonly LoadedHook[];
}

/** `always`: only what a person accepted counts, also where a hook file was changed or removed between calls. */
type Here = Environments & { always: boolean };

export interface HookLoaderParts {
  root: string;
  registry: HookRegistry;
  trusted: TrustFile;
  wordsOf: WordsOf;
  environments(): Here;
}

export interface HookLoader {
  /** Looks at the files. */
  load(): LoadedHooks;
  /** As of the last load. The after-phase of a call may be the first thing that a process sees: then it loads. */
  last(): LoadedHooks;
  /** As of the last load: whether a hook waits for such events, or nobody can tell. */
  waitsFor(type: EventType): boolean;
  /** As of the last load, where handlers' files stand and where links lead from there; the same list where nothing changed. */
  scripts(): readonly string[];
}

export function createHookLoader(parts: HookLoaderParts): HookLoader {
  let known: { files: readonly CompiledFile[]; here: string; hooks: LoadedHooks } | null = null;
  let scripts: { of: LoadedHooks | null; opened: string; places: readonly string[] } = {
    of: null,
    opened: "",
    places: [],
  };

  function load(): LoadedHooks {
    const files = parts.registry.look();
    const environments = parts.environments();
    const here = `${environments.named} ${environments.added}`;
    // What a person trusted may stand in for a file: then nothing is remembered.
    const isPlain = !environments.always && files.every(({ read }) => read.ok);
    if (!isPlain || known?.files !== files || known.here !== here) {
      known = { files, here, hooks: loadHooks(files, parts.trusted, environments) };
    }
    return known.hooks;
  }
  const last = () => known?.hooks ?? load();

  return {
    load,
    last,
    waitsFor(type) {
      const { standing, unreadable } = last();
      return (
        standing.some(({ hook }) => hook.event_type === type) || (type === "PreAbilityCall" && unreadable.length > 0)
      );
    },
    scripts() {
      const of = last();
      const handlers = of.all.map(({ hook }) => parts.wordsOf(hook.handler));
      const open = handlers.flatMap((handler) => openFiles(parts.root, handler));
      const opened = open.join("\0");
      if (of === scripts.of && opened === scripts.opened) return scripts.places;
      const places = placesOf(parts.root, [...new Set([...handlers.flatMap(scriptFiles), ...open])]);
      const isSame = places.join("\0") === scripts.places.join("\0");
      scripts = { of, opened, places: isSame ? scripts.places : places };
      return scripts.places;
    },
  };
}

function loadHooks(files: readonly CompiledFile[], trusted: TrustFile, here: Here): LoadedHooks {
  const unreadable: LoadedHooks["unreadable"][number][] = [];
  const all = files.flatMap((file): LoadedHook[] => {
    const { read } = file;
    const accepted = read.ok && !here.always ? null : trusted.hookOf(idOf(file), fileOf(file));
    if (read.ok) return [accepted ?? read];
    if (accepted) return [accepted];
    unreadable.push({ file: fileOf(file), id: idOf(file), problems: read.problems });
    return [];
  });
  // Where the folder itself is closed, nobody knows what is gone.
  const isClosed = files.some(({ name }) => name === WHOLE_FOLDER);
  const gone = here.always || isClosed ? trusted.ids().filter((id) => !files.some((file) => idOf(file) === id)) : [];
  all.push(...gone.flatMap((id) => trusted.hookOf(id, fileOf({ name: `${id}.yaml` })) ?? []));
  return { standing: standingHooks(all, here), unreadable, all };
}
