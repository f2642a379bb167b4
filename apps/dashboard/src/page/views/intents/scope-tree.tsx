/** The scope as the tree of the files that it covers. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { IntentPage, ScopeEntry } from "../../../api/intents.ts";
import type { Window } from "../../../api/shared.ts";
import { Badge, Problems } from "../../parts/pieces.tsx";
import { Tree } from "../../parts/tree.tsx";
import { get } from "../../state/client.ts";
import { go } from "../../state/place.ts";
import { useFolders } from "../../state/use-folders.ts";
import { grouped } from "../../words/time-words.ts";

/** So many folders open by themselves; a scope over everything would open all of the project. */
const MOST_OPEN = 12;

export function ScopeTree({ intent }: { intent: IntentPage }) {
  const { id } = intent;
  const [all, setAll] = useState(false);
  const opened = useRef(new Set<string>());
  const tree = useFolders<ScopeEntry>(
    `scope ${id} ${intent.digest} ${all}`,
    async (folder, from, count, signal) => {
      const response = await get("/api/intents/:id/scope", { ids: { id }, query: { folder, from, count }, signal });
      return response.ok && !all ? { ok: true, value: coveredOnly(response.value) } : response;
    },
    ["files", "intents", "overlaps"],
  );
  useEffect(() => {
    const next = tree.rows.flatMap((row) =>
      row.kind === "entry" && isPartly(row.entry) && !opened.current.has(row.entry.path) ? [row.entry.path] : [],
    );
    const few = next.slice(0, Math.max(0, MOST_OPEN - opened.current.size));
    for (const path of few) opened.current.add(path);
    if (few.length > 0) tree.reveal(few);
  }, [tree.rows.length]);
  return (
    <section class="section">
      <div class="section-head">
        <h2>Files it may change</h2>
        <button type="button" class="button quiet small more" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? "Only these" : "Show all files"}
        </button>
      </div>
      {intent.owned_scope.length === 0 ? (
        <p class="soft">None: under this intent nothing may be changed. Add patterns with Edit.</p>
      ) : (
        <ul class="globs">
          {intent.owned_scope.map((glob) => (
            <li key={glob}>
              <code>{glob}</code>
            </li>
          ))}
        </ul>
      )}
      <Problems problems={tree.problems} />
      <div class="panel scope-tree" style={{ height: `${Math.max(1, Math.min(tree.rows.length, 12)) * 30 + 2}px` }}>
        <Tree
          label="Files in the scope"
          tree={tree}
          selected=""
          onOpen={(entry) => go("code", entry.path)}
          entryClass={(entry) => (entry.covered === 0 ? "outside" : "")}
          beside={(entry) => (
            <>
              {entry.also_owned_by.length > 0 && (
                <Badge tone="warn" icon="overlap">
                  {entry.also_owned_by.length === 1 ? entry.also_owned_by[0] : `${entry.also_owned_by.length} others`}
                </Badge>
              )}
              <span class="soft tree-count">{coveredWords(entry)}</span>
            </>
          )}
        />
      </div>
    </section>
  );
}

function coveredOnly(window: Window<ScopeEntry>): Window<ScopeEntry> {
  const items = window.items.filter((entry) => entry.covered > 0);
  return { ...window, items, total: window.total - (window.items.length - items.length) };
}

function isPartly({ kind, covered, files }: ScopeEntry): boolean {
  return kind === "folder" && covered > 0 && covered < files;
}

function coveredWords({ kind, covered, files }: ScopeEntry): string {
  if (kind === "file") return covered > 0 ? "" : "no";
  if (covered === 0) return "none";
  return covered === files ? `all ${grouped(files)}` : `${grouped(covered)} of ${grouped(files)}`;
}
