/** The one description of `ROUTING.md`, the route files and the front matter of documents. */
import { mapOf, oneOf } from "@intentgate/documents";
import * as v from "valibot";
import { identifier, line, relativePath, shortList, version } from "../reading/field-shapes.ts";
import { docTypes, docUsages, stages } from "./knowledge.ts";

export const routingSchema = mapOf({
  version,
  route_indexes: shortList(
    mapOf({ scope: identifier, topic: identifier, summary: line, route_file: relativePath }),
    500,
  ),
});

export const routeFileSchema = mapOf({
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

export const frontMatterSchema = mapOf({
  version,
  id: identifier,
  doc_type: oneOf(docTypes),
  scope: identifier,
  topics: shortList(identifier, 50),
  stages: v.nullish(shortList(oneOf(stages)), []),
  summary: line,
});
