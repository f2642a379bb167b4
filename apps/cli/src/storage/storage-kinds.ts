/** What is kept of a root, where, and for how long; and what of it a person may delete. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { replayRuns } from "@intentgate/box";
import { type GovernedRoot, KEPT_DAYS } from "@intentgate/sidecar";
import { onSystemError } from "@intentgate/world";

export interface StorageKind {
  name: string;
  what: string;
  keptFor: string;
  /** Files and folders, absolute; those that are not there are left out by whoever looks. */
  places(root: GovernedRoot): string[];
  deletion:
    | { may: false }
    /** Done before it is deleted; says why that cannot be now. */
    | { may: true; loses: string; before?: (root: GovernedRoot) => Promise<string | null> };
}

const UNTIL_DELETED = "until you delete it";

export const storageKinds: readonly StorageKind[] = [
  {
    name: "kept-bytes",
    what: "what stood in files before calls changed them, for undo, diffs and lines",
    keptFor: `${KEPT_DAYS} days, up to limits.before_cache_mb`,
    places: ({ authoredState, sidecar, state }) => [
      ...[join(authoredState, "kept"), join(sidecar, "cache", "before"), join(state, "kept-folders")],
    ],
    deletion: { may: true, loses: "calls made so far can be undone only as far as git has the bytes" },
  },
  {
    name: "quarantine",
    what: "what putting files back displaced",
    keptFor: UNTIL_DELETED,
    places: ({ state }) => [join(state, "quarantine")],
    deletion: { may: true, loses: "these bytes are nowhere else" },
  },
  {
    name: "runs",
    what: "layers of contained commands",
    keptFor: "while a command runs",
    places: ({ state }) => [join(state, "runs"), join(state, "over"), join(state, "stuck")],
    deletion: { may: true, loses: "what a command that died had not brought to its end", before: endRuns },
  },
  {
    name: "kept-back",
    what: "what contained commands changed outside the scope, until you keep or discard it",
    keptFor: "containment.keep_hours, up to containment.keep_mb",
    places: ({ state }) => [join(state, "kept-changes")],
    deletion: { may: true, loses: "what waits for your yes cannot be kept any more" },
  },
  {
    name: "requests",
    what: "questions to you, and your answers",
    keptFor: "minutes to a day",
    places: ({ sidecar }) => [join(sidecar, "approvals")],
    deletion: { may: true, loses: "what waits for an answer is asked again" },
  },
  {
    name: "index",
    what: "the index over the ledger",
    keptFor: "made anew when it is gone",
    places: ({ sidecar }) => [join(sidecar, "cache", "index")],
    deletion: { may: true, loses: "the next answer takes longer" },
  },
  {
    name: "caches",
    what: "compiled rules, stamps of files, last changes",
    keptFor: "made anew when they are gone",
    places: ({ sidecar, state }) => [
      ...["recent", "last"].map((name) => join(sidecar, "cache", name)),
      ...["compiled", "compiled-hooks.json", "seen-files"].map((name) => join(state, name)),
    ],
    deletion: { may: true, loses: "what you edit before the next call of a file is not known to be yours" },
  },
  {
    name: "decisions",
    what: "what was decided on each call",
    keptFor: "rotated by size",
    places: ({ sidecar }) => namesIn(sidecar, /^decisions.*\.jsonl$/),
    deletion: { may: true, loses: "`decisions` and `report` know nothing of what was" },
  },
  {
    name: "sessions",
    what: "journals of sessions: intents taken, files seen",
    keptFor: UNTIL_DELETED,
    places: ({ sidecar }) => [join(sidecar, "sessions")],
    deletion: {
      may: true,
      loses: "agents at work have to take their intents and read their files again",
      before: noOpenCall,
    },
  },
  {
    name: "transcripts",
    what: "what happened in tasks of the agent",
    keptFor: UNTIL_DELETED,
    places: ({ state }) => [join(state, "transcripts")],
    deletion: { may: true, loses: "these tasks cannot be gone on with" },
  },
  {
    name: "ledger",
    what: "what was changed, and what proves that it is whole",
    keptFor: "never deleted here",
    places: ({ sidecar, authoredState }) => [
      ...[
        "agent_trace.jsonl",
        "ledger-archive",
        "ledger",
        "heads",
        "record_commits.jsonl",
        "accepted_demands.json",
      ].map((name) => join(sidecar, name)),
      ...["heads.jsonl", "secret-key"].map((name) => join(authoredState, name)),
    ],
    deletion: { may: false },
  },
  {
    name: "authored",
    what: "intents and policy",
    keptFor: "yours",
    places: ({ sidecar }) =>
      ["active_intents.yaml", "policy.yaml", "policy-tests.yaml"].map((name) => join(sidecar, name)),
    deletion: { may: false },
  },
];

function namesIn(folder: string, wanted: RegExp): string[] {
  const names = onSystemError(["ENOENT"], [], () => readdirSync(folder));
  return names.filter((name) => wanted.test(name)).map((name) => join(folder, name));
}

/** What was begun is brought to its end first; a command that runs keeps its layers. */
async function endRuns({ state }: GovernedRoot): Promise<string | null> {
  await replayRuns(state);
  return namesIn(join(state, "runs"), /./).length > 0 ? "a command runs in them" : null;
}

/** Who settles a call needs to know what it found. */
async function noOpenCall({ store }: GovernedRoot): Promise<string | null> {
  return store.sessions.list().some(({ open }) => open.size > 0) ? "a call has begun and not ended" : null;
}
