/** The registry and the knowledge of a root as its files stand now; read again only where one of them changed. */
import { type Checked, type Problem, problem } from "@intentgate/documents";
import type { Registry } from "../abilities/ability.ts";
import { lintAbilities } from "../abilities/lint-abilities.ts";
import { readRegistry } from "../abilities/read-registry.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { lintKnowledge } from "../knowledge/lint-knowledge.ts";
import { readKnowledge } from "../knowledge/read-knowledge.ts";
import { createDocumentSelector, type DocumentSelector } from "../knowledge/select-documents.ts";
import type { SourceFile } from "../reading/source-file.ts";
import { type FoundSources, findMarkdown, findSources } from "./find-sources.ts";
import type { RootFiles } from "./root-files.ts";

export interface RoutingReading {
  registry: Registry;
  knowledge: Knowledge;
  selector: DocumentSelector;
  /** Of files that are not counted, for that reason. */
  problems: readonly Problem[];
}

export interface RoutingReader {
  read(): RoutingReading;
  lint(): Problem[];
  /** The `ABILITY.md` of each module, with the module's folder; null where it is not written yet. */
  indexes(): { moduleRoot: string; path: string; file: Checked<SourceFile> | null }[];
}

export function createRoutingReader(files: RootFiles): RoutingReader {
  let last: { key: string; documents: readonly string[]; reading: RoutingReading } | undefined;

  function read(): RoutingReading {
    const found = findSources(files);
    if (last && last.key === keyOf(found, last.documents)) return last.reading;
    const { sources, problems } = readAll(found);
    const named = namedDocuments(sources);
    const registry = readRegistry(sources.registry);
    const knowledge = readKnowledge({ ...sources, documents: named.files });
    const reading: RoutingReading = {
      registry: registry.registry,
      knowledge: knowledge.knowledge,
      selector: createDocumentSelector(knowledge.knowledge),
      problems: [...problems, ...named.problems, ...registry.problems, ...knowledge.problems],
    };
    last = { key: keyOf(found, named.paths), documents: named.paths, reading };
    return reading;
  }

  /** Which documents the routes name only the routes tell, so those of the former reading are looked at. */
  function keyOf({ registry, routing, routes }: FoundSources, documents: readonly string[]): string {
    const paths = [...registry, ...(routing ? [routing] : []), ...routes, ...documents];
    return paths.map((path) => `${path} ${files.identity(path)}`).join("\n");
  }

  function readAll(found: FoundSources) {
    const problems: Problem[] = found.whole ? [] : [notAllSeen()];
    const take = (paths: readonly string[]) => {
      const { files: read, problems: wrong } = readSome(paths);
      problems.push(...wrong);
      return read;
    };
    const sources = {
      registry: take(found.registry),
      indexes: take(found.indexes),
      routing: take(found.routing ? [found.routing] : [])[0] ?? null,
      routes: take(found.routes),
    };
    return { sources, problems };
  }

  function readSome(paths: readonly string[]): { files: SourceFile[]; problems: Problem[] } {
    const reads = paths.flatMap((path) => files.read(path) ?? []);
    return {
      files: reads.flatMap((one) => (one.ok ? [one.value] : [])),
      problems: reads.flatMap((one) => (one.ok ? [] : one.problems)),
    };
  }

  /** Only what a route names can ever be chosen, so nothing else is read for a suggestion. */
  function namedDocuments({ routes, routing }: { routes: SourceFile[]; routing: SourceFile | null }) {
    const { knowledge } = readKnowledge({ routing, routes, documents: [] });
    const related = knowledge.routeFiles.flatMap((file) => file.routes.flatMap((route) => route.documents));
    const paths = [...new Set(related.map(({ path }) => path))].sort();
    return { paths, ...readSome(paths) };
  }

  return {
    read,
    lint() {
      const { sources, problems } = readAll(findSources(files));
      const named = namedDocuments(sources);
      const others = readSome(findMarkdown(files).filter((path) => !named.paths.includes(path)));
      const documents = [...named.files, ...others.files.filter(isMeantAsDocument)];
      const exists = (path: string) => files.exists(path);
      return [
        ...problems,
        ...named.problems,
        ...lintAbilities({ registry: sources.registry, indexes: sources.indexes, exists }),
        ...lintKnowledge({ routing: sources.routing, routes: sources.routes, documents, exists }),
      ];
    },
    indexes() {
      const { registry } = read();
      const written = findSources(files).indexes.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
      const roots = [...new Set([...registry.abilities.map(({ moduleRoot }) => moduleRoot), ...written])].sort();
      return roots.map((moduleRoot) => {
        const path = moduleRoot === "" ? "ABILITY.md" : `${moduleRoot}/ABILITY.md`;
        return { moduleRoot, path, file: files.read(path) };
      });
    },
  };
}

/** Many tools keep front matter of their own; ours says what kind of document it is. */
function isMeantAsDocument({ text }: SourceFile): boolean {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/, 40);
  return lines[0]?.trimEnd() === "---" && lines.some((line) => line.startsWith("doc_type:"));
}

function notAllSeen(): Problem {
  const message = "the repository has more folders than are looked into, so modules may be missing";
  return problem("CANNOT_READ", message, "Keep `.system/registry` in folders near the root.");
}
