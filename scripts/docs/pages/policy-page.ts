/** `policy.yaml` key by key, and its JSON Schema, from the schema the gate itself reads it with. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { policySchema } from "../../../packages/policy/src/policy-file/policy-schema.ts";
import type { Produce } from "../produce.ts";
import { policyMeanings } from "./policy-meanings.ts";
import { describedRows, type Node, tableOf } from "./schema-rows.ts";

export const policyPage: Produce = async () => {
  const schema = toJsonSchema(policySchema, { errorMode: "ignore" }) as Node;
  const rows = describedRows(schema, policyMeanings, "policy.yaml");
  const { $schema, ...rest } = schema as Node & { $schema?: string };
  const whole = { $schema, title: "Intentgate policy.yaml", ...rest };
  return {
    blocks: { "policy.keys": tableOf(rows) },
    files: { "docs/reference/policy.schema.json": `${JSON.stringify(whole, null, 2)}\n` },
  };
};
