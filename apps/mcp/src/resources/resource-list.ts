/** Every resource of this server. A new one is one file and one line here. */
import { type Checked, ProblemError } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import type { Gate } from "../gate/gate.ts";
import { plainValue } from "../gate/result.ts";

const MOST_ENTRIES = 100;

const policySummary: McpResource = {
  name: "policy",
  uri: "intentgate://policy",
  title: "What the policy says",
  description: "Whether the gate enforces, who is asked about what, which commands pass, and what is forbidden.",
  async read({ home }) {
    const rules = home.rules();
    if (!rules.ok) return rules;
    const { mode, approval, commands, tools, forbid, on_violation, completion } = rules.value.policy;
    return {
      ok: true,
      value: {
        mode,
        paused_until: home.pauses.active()?.until ?? null,
        approval,
        completion,
        on_violation,
        declared_commands: commands.slice(0, MOST_ENTRIES).map(({ run, writes }) => ({ run, writes })),
        declared_tools: Object.keys(tools).slice(0, MOST_ENTRIES),
        forbidden: forbid.slice(0, MOST_ENTRIES),
      },
    };
  },
};

const NEWEST = 50;
const MOST_FILES_OF_RECORD = 20;

const ledgerTail: McpResource = {
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
      files: record.files.slice(0, MOST_FILES_OF_RECORD).map((file) => file.relative_path),
      more_files: Math.max(0, record.files.length - MOST_FILES_OF_RECORD),
      decision: record.decision,
    }));
    return { ok: true, value: { records } };
  },
};

const MOST = 100;

const intents: McpResource = {
  name: "intents",
  uri: "intentgate://intents",
  title: "Open intents",
  description: "The intents that can be taken: id, name, status, scope, constraints and acceptance criteria.",
  async read({ home }) {
    const { shownIntent } = await import("@intentgate/gate");
    const { isOpen } = await import("@intentgate/policy");
    const rules = home.rules();
    if (!rules.ok) return rules;
    const open = [...rules.value.intents.values()].filter(isOpen);
    return {
      ok: true,
      value: { intents: open.slice(0, MOST).map(shownIntent), more: Math.max(0, open.length - MOST) },
    };
  },
};

const MOST_INTENTS = 100;
const MOST_FILES = 100;

const intentMap: McpResource = {
  name: "intent-map",
  uri: "intentgate://map",
  title: "Intent map",
  description: "Which files and symbols were changed under which intent.",
  async read({ home }) {
    const { intentMapOf, sidecarMissing } = await import("@intentgate/sidecar");
    const rules = home.rules();
    if (!rules.ok && rules.problems.some((one) => one.code === "SIDECAR_MISSING"))
      return { ok: false, problems: [sidecarMissing(home)] };
    const mapped = intentMapOf(home);
    const shown = mapped.slice(-MOST_INTENTS).map((one) => ({
      ...one,
      files: one.files.slice(0, MOST_FILES),
      more_files: Math.max(0, one.files.length - MOST_FILES),
    }));
    return { ok: true, value: { intents: shown, more: Math.max(0, mapped.length - MOST_INTENTS) } };
  },
};

export const resourceList: readonly McpResource[] = [intents, intentMap, ledgerTail, policySummary];

/** What a resource of this server is. */
export interface McpResource {
  name: string;
  uri: string;
  title: string;
  description: string;
  read(workspace: Workspace): Promise<Checked<unknown>>;
}

const LARGEST = 200_000;

/** A resource as JSON text: plain, limited, and with the problem in place of the content where it cannot be read. */
export async function toResource(read: McpResource["read"], gate: Gate): Promise<string> {
  const found = await gate.look(read);
  if (!found.ok) throw new ProblemError(found.problems);
  const text = JSON.stringify(plainValue(found.value), null, 1);
  if (text.length > LARGEST) throw new Error(`the resource has ${text.length} characters and is not sent`);
  return text;
}
