/** The gate's own tools, bound to one session: by the time they run, every check has passed and every question is answered. */
import type { Problem } from "@intentgate/documents";
import {
  addIntent,
  type Intent,
  isOpen,
  readIntents,
  renderIntentContext,
  renderRecentChanges,
  setStatus,
} from "@intentgate/policy";
import {
  ELSEWHERE,
  foldHistory,
  freeIntentId,
  type GovernedRoot,
  type LessonsFile,
  lineageOf,
  takeIntent,
} from "@intentgate/sidecar";
import type { GateTools } from "@intentgate/tools";

export interface GateToolParts {
  roots: readonly GovernedRoot[];
  home: GovernedRoot;
  lessons: LessonsFile;
  session: string;
  parent: string | null;
  now(): Date;
  /** Runs one check of an intent through the gate; null when it passed, else what went wrong. */
  runCheck(argv: readonly string[]): Promise<string | null>;
}

const RECENT = 5;
const INTENTS_FILE = ".orchestration/active_intents.yaml";

export function createGateTools(parts: GateToolParts): GateTools {
  const { home, session } = parts;
  const at = () => parts.now().toISOString();

  return {
    async selectActiveIntent({ intent_id }) {
      const taken: { intent: Intent; context: string }[] = [];
      const problems: Problem[] = [];
      for (const root of parts.roots) {
        const rules = root.rules();
        // A root that cannot be read stays closed by itself; it does not close the others.
        if (!rules.ok) {
          problems.push(...rules.problems);
          continue;
        }
        const found = rules.value.intents.get(intent_id);
        if (!found || !isOpen(found)) continue;
        const intent = await takeIntent(root, session, found, "agent", at());
        taken.push({ intent, context: contextOf(root, intent, parts.lessons) });
      }
      const first = taken[0];
      if (!first && problems.length > 0) return failure(problems);
      if (!first) return { success: false, error: `Intent ${intent_id} not found in active_intents.yaml` };
      return {
        success: true,
        intent: shownIntent(first.intent),
        ...(home.authored.isElsewhere() ? { note: ELSEWHERE } : {}),
        context: taken.map((one) => one.context).join("\n"),
      };
    },

    async listIntents() {
      const rules = home.rules();
      if (!rules.ok) return failure(rules.problems);
      return {
        intents: [...rules.value.intents.values()].filter((one) => !one.archived).map(shownIntent),
        active: activeId(parts),
      };
    },

    async proposeIntent(input) {
      const rules = home.rules();
      if (!rules.ok) return failure(rules.problems);
      let id = "";
      const edited = await home.store.intents.edit((text) => {
        const read = readIntents(text, INTENTS_FILE);
        if (!read.ok) return read;
        id = freeIntentId(home, read.value.intents.keys());
        return addIntent(text, {
          id,
          name: input.name,
          status: "PENDING",
          description: input.description ?? null,
          owned_scope: input.owned_scope,
          constraints: input.constraints ?? [],
          acceptance_criteria: input.acceptance_criteria ?? [],
          created_at: at(),
        });
      });
      return edited.ok ? { success: true, intent_id: id } : failure(edited.problems);
    },

    async requestScopeExpansion() {
      const intent = activeIntent(parts);
      return { success: true, intent_id: intent?.id ?? null, owned_scope: intent?.owned_scope ?? [] };
    },

    async recordLesson({ lesson }) {
      await parts.lessons.add(lesson, activeId(parts), "agent");
      return { success: true, note: "It is told under the same intent; a person may accept it for all." };
    },

    async attemptCompletion() {
      const intent = activeIntent(parts);
      if (!intent) return { success: false, error: "no intent is taken in this session" };
      for (const check of intent.checks) {
        const wrong = await parts.runCheck(check.run);
        if (wrong === null) continue;
        const what = `check \`${check.run.join(" ")}\` failed`;
        await parts.lessons.add(`${intent.id}: ${what}`, intent.id, "failed_check");
        return { success: false, error: `${what}: ${wrong}` };
      }
      const edited = await home.store.intents.edit((text) => setStatus(text, intent.id, "COMPLETE", at()));
      if (!edited.ok) return failure(edited.problems);
      await foldHistory(home, intent);
      const { owner } = lineageOf(home, { id: session, parent: parts.parent ?? undefined });
      home.store.sessions.append(owner, [{ kind: "released", at: at() }]);
      await parts.lessons.add(`${intent.id} completed: ${intent.name}`, intent.id, "completion");
      return { success: true, intent_id: intent.id, status: "COMPLETE" };
    },
  };
}

/** What the model is told with an intent. */
export function contextOf(root: GovernedRoot, intent: Intent, lessons: LessonsFile): string {
  const block = renderIntentContext(intent, { lessons: lessons.forIntent(intent.id) });
  return `${block}${renderRecentChanges(root.store.ledger.recentChanges(intent.id, RECENT))}`;
}

export function shownIntent(intent: Intent) {
  const { id, name, status, owned_scope, constraints, acceptance_criteria, related_files } = intent;
  return { id, name, status, owned_scope, constraints, acceptance_criteria, related_files };
}

function activeId({ home, session, parent }: GateToolParts): string | null {
  return lineageOf(home, { id: session, parent: parent ?? undefined }).intent?.id ?? null;
}

function activeIntent(parts: GateToolParts): Intent | undefined {
  const rules = parts.home.rules();
  const id = activeId(parts);
  return rules.ok && id !== null ? rules.value.intents.get(id) : undefined;
}

function failure(problems: readonly Problem[]) {
  return { success: false, error: problems.map((one) => `${one.message}. ${one.remedy}`).join(" ") };
}
