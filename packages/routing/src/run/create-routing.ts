/** Puts ability routing and knowledge routing of one root together from its files. */
import { formatProblem, type Problem } from "@intentgate/documents";
import { withHints } from "../suggestions/hints.ts";
import type { Matcher } from "../suggestions/matcher.ts";
import { createModelMatcher } from "../suggestions/model-matcher.ts";
import { renderSuggestedAbilities, renderSuggestedDocuments } from "../suggestions/render-suggestions.ts";
import { createTextMatcher } from "../suggestions/text-matcher.ts";
import { withWeights } from "../suggestions/usage.ts";
import { createTasks } from "./create-tasks.ts";
import { modelRank, modelSettings } from "./model-rank.ts";
import { createRoutingReader, type RoutingReading } from "./read-routing.ts";
import { isReserved, reservedIds } from "./reserved-id.ts";
import { createRootFiles } from "./root-files.ts";
import type { RootRouting } from "./routing.ts";
import { syncIndexes } from "./sync-indexes.ts";
import { createTaskFiles } from "./task-files.ts";
import { createUsageFile } from "./usage-file.ts";

export interface RoutingParts {
  now(): Date;
  /** The user's own folder: only there a model can be configured. */
  stateDir: string;
  env: NodeJS.ProcessEnv;
  /** The environment that the policy names; null where it names none. */
  environment(): string | null;
}

/** A decision waits for it, and whoever can write files can hold this lock. */
const LEARN_WAIT_MS = 200;

export function createRouting(root: string, parts: RoutingParts): RootRouting {
  const files = createRootFiles(root);
  const reader = createRoutingReader(files);
  const usage = createUsageFile(files, parts.now);
  let last: { reading: RoutingReading; usedAt: string; matcher: Matcher } | undefined;

  /** An index of words is dear, so it is kept while registry and usage stand as they are. */
  function textMatcher(reading: RoutingReading): { matcher: Matcher; problems: readonly Problem[] } {
    const { usage: used, identity, problems } = usage.read();
    if (last?.reading !== reading || last.usedAt !== identity) {
      last = { reading, usedAt: identity, matcher: createTextMatcher(reading.registry, used) };
    }
    return { matcher: last.matcher, problems };
  }

  function matcherFor(reading: RoutingReading): { matcher: Matcher; problems: readonly Problem[] } {
    const text = textMatcher(reading);
    const settings = modelSettings(parts.stateDir);
    if (!settings.ok) return { ...text, problems: [...text.problems, ...settings.problems] };
    const model = settings.value;
    if (model === null) return text;
    const rank = modelRank(model, parts.env);
    return { ...text, matcher: createModelMatcher({ text: text.matcher, registry: reading.registry, rank }) };
  }

  return {
    async suggest({ prompt, stage, hints, intent }) {
      const reading = reader.read();
      const { registry, knowledge, selector } = reading;
      const { matcher, problems } = matcherFor(reading);
      const here = { environment: parts.environment(), modules: [] };
      const found = await matcher.match({ prompt, ...here });
      const { suggestions, notes } = withHints(found, hints, { registry, here });
      const abilities = suggestions.filter(({ id }) => !isReserved(id));
      const question = intent ?? { intent: prompt };
      const at = question.stage ?? stage;
      const documents = selector.select({ ...question, ...(at ? { stage: at } : {}) });
      const blocks = [renderSuggestedAbilities(abilities, registry), renderSuggestedDocuments(documents, knowledge)];
      const told = [...reading.problems, ...problems].map((one) =>
        formatProblem({ ...one, excerpt: null, remedy: "" }),
      );
      return { abilities, documents, text: blocks.filter(Boolean).join("\n"), notes: [...notes, ...told] };
    },
    abilityOf(id) {
      if (isReserved(id)) return null;
      const found = reader.read().registry.abilities.find((ability) => ability.id === id);
      return found ? { id, operationKey: found.operationKey, modules: found.scope.modules } : null;
    },
    registry() {
      const { registry, problems } = reader.read();
      return { registry, problems };
    },
    lint: () => [...reader.lint(), ...reservedIds(reader.read().registry), ...usage.read().problems],
    sync: () => syncIndexes(root, reader),
    learn: (weights) => usage.change((used) => withWeights(used, weights), { waitMs: LEARN_WAIT_MS }),
    tasks: createTasks({
      ...parts,
      files,
      tasks: createTaskFiles(files, parts.now),
      registry: () => reader.read().registry,
    }),
  };
}
