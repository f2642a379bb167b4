/** Chooses the one to five documents that answer a structured intent; where nothing fits, none. */
import { isSameOrPart } from "../abilities/in-scope.ts";
import { documentWeights, THRESHOLD } from "../matching/confidence.ts";
import { rankEntries } from "../matching/rank-entries.ts";
import { reasonFor } from "../matching/reason.ts";
import { createTextIndex, type TextEntry, type TextIndex } from "../matching/text-index.ts";
import type { DocType, DocUsage, Knowledge, KnowledgeDocument, RelatedDocument, Stage } from "./knowledge.ts";

/** The question to knowledge routing, as an event hook's `new_intent` puts it. */
export interface StructuredIntent {
  scope?: string | null;
  topic?: string | null;
  stage?: Stage | null;
  intent: string;
  signals?: Readonly<Record<string, unknown>>;
}

export interface SelectedDocument {
  path: string;
  reason: string;
  stage: Stage | null;
  confidence: number;
}

export interface DocumentSelector {
  select(intent: StructuredIntent): SelectedDocument[];
}

const MOST = 5;
/** Routes that are this much less sure than the best one are another matter. */
const NEAR_BEST = 0.12;
const MAX_SIGNALS = 1_500;

const usageOrder: readonly DocUsage[] = ["primary", "optional", "example"];
const typeOrder: Record<Stage, readonly DocType[]> = {
  understand: [],
  plan: ["workflow", "alignment"],
  act: ["skill", "example"],
  review: ["alignment", "skill"],
};

interface PlacedRoute {
  id: string;
  scope: string;
  topic: string;
  entry: TextEntry<keyof typeof boost>;
  documents: { related: RelatedDocument; document: KnowledgeDocument }[];
}

interface PlacedRoutes {
  routes: PlacedRoute[];
  text: TextIndex;
}

const boost = { whenToUse: 1.5, topic: 1.5, summary: 0.8, documents: 0.6, scope: 0.4 };

export function createDocumentSelector(knowledge: Knowledge): DocumentSelector {
  let index: PlacedRoutes | undefined;

  /** Made when something is first asked for: who reads the knowledge for another reason does not pay for it. */
  function indexed(): PlacedRoutes {
    const routes = placedRoutes(knowledge);
    const entries = routes.map(({ entry }) => entry);
    return { routes, text: createTextIndex(entries, boost) };
  }

  return {
    select(intent) {
      index ??= indexed();
      const chosen = chooseRoutes(intent, index);
      return chosenDocuments(chosen, intent.stage ?? null).slice(0, MOST);
    },
  };
}

/** A scope narrows what is chosen from; how rare a word is stays what it is in the whole. */
function chooseRoutes(intent: StructuredIntent, { routes, text }: PlacedRoutes) {
  const { scope: wanted } = intent;
  const sure = (rankEntries(questionOf(intent), text, documentWeights) ?? [])
    .map((ranked) => ({ ...ranked, route: routes.find(({ id }) => id === ranked.id)! }))
    .filter(({ route, confidence }) => confidence >= THRESHOLD && (!wanted || isSameOrPart(route.scope, wanted)));
  return sure.filter(({ confidence }) => confidence >= sure[0]!.confidence - NEAR_BEST);
}

interface ChosenRoute {
  route: PlacedRoute;
  confidence: number;
  matched: string[];
}

function placedRoutes({ indexes, routeFiles, documents }: Knowledge): PlacedRoute[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return indexes.flatMap(({ scope, topic, summary, routeFile }) => {
    const file = routeFiles.find(({ path }) => path === routeFile);
    // A file that says it is about something else is not what the index means.
    if (file?.scope !== scope || file.topic !== topic) return [];
    return file.routes.flatMap(({ whenToUse, documents: related }, at) => {
      const present = related.flatMap((one) => {
        const document = byPath.get(one.path);
        return document ? [{ related: one, document }] : [];
      });
      const id = `${scope} ${topic} ${String(at).padStart(4, "0")}`;
      const about = present.map(({ document }) => `${document.id} ${document.summary}`).join("\n");
      const entry = {
        id,
        texts: { whenToUse, topic, summary, documents: about, scope },
        phrases: [topic, ...present.map(({ document }) => document.id)],
        negative: [],
      };
      return present.length > 0 ? [{ id, scope, topic, entry, documents: present }] : [];
    });
  });
}

/** The intent, the topic and what the person said; signals are data and count as nothing else. */
function questionOf({ intent, topic, signals }: StructuredIntent): string {
  const said = Object.values(signals ?? {}).filter((value) => typeof value === "string");
  return [intent, topic ?? "", said.join("\n").slice(0, MAX_SIGNALS)].join("\n").replaceAll("_", " ");
}

function chosenDocuments(chosen: readonly ChosenRoute[], stage: Stage | null): SelectedDocument[] {
  const types = stage ? typeOrder[stage] : [];
  const rank = <T>(list: readonly T[], one: T) => (list.includes(one) ? list.indexOf(one) : list.length);
  const fitting = chosen.flatMap(({ route, confidence, matched }) =>
    route.documents
      .filter(({ related, document }) => fits(related.stages.length > 0 ? related.stages : document.stages, stage))
      .map(({ related, document }) => ({ related, document, route, confidence, matched })),
  );
  fitting.sort(
    (a, b) =>
      rank(usageOrder, a.related.usage) - rank(usageOrder, b.related.usage) ||
      rank(types, a.document.type) - rank(types, b.document.type) ||
      b.confidence - a.confidence ||
      (a.document.path < b.document.path ? -1 : 1),
  );
  const seen = new Set<string>();
  return fitting.flatMap(({ document, related, route, confidence, matched }) => {
    if (seen.has(document.path)) return [];
    seen.add(document.path);
    const about = `${related.usage} ${document.type} for ${route.topic}`;
    return [
      { path: document.path, reason: reasonFor(matched, about), stage, confidence: Math.round(confidence * 100) / 100 },
    ];
  });
}

function fits(allowed: readonly Stage[], stage: Stage | null): boolean {
  return stage === null || allowed.length === 0 || allowed.includes(stage);
}
