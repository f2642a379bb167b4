/** What a scope covers: folder by folder, and for globs that are still being typed. */
import { problem } from "@intentgate/documents";
import { findIntent, intentsOf } from "@intentgate/gate";
import { createScope, globProblem, isOpen } from "@intentgate/policy";
import type { ScopeEntry, ScopePreview, ScopePreviewBody } from "../../api/intents.ts";
import type { Window } from "../../api/shared.ts";
import { type WantedWindow, windowed } from "../door/asked.ts";
import { asApiProblem, refuse, refuseWith } from "../door/failure.ts";
import { overlapsOf } from "../project/overlaps.ts";
import type { TreeEntry } from "../project/project-tree.ts";
import type { Served } from "../project/served.ts";

const EXAMPLES = 20;
/** Files that are compared while somebody waits for the answer. */
const MOST_FILES = 50_000;
const MOST_INTENTS = 200;

export function scopeView(
  { workspace, tree }: Served,
  id: string,
  folder: string,
  window: WantedWindow,
): Window<ScopeEntry> {
  const found = findIntent(workspace.home, id);
  if (!found.ok) return refuseWith(found.problems);
  const entries = tree.entries(folder);
  if (entries === null) return refuse(404, "NOT_FOUND", "there is no such folder", "Start from the root.");
  const scope = createScope(found.value.owned_scope, { ignoreCase: false });
  const filesIn = ({ kind, path }: TreeEntry) => {
    if (kind === "file") return [path];
    return scope.mayCoverBelow(path) ? tree.below(path).slice(0, MOST_FILES) : [];
  };
  const others = openIntents(workspace.home)
    .filter((one) => one.id !== id)
    .slice(0, MOST_INTENTS)
    .map((one) => ({ id: one.id, covers: createScope(one.owned_scope, { ignoreCase: false }).covers }));
  return windowed(entries, window, (entry) => {
    const { name, path, kind, files } = entry;
    const covered = filesIn(entry).filter(scope.covers);
    const also = others.filter((other) => covered.some(other.covers)).map((other) => other.id);
    return { name, path, kind, files, covered: covered.length, also_owned_by: also };
  });
}

export function scopePreview({ workspace, tree }: Served, { globs, except }: ScopePreviewBody): ScopePreview {
  const problems = globs.flatMap((glob) => {
    const bad = globProblem(glob);
    if (!bad) return [];
    const message = `the glob ${JSON.stringify(glob)} ${bad}`;
    return [asApiProblem(problem("BAD_INPUT", message, "Correct it, e.g. `src/auth/**`."))];
  });
  const files = tree.files();
  const open = openIntents(workspace.home).slice(0, MOST_INTENTS);
  const { covered, overlaps } = overlapsOf(globs, except, open, files.slice(0, MOST_FILES));
  return {
    problems,
    files: covered.length,
    examples: covered.slice(0, EXAMPLES),
    overlaps,
    whole: files.length <= MOST_FILES,
  };
}

function openIntents(home: Served["workspace"]["home"]) {
  const intents = intentsOf(home);
  return intents.ok ? [...intents.value.values()].filter(isOpen) : [];
}
