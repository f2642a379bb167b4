/** The hooks in force, put together anew only where something changed: asked on the way to every decision. */

import type { Handler } from "../declared/event-hook.ts";
import type { PathGlobs } from "../declared/match-hook.ts";
import type { Environments } from "../declared/register-hooks.ts";
import type { CompiledFile } from "./compiled-hooks.ts";
import { openFiles, placesOf } from "./handler-files.ts";
import type { HookRegistry } from "./hook-registry.ts";
import { type HooksInForce, hooksInForce } from "./hooks-in-force.ts";
import type { TrustedHooks } from "./trusted-hooks.ts";

export interface LookParts {
  root: string;
  registry: HookRegistry;
  trusted: TrustedHooks;
  environments(): Environments & { always: boolean };
  globs: PathGlobs;
}

export interface HooksLook {
  now(): HooksInForce;
  /** As of the last look. The after-phase of a call may be the first thing that a process sees: then it looks. */
  last(): HooksInForce;
  /** As of the last look, where handlers' files stand and where links lead from there; the same list where nothing changed. */
  scripts(): readonly string[];
}

interface Known {
  files: readonly CompiledFile[];
  key: string;
  hasBroken: boolean;
  inForce: HooksInForce;
  /** Handlers of whose words only the disk can tell whether they are files; and which were at the last look. */
  open: readonly Handler[] | null;
  named: string;
  scripts: readonly string[] | null;
}

const NONE: HooksInForce = { byEvent: new Map(), unreadable: [], all: [] };
const NO_SCRIPTS: readonly string[] = [];

export function createHooksLook(parts: LookParts): HooksLook {
  let known: Known | "none" | null = null;

  function now(): HooksInForce {
    const files = parts.registry.look();
    const here = parts.environments();
    if (files.length === 0 && !here.always) {
      known = "none";
      return NONE;
    }
    const before = known !== null && known !== "none" && known.files === files ? known : null;
    const hasBroken = before?.hasBroken ?? files.some(({ read }) => !read.ok);
    // Only where a trusted version may stand in for a file it matters here what is trusted; who may run is asked later.
    const trust = here.always || hasBroken ? parts.trusted.identity() : "";
    const key = `${trust} ${here.always} ${here.named} ${here.added}`;
    if (before?.key === key) return before.inForce;
    const inForce = hooksInForce(files, parts.trusted, here, parts.globs);
    known = { files, key, hasBroken, inForce, open: null, named: "", scripts: null };
    return inForce;
  }

  function last(): HooksInForce {
    if (known === null) return now();
    return known === "none" ? NONE : known.inForce;
  }

  return {
    now,
    last,
    scripts() {
      const { all } = last();
      if (known === null || known === "none") return NO_SCRIPTS;
      known.open ??= all.flatMap(({ hook, hasOpenWords }) => (hasOpenWords ? [hook.handler] : []));
      const named = known.open.flatMap((handler) => openFiles(parts.root, handler));
      if (known.scripts === null || named.join("\0") !== known.named) {
        known.named = named.join("\0");
        const own = all.flatMap(({ scripts }) => scripts);
        known.scripts = placesOf(parts.root, [...new Set([...own, ...named])]);
      }
      return known.scripts;
    },
  };
}
