/** Reads `ROUTING.md`, the route files and the front matter of documents. What does not fit is a problem and not used. */

import { type Checked, mapOf, oneOf, type Problem, problem, shown } from "@intentgate/documents";
import * as v from "valibot";
import { identifier, line, plainPath, relativePath, shortList, version } from "../reading/field-shapes.ts";
import { inOrder, readAs, type SourceFile } from "../reading/source-file.ts";
import {
  docTypes,
  docUsages,
  type Knowledge,
  type KnowledgeDocument,
  type RouteFile,
  type RouteIndex,
  stages,
} from "./knowledge.ts";
import { frontMatter, yamlBlocks } from "./markdown-parts.ts";

export interface KnowledgeSources {
  /** Null: the repository has no `ROUTING.md`. */
  routing: SourceFile | null;
  routes: readonly SourceFile[];
  documents: readonly SourceFile[];
}

export interface KnowledgeReading {
  knowledge: Knowledge;
  problems: Problem[];
}

export function readKnowledge({ routing, routes, documents }: KnowledgeSources): KnowledgeReading {
  const problems: Problem[] = [];
  const take = <T>(read: Checked<T>): T[] => {
    if (read.ok) return [read.value];
    problems.push(...read.problems.map(aboutStages));
    return [];
  };
  const knowledge: Knowledge = {
    indexes: routing ? take(readRoutingIndex(routing)).flat() : [],
    routeFiles: routes.flatMap((file) => take(readRouteFile(file))).sort(byPath),
    documents: documents
      .flatMap((file) => take(readDocument(file)))
      .filter((document) => document !== null)
      .sort(byPath),
  };
  return { knowledge, problems: inOrder([...problems, ...sameIds(knowledge.documents)]) };
}

const wrongStage = `must be one of ${stages.join(", ")}`;

function aboutStages(problem: Problem): Problem {
  return problem.message.includes(wrongStage) ? { ...problem, code: "UNKNOWN_STAGE" } : problem;
}

function readRoutingIndex(file: SourceFile): Checked<RouteIndex[]> {
  const blocks = yamlBlocks(file, "route_indexes");
  const [block] = blocks;
  if (!block || blocks.length > 1) {
    const message = `the file needs one YAML block with route_indexes and has ${blocks.length}`;
    const remedy = "Write one ```yaml block that starts with `route_indexes:`.";
    return { ok: false, problems: [problem("BAD_ROUTING", message, remedy, { file: file.path, line: 1 })] };
  }
  const read = readAs(block, "BAD_ROUTING", routingSchema);
  if (!read.ok) return read;
  const { doc, value } = read.value;
  const seen = new Set<string>();
  const problems = value.route_indexes.flatMap(({ scope, topic }, at) => {
    const name = `${scope} ${topic}`;
    if (!seen.has(name)) return seen.add(name) && [];
    const message = `${shown(name)} is listed twice`;
    return [doc.problemAt(["route_indexes", at], message, "Keep one of the two.", { code: "DUPLICATE_ID" })];
  });
  if (problems.length > 0) return { ok: false, problems };
  const indexes = value.route_indexes.map(({ route_file, ...index }, at) => ({
    ...index,
    routeFile: plainPath(route_file),
    line: doc.lineOf(["route_indexes", at]),
  }));
  return { ok: true, value: indexes };
}

function readRouteFile(file: SourceFile): Checked<RouteFile> {
  const read = readAs(file, "BAD_ROUTING", routeFileSchema);
  if (!read.ok) return read;
  const { doc, value } = read.value;
  const { scope, topic, routes } = value;
  return {
    ok: true,
    value: {
      path: file.path,
      scope,
      topic,
      routes: routes.map(({ when_to_use, related_docs }, route) => ({
        whenToUse: when_to_use.trim(),
        documents: related_docs.map(({ path, stage, doc_usage }, at) => ({
          path: plainPath(path),
          stages: stage,
          usage: doc_usage,
          line: doc.lineOf(["routes", route, "related_docs", at]),
        })),
      })),
    },
  };
}

/** Null: a Markdown file without front matter is no knowledge document. */
function readDocument(file: SourceFile): Checked<KnowledgeDocument | null> {
  const block = frontMatter(file);
  if (block === null) return { ok: true, value: null };
  if ("code" in block) return { ok: false, problems: [block] };
  const read = readAs(block, "BAD_DOCUMENT", frontMatterSchema);
  if (!read.ok) return read;
  const { id, doc_type, stages, summary } = read.value.value;
  return { ok: true, value: { path: file.path, id, type: doc_type, stages, summary: summary.trim() } };
}

function sameIds(documents: readonly KnowledgeDocument[]): Problem[] {
  return documents.flatMap(({ id, path }) => {
    const others = documents.filter((other) => other.id === id && other.path !== path).map((other) => other.path);
    if (others.length === 0) return [];
    const message = `the id ${shown(id)} is also used by ${others.map(shown).join(", ")}`;
    return [problem("DUPLICATE_ID", message, "Give each document its own id.", { file: path, line: 1 })];
  });
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/** What the three are made of. */
const routingSchema = mapOf({
  version,
  route_indexes: shortList(
    mapOf({ scope: identifier, topic: identifier, summary: line, route_file: relativePath }),
    500,
  ),
});

const routeFileSchema = mapOf({
  version,
  scope: identifier,
  topic: identifier,
  routes: shortList(
    mapOf({
      when_to_use: line,
      related_docs: shortList(
        mapOf({ path: relativePath, stage: v.nullish(shortList(oneOf(stages)), []), doc_usage: oneOf(docUsages) }),
        50,
      ),
    }),
    200,
  ),
});

const frontMatterSchema = mapOf({
  version,
  id: identifier,
  doc_type: oneOf(docTypes),
  scope: identifier,
  topics: shortList(identifier, 50),
  stages: v.nullish(shortList(oneOf(stages)), []),
  summary: line,
});
