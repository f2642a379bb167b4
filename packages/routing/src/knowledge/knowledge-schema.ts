/** The one description of `ROUTING.md`, the route files and the front matter of documents. */
import * as v from "valibot";
import { identifier, line, listOf, mapOf, oneOf, relativePath } from "../yaml/shapes.ts";
import { docTypes, docUsages, stages } from "./knowledge.ts";

const version = v.nullish(v.literal(1, "must be 1"), 1);

export const routingSchema = mapOf({
  version,
  route_indexes: listOf(mapOf({ scope: identifier, topic: identifier, summary: line, route_file: relativePath }), 500),
});

export const routeFileSchema = mapOf({
  version,
  scope: identifier,
  topic: identifier,
  routes: listOf(
    mapOf({
      when_to_use: line,
      related_docs: listOf(
        mapOf({ path: relativePath, stage: v.nullish(listOf(oneOf(stages)), []), doc_usage: oneOf(docUsages) }),
        50,
      ),
    }),
    200,
  ),
});

export const frontMatterSchema = mapOf({
  version,
  id: identifier,
  doc_type: oneOf(docTypes),
  scope: identifier,
  topics: listOf(identifier, 50),
  stages: v.nullish(listOf(oneOf(stages)), []),
  summary: line,
});
