/** A hook file key by key, and its JSON Schema, from the schema the gate itself reads it with. */

import { hookSchema } from "@intentgate/event-hooks";
import { toJsonSchema } from "@valibot/to-json-schema";
import type { Produce } from "../produce.ts";
import { eventHookMeanings } from "./event-hook-meanings.ts";
import { describedRows, type Node, tableOf } from "./schema-rows.ts";

export const eventHookPage: Produce = async () => {
  const schema = toJsonSchema(hookSchema, { errorMode: "ignore" }) as Node;
  const rows = describedRows(schema, eventHookMeanings, "a hook file");
  const { $schema, ...rest } = schema as Node & { $schema?: string };
  const whole = { $schema, title: "Intentgate event hook", ...rest };
  return {
    blocks: { "event-hooks.keys": tableOf(rows) },
    files: { "docs/reference/event-hook.schema.json": `${JSON.stringify(whole, null, 2)}\n` },
  };
};
