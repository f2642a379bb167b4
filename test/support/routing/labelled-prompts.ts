/** The sample repository and the labelled prompts, and how routing is scored against them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readRegistry } from "../../../packages/routing/src/abilities/read-registry.ts";
import { readKnowledge } from "../../../packages/routing/src/knowledge/read-knowledge.ts";
import { createDocumentSelector } from "../../../packages/routing/src/knowledge/select-documents.ts";
import type { SourceFile } from "../../../packages/routing/src/reading/source-file.ts";
import { createTextMatcher } from "../../../packages/routing/src/suggestions/text-matcher.ts";

const fixtures = fileURLToPath(new URL("../../../packages/routing/fixtures/", import.meta.url));
const repository = `${fixtures}sample-repo/`;

export function sampleFile(path: string): SourceFile {
  return { path, text: readFileSync(repository + path, "utf8") };
}

export function sampleFiles(folder: string): SourceFile[] {
  return readdirSync(repository + folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(repository.length))
    .sort()
    .map(sampleFile);
}

export function existsInSample(path: string): boolean {
  return existsSync(repository + path);
}

export function sampleRegistry() {
  return readRegistry(sampleFiles(".system/registry"));
}

export function sampleKnowledge() {
  return readKnowledge({
    routing: sampleFile("ROUTING.md"),
    routes: sampleFiles("routes"),
    documents: sampleFiles("docs"),
  });
}

/** A prompt is labelled with the one ability or the one document it is about, or with neither. */
export interface LabelledPrompt {
  prompt: string;
  language: "en" | "de";
  ability?: string;
  document?: string;
}

export type PromptPart = "build" | "held-out";

export function labelledPrompts(part: PromptPart): LabelledPrompt[] {
  return readFileSync(`${fixtures}prompts/${part}.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LabelledPrompt);
}

export interface AnsweredPrompt extends LabelledPrompt {
  /** Best first, with the confidence. */
  abilities: { id: string; confidence: number }[];
  documents: { id: string; confidence: number }[];
}

export async function answeredPrompts(part: PromptPart): Promise<AnsweredPrompt[]> {
  const matcher = createTextMatcher(sampleRegistry().registry);
  const selector = createDocumentSelector(sampleKnowledge().knowledge);
  return Promise.all(
    labelledPrompts(part).map(async (row) => {
      const { suggestions } = await matcher.match({ prompt: row.prompt, environment: null, modules: [] });
      const documents = selector.select({ intent: row.prompt });
      return {
        ...row,
        abilities: suggestions.map(({ id, confidence }) => ({ id, confidence })),
        documents: documents.map(({ path, confidence }) => ({ id: path, confidence })),
      };
    }),
  );
}

export interface Score {
  /** Prompts that are about something, and those that are about nothing here. */
  related: number;
  unrelated: number;
  /** Right first answers among all related prompts: silence counts as wrong. */
  precisionAt1: number;
  /** Right first answers among the related prompts that were answered at all. */
  precisionWhenAnswered: number;
  recallAt3: number;
  /** Related prompts that got no answer. */
  abstained: number;
  /** Unrelated prompts that got an ability or a document all the same. */
  falseSuggestions: number;
}

export function scoreOf(rows: readonly AnsweredPrompt[]): Score {
  const related = rows.filter(({ ability, document }) => ability ?? document);
  const unrelated = rows.filter(({ ability, document }) => !(ability ?? document));
  const answers = related.map((row) => ({
    wanted: row.ability ?? row.document,
    given: (row.ability ? row.abilities : row.documents).map(({ id }) => id),
  }));
  const count = (fits: (answer: (typeof answers)[number]) => boolean) => answers.filter(fits).length;
  const right = count(({ wanted, given }) => given[0] === wanted);
  const answered = count(({ given }) => given.length > 0);
  const wrong = unrelated.filter(({ abilities, documents }) => abilities.length + documents.length > 0).length;
  return {
    related: related.length,
    unrelated: unrelated.length,
    precisionAt1: share(right, related.length),
    precisionWhenAnswered: share(right, answered),
    recallAt3: share(
      count(({ wanted, given }) => given.slice(0, 3).includes(wanted!)),
      related.length,
    ),
    abstained: share(related.length - answered, related.length),
    falseSuggestions: share(wrong, unrelated.length),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
