/** What agents did where nothing was refused, as intents and commands that a person may declare; nothing of it counts by itself. */
import {
  type CommandWrites,
  createScope,
  generalForm,
  isDeclarable,
  isOpen,
  nameFor,
  proposeScope,
} from "@intentgate/policy";
import type { DecisionRow, GovernedRoot } from "@intentgate/sidecar";
import type { TraceRecord } from "@intentgate/trace";
import { createFileFacts } from "@intentgate/world";

export interface SeenIntent {
  name: string;
  owned_scope: string[];
  files: number;
  sessions: number;
}

export interface SeenCommand extends CommandWrites {
  writes: string[];
  times: number;
}

export interface SeenWork {
  intents: SeenIntent[];
  commands: SeenCommand[];
}

const MOST_RECORDS = 5_000;
const MOST_PATHS = 2_000;
const MOST = 8;
/** Once is chance. */
const LEAST_TIMES = 2;
const NO_INTENT = "none";
/** Words that stand for a secret, for a place on one machine, or for one person's home. */
const notForAll = /\[redacted\]|(?:^|[\s=])(?:[~/]|[A-Za-z]:[\\/])/;

export function seenWork(home: GovernedRoot, since: Date): SeenWork {
  const from = since.toISOString();
  const records = home.store.ledger.newest(MOST_RECORDS).filter(({ timestamp }) => timestamp >= from);
  return { intents: intentsOf(home, records), commands: commandsOf(home, records, from) };
}

/** By the scope that a single file of them would be given, so that it is the same in whatever order they came. */
function intentsOf(home: GovernedRoot, records: readonly TraceRecord[]): SeenIntent[] {
  const rules = home.rules();
  if (!rules.ok) return [];
  const open = [...rules.value.intents.values()].filter(isOpen).map(({ owned_scope }) => scopeOf(owned_scope));
  const facts = createFileFacts();
  const tree = { root: home.root, kind: facts.kind, names: facts.names };
  const found = new Map<string, { scope: string[]; files: Set<string>; sessions: Set<string> }>();
  for (const [path, sessions] of [...changedByAgents(records)].slice(0, MOST_PATHS)) {
    const isOwned = open.some(({ covers }) => covers(path));
    const scope = isOwned ? null : proposeScope([path], tree, false);
    if (scope === null) continue;
    const key = scope.toSorted().join("\n");
    const group = found.get(key) ?? { scope, files: new Set(), sessions: new Set() };
    found.set(key, group);
    group.files.add(path);
    for (const session of sessions) group.sessions.add(session);
  }
  return [...found.values()]
    .sort((a, b) => b.files.size - a.files.size || String(a.scope).localeCompare(String(b.scope)))
    .slice(0, MOST)
    .map(({ scope, files, sessions }) => {
      const [only = ""] = sessions;
      const said = sessions.size === 1 ? home.store.sessions.read(only).prompt : null;
      const folder = scope[0]?.endsWith("/**") ? `Work on ${scope[0].slice(0, -"/**".length)}` : null;
      const name = said ?? folder ?? nameFor([...files]);
      return { name, owned_scope: scope, files: files.size, sessions: sessions.size };
    });
}

function scopeOf(globs: readonly string[]) {
  return createScope(globs, { ignoreCase: false });
}

/** What a person edited is no work of an agent. */
function changedByAgents(records: readonly TraceRecord[]): Map<string, Set<string>> {
  const changed = new Map<string, Set<string>>();
  for (const { intent_id, files } of records) {
    if (intent_id !== NO_INTENT) continue;
    for (const { relative_path, conversations } of files)
      for (const { url, contributor } of conversations)
        if (contributor.entity_type === "AI")
          changed.set(relative_path, (changed.get(relative_path) ?? new Set()).add(url));
  }
  return changed;
}

/** Those of which nobody knew what they do, and about which the gate would have asked. */
function commandsOf(home: GovernedRoot, records: readonly TraceRecord[], from: string): SeenCommand[] {
  const asked = new Set<string>();
  const lines = new Map<string, string>();
  for (const row of home.store.decisions.rows()) {
    if (row.timestamp < from) break;
    if (row.decision === "would_ask" && row.hook === "hitlPreHook") asked.add(row.invocation_id);
    const line = row.phase === "received" && row.risk === "UNKNOWN" ? commandIn(row) : null;
    if (line !== null && isDeclarable(line) && !notForAll.test(line)) lines.set(row.invocation_id, line);
  }
  const found = new Map<string, SeenCommand>();
  for (const [invocation, line] of lines) {
    if (!asked.has(invocation)) continue;
    const form = generalForm(line);
    const known = found.get(form.run) ?? { ...form, writes: [], times: 0 };
    const writes = records.filter(({ decision }) => decision?.id === invocation).flatMap(({ files }) => files.map(top));
    found.set(form.run, { ...known, writes: [...new Set([...known.writes, ...writes])], times: known.times + 1 });
  }
  const rules = home.rules();
  if (!rules.ok) return [];
  for (const { run } of rules.value.policy.commands) found.delete(run);
  return [...found.values()]
    .filter(({ times, writes }) => times >= LEAST_TIMES && writes.length <= MOST && !writes.some(isGlob))
    .sort((a, b) => b.times - a.times || a.run.localeCompare(b.run))
    .slice(0, MOST);
}

/** A folder of that name would mean more than it says. */
function isGlob(writes: string): boolean {
  return /[*?{}!\\]/.test(writes.replace(/\/\*\*$/, ""));
}

function top({ relative_path }: TraceRecord["files"][number]): string {
  const [first = "", ...rest] = relative_path.split("/");
  return rest.length === 0 ? relative_path : `${first}/**`;
}

function commandIn(row: DecisionRow): string | null {
  const { command } = (row.payload ?? {}) as { command?: unknown };
  return typeof command === "string" ? command : null;
}
