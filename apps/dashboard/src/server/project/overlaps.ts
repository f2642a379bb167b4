/** Which open intents own the same files: compared between requests, and kept until intents or files change. */
import { intentsOf } from "@intentgate/gate";
import { createScope, type Intent, isOpen } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { Overlap } from "../../api/intents.ts";
import type { News } from "./news.ts";
import type { ProjectTree } from "./project-tree.ts";

export interface Overlaps {
  /** Null: not compared yet, the topic `overlaps` tells when. */
  of(id: string): Overlap[] | null;
  stop(): void;
}

type Found = Map<string, Map<string, { files: number; examples: string[] }>>;

const SLICE_MS = 15;
const EXAMPLES = 20;
/** Beyond this many comparisons it would take too long to be told. */
const MOST_COMPARISONS = 20_000_000;

export function createOverlaps(root: GovernedRoot, tree: ProjectTree, news: News): Overlaps {
  let done: { key: string; found: Found; names: ReadonlyMap<string, string> } | null = null;
  let running: { key: string; timer: NodeJS.Immediate } | null = null;

  function keyNow(): string {
    const read = root.store.intents.read();
    return `${read.ok ? read.value.digest : "broken"} ${tree.key()}`;
  }

  function compare(key: string): void {
    const intents = intentsOf(root);
    const open = intents.ok ? [...intents.value.values()].filter(isOpen) : [];
    const files = tree.files();
    const scopes = open.map((intent) => ({
      id: intent.id,
      covers: createScope(intent.owned_scope, { ignoreCase: false }).covers,
    }));
    const found: Found = new Map();
    const names = new Map(open.map((intent) => [intent.id, intent.name]));
    if (scopes.length < 2 || scopes.length * files.length > MOST_COMPARISONS) {
      done = { key, found, names };
      return;
    }
    let at = 0;
    const slice = () => {
      const until = performance.now() + SLICE_MS;
      while (at < files.length && performance.now() < until) {
        const path = files[at++] as string;
        note(
          found,
          scopes.filter((scope) => scope.covers(path)).map((scope) => scope.id),
          path,
        );
      }
      if (at < files.length) {
        running = { key, timer: setImmediate(slice) };
        return;
      }
      running = null;
      done = { key, found, names };
      news.tell(["overlaps"]);
    };
    running = { key, timer: setImmediate(slice) };
  }

  return {
    of(id) {
      const key = keyNow();
      if (done?.key !== key && running?.key !== key) {
        if (running) clearImmediate(running.timer);
        running = null;
        compare(key);
      }
      if (done?.key !== key) return null;
      const others = [...(done.found.get(id) ?? [])];
      const { names } = done;
      return others
        .map(([other, { files, examples }]) => ({ intent_id: other, name: names.get(other) ?? "", files, examples }))
        .sort((a, b) => b.files - a.files);
    },
    stop() {
      if (running) clearImmediate(running.timer);
    },
  };
}

function note(found: Found, owners: readonly string[], path: string): void {
  if (owners.length < 2) return;
  for (const one of owners) {
    const others = found.get(one) ?? new Map<string, { files: number; examples: string[] }>();
    found.set(one, others);
    for (const other of owners) {
      if (other === one) continue;
      const shared = others.get(other) ?? { files: 0, examples: [] };
      others.set(other, shared);
      shared.files++;
      if (shared.examples.length < EXAMPLES) shared.examples.push(path);
    }
  }
}

/** The overlaps of globs that nobody declared yet, computed at once. */
export function overlapsOf(
  globs: readonly string[],
  except: string | null,
  open: readonly Intent[],
  files: readonly string[],
): { covered: string[]; overlaps: Overlap[] } {
  const { covers } = createScope(globs, { ignoreCase: false });
  const covered = files.filter(covers);
  const overlaps = open
    .filter((intent) => intent.id !== except)
    .flatMap((intent): Overlap[] => {
      const other = createScope(intent.owned_scope, { ignoreCase: false });
      const shared = covered.filter(other.covers);
      if (shared.length === 0) return [];
      return [{ intent_id: intent.id, name: intent.name, files: shared.length, examples: shared.slice(0, EXAMPLES) }];
    });
  return { covered, overlaps };
}
