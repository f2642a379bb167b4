import type { McpResource } from "./resource.ts";

const NEWEST = 50;
const MOST_FILES = 20;

export const ledgerTail: McpResource = {
  name: "ledger",
  uri: "intentgate://ledger",
  title: "Newest records of the ledger",
  description: `The ${NEWEST} newest changes: when, under which intent, what, in which files, and how they were decided.`,
  async read({ home }) {
    const records = home.store.ledger.newest(NEWEST).map((record) => ({
      id: record.id,
      timestamp: record.timestamp,
      intent_id: record.intent_id,
      mutation_class: record.mutation_class,
      description: record.description,
      files: record.files.slice(0, MOST_FILES).map((file) => file.relative_path),
      more_files: Math.max(0, record.files.length - MOST_FILES),
      decision: record.decision,
    }));
    return { ok: true, value: { records } };
  },
};
