/** Everything that is wrong between `ROUTING.md`, route files and documents: what is missing, left over or leads nowhere. */
import { posix } from "node:path";
import { type Problem, problem, shown } from "@intentgate/documents";
import { inOrder, type SourceFile } from "../reading/source-file.ts";
import type { Knowledge, RouteFile } from "./knowledge.ts";
import { linksIn } from "./markdown-parts.ts";
import { type KnowledgeSources, readKnowledge } from "./read-knowledge.ts";

export interface KnowledgeLintSources extends KnowledgeSources {
  /** Answers for paths from the root. */
  exists(path: string): boolean;
}

export function lintKnowledge(sources: KnowledgeLintSources): Problem[] {
  const { knowledge, problems } = readKnowledge(sources);
  const { routing, routes, documents, exists } = sources;
  const markdown = [...(routing ? [routing] : []), ...documents];
  return inOrder([
    ...problems,
    ...missingIndex(sources),
    ...indexProblems(knowledge, sources),
    ...knowledge.routeFiles.flatMap((file) => relatedProblems(file, sources, knowledge)),
    ...orphanRoutes(knowledge, routes, problems),
    ...orphanDocuments(knowledge, problems),
    ...markdown.flatMap((file) => deadLinks(file, exists)),
  ]);
}

function missingIndex({ routing, routes }: KnowledgeSources): Problem[] {
  if (routing || routes.length === 0) return [];
  const remedy = "Write it with a YAML block `route_indexes`.";
  return [problem("MISSING_FILE", "there are route files and no ROUTING.md", remedy, { file: "ROUTING.md" })];
}

function indexProblems({ indexes, routeFiles }: Knowledge, { routing, routes, exists }: KnowledgeLintSources) {
  return indexes.flatMap(({ scope, topic, routeFile, line }): Problem[] => {
    const place = { file: routing!.path, line };
    if (!exists(routeFile) && !routes.some(({ path }) => path === routeFile)) {
      const message = `the route file ${shown(routeFile)} does not exist`;
      return [problem("MISSING_FILE", message, "Write it, or correct the path.", place)];
    }
    const file = routeFiles.find(({ path }) => path === routeFile);
    if (!file || (file.scope === scope && file.topic === topic)) return [];
    const message = `${shown(routeFile)} is about ${shown(`${file.scope} ${file.topic}`)}`;
    const remedy = `Write the same scope and topic in both; here it is ${shown(`${scope} ${topic}`)}.`;
    return [problem("OUT_OF_STEP", message, remedy, place)];
  });
}

function relatedProblems(
  { path: file, routes }: RouteFile,
  { documents: sources, exists }: KnowledgeLintSources,
  { documents }: Knowledge,
): Problem[] {
  return routes.flatMap(({ documents: related }) =>
    related.flatMap(({ path, line }): Problem[] => {
      if (documents.some((document) => document.path === path)) return [];
      const isThere = exists(path) || sources.some((source) => source.path === path);
      if (!isThere) {
        const message = `the document ${shown(path)} does not exist`;
        return [problem("MISSING_FILE", message, "Write it, or correct the path.", { file, line })];
      }
      const message = `the document ${shown(path)} has no front matter that can be read, so it is never chosen`;
      const remedy = "Give it `id`, `doc_type`, `scope`, `topics` and `summary`.";
      return [problem("BAD_DOCUMENT", message, remedy, { file, line })];
    }),
  );
}

/** What a broken `ROUTING.md` lists is not known; then nothing is said to be left over. */
function orphanRoutes({ indexes }: Knowledge, routes: readonly SourceFile[], problems: readonly Problem[]) {
  if (problems.some(({ file }) => file?.endsWith("ROUTING.md"))) return [];
  return routes.flatMap(({ path }): Problem[] => {
    if (indexes.some(({ routeFile }) => routeFile === path)) return [];
    const remedy = "List it in `route_indexes`, or remove it.";
    return [problem("ORPHAN", "no index leads to this route file", remedy, { file: path, line: 1 })];
  });
}

function orphanDocuments({ routeFiles, documents }: Knowledge, problems: readonly Problem[]): Problem[] {
  const routesRead = new Set(routeFiles.map(({ path }) => path));
  if (
    problems.some(({ file, code }) => code !== "DUPLICATE_ID" && /\.ya?ml$/.test(file ?? "") && !routesRead.has(file!))
  )
    return [];
  const named = new Set(
    routeFiles.flatMap(({ routes }) => routes.flatMap((route) => route.documents)).map(({ path }) => path),
  );
  return documents
    .filter(({ path }) => !named.has(path))
    .map(({ path }) => {
      const remedy = "Name it in a route file under `related_docs`, or remove its front matter.";
      return problem("ORPHAN", "no route leads to this document", remedy, { file: path, line: 1 });
    });
}

function deadLinks(file: SourceFile, exists: (path: string) => boolean): Problem[] {
  return linksIn(file).flatMap(({ target, line }): Problem[] => {
    const path = posix.join(posix.dirname(file.path), target.replaceAll("%20", " "));
    if (path !== ".." && !path.startsWith("../") && exists(path.replace(/\/$/, ""))) return [];
    const message = `the link to ${shown(target)} leads nowhere`;
    return [problem("DEAD_LINK", message, "Correct it, or remove it.", { file: file.path, line })];
  });
}
