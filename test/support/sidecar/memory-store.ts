/** The store without a disk: the second one that holds to the contract. */
import { ProblemError, problem } from "@intentgate/documents";
import { contentHash, NO_LIST, type PlacedLine, sealRecord, type TraceRecord } from "@intentgate/trace";
import { checkedApprovalId, isExpired, newestFirst } from "../../../packages/sidecar/src/store/approval-rules.ts";
import { decisionRow } from "../../../packages/sidecar/src/store/decision-row.ts";
import { createSessionFold, type SessionFold } from "../../../packages/sidecar/src/store/fold-session.ts";
import type { ParseIntents } from "../../../packages/sidecar/src/store/intents-store.ts";
import { lastHashes } from "../../../packages/sidecar/src/store/last-known.ts";
import { recentChange } from "../../../packages/sidecar/src/store/recent-changes.ts";
import type {
  ApprovalsStore,
  DecisionRow,
  DecisionsStore,
  IntentsStore,
  LedgerStore,
  OpenApproval,
  PersonsAnswer,
  SessionsStore,
  Store,
} from "../../../packages/sidecar/src/store/store.ts";

export interface MemoryStoreParts {
  clock: () => Date;
  parse: ParseIntents;
  /** What the intents file would say; null where it would be missing. */
  intentsText: string | null;
}

const INTENTS_NAME = "active_intents.yaml";

export function createMemoryStore(parts: MemoryStoreParts): Store {
  return {
    intents: memoryIntents(parts),
    ledger: memoryLedger(),
    decisions: memoryDecisions(parts.clock),
    sessions: memorySessions(),
    approvals: memoryApprovals(parts.clock),
  };
}

function memoryIntents(parts: MemoryStoreParts): IntentsStore {
  let text = parts.intentsText;
  const missing = problem("SIDECAR_MISSING", "the intents are missing", "Run `intentgate init`.", {
    file: INTENTS_NAME,
  });
  return {
    read() {
      if (text === null) return { ok: false, problems: [missing] };
      const result = parts.parse(text, INTENTS_NAME);
      if (!result.ok) return result;
      return { ok: true, value: { intents: result.value.intents, digest: contentHash(text) } };
    },
    async edit(edit) {
      if (text === null) return { ok: false, problems: [missing] };
      const edited = edit(text);
      if (!edited.ok) return edited;
      const sound = parts.parse(edited.value, INTENTS_NAME);
      if (!sound.ok) return sound;
      text = edited.value;
      return edited;
    },
  };
}

function memoryLedger(): LedgerStore {
  const written: { record: TraceRecord; line: string }[] = [];
  const heads = new Map<string, { session: string; seq: number; hash: string }>();
  const lastKnown = new Map<string, string | null>();
  return {
    async append(session, draft) {
      const sealed = sealRecord(draft, heads.get(session) ?? null, session);
      // What comes back was read from the line, so that nobody holds on to a part of the draft.
      const record = JSON.parse(sealed.line) as TraceRecord;
      written.push({ record, line: sealed.line });
      heads.set(session, { session, seq: record.integrity.seq, hash: record.integrity.hash });
      for (const [path, hash] of lastHashes(record.files)) lastKnown.set(path, hash);
      return record;
    },
    ready: () => undefined,
    async *placedLines() {
      for (const [at, { line }] of [...written].entries()) yield placedAt(line, at);
    },
    rotate: async () => null,
    newest: (count) => last(written, count).map(({ line }) => JSON.parse(line) as TraceRecord),
    recentChanges(intentId, count) {
      const mine = written.filter(({ record }) => record.intent_id === intentId);
      return last(mine, count).map(({ record }) => recentChange(record));
    },
    lastKnown: (path) => lastKnown.get(path),
    heads: () => [...heads.values()].map((head) => ({ ...head })),
    listedEnds: () => NO_LIST,
  };
}

function placedAt(line: string, at: number): PlacedLine {
  return { line, file: "ledger", number: at + 1, hasEnd: true };
}

function last<T>(list: readonly T[], count: number): T[] {
  return count > 0 ? list.slice(-count) : [];
}

function memoryDecisions(clock: () => Date): DecisionsStore {
  const rows: DecisionRow[] = [];
  return {
    append(entries) {
      const timestamp = clock().toISOString();
      rows.push(...entries.map((entry) => JSON.parse(JSON.stringify(decisionRow(entry, timestamp))) as DecisionRow));
    },
    of: (invocationId) => rows.filter((row) => row.invocation_id === invocationId),
    newest: (count) => last(rows, count),
    rows: () => rows.toReversed(),
  };
}

function memorySessions(): SessionsStore {
  const folds = new Map<string, SessionFold>();
  return {
    read: (id) => (folds.get(id) ?? createSessionFold(id)).state(),
    append(id, events) {
      if (events.length === 0) return;
      const fold = folds.get(id) ?? createSessionFold(id);
      for (const event of events) fold.add(structuredClone(event));
      folds.set(id, fold);
    },
    list: () => [...folds.values()].map((fold) => fold.state()),
  };
}

function memoryApprovals(clock: () => Date): ApprovalsStore {
  const requests = new Map<string, OpenApproval>();
  const answers = new Map<string, PersonsAnswer>();
  const used = new Set<string>();
  const watchers = new Set<object>();
  const live = (id: string) => {
    const entry = requests.get(checkedApprovalId(id));
    return entry && !isExpired(entry, clock()) ? entry : null;
  };
  const allLive = () => newestFirst([...requests.keys()].flatMap((id) => live(id) ?? []));
  return {
    open(entry) {
      if (requests.has(checkedApprovalId(entry.id)))
        throw new ProblemError([problem("BAD_INPUT", `${entry.id} is open already`, "Use a fresh id.")]);
      requests.set(entry.id, structuredClone(entry));
    },
    answer(id, answer) {
      if (!live(id) || answers.has(id)) return false;
      answers.set(id, structuredClone(answer));
      return true;
    },
    answered: (id) => answers.get(checkedApprovalId(id)) ?? null,
    use(id) {
      if (!live(id) || used.has(id)) return false;
      used.add(id);
      return true;
    },
    list: () => allLive().filter((entry) => !answers.has(entry.id)),
    known: () => newestFirst([...requests.values()]),
    byBinding: (binding) => allLive().filter((entry) => entry.binding === binding && !used.has(entry.id)),
    watch() {
      const watcher = {};
      watchers.add(watcher);
      return { stop: () => void watchers.delete(watcher) };
    },
    isWatched: () => watchers.size > 0,
  };
}
