/** `policy.yaml` key by key, and its JSON Schema, from the schema the gate itself reads it with. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { policySchema } from "../../../packages/policy/src/policy-file/policy-schema.ts";
import type { Produce } from "../produce.ts";
import { policyMeanings } from "./policy-meanings.ts";

interface Node {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  required?: string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
}

interface Row {
  key: string;
  node: Node;
  needed: boolean;
}

export const policyPage: Produce = async () => {
  const schema = toJsonSchema(policySchema, { errorMode: "ignore" }) as Node;
  const rows = rowsBelow("", schema);
  const unknown = Object.keys(policyMeanings).filter((key) => !rows.some((row) => row.key === key));
  if (unknown.length > 0) throw new Error(`policy.yaml has no key ${unknown.join(", ")}`);
  const described = rows.map((row) => {
    const meaning = policyMeanings[row.key];
    if (meaning === undefined) throw new Error(`nobody says what ${row.key} in policy.yaml means`);
    row.node.description = meaning.replaceAll("`", "");
    return `| \`${row.key}\` | ${typeOf(row.node)} | ${defaultOf(row)} | ${meaning.replaceAll("|", "\\|")} |`;
  });
  const { $schema, ...rest } = schema as Node & { $schema?: string };
  const whole = { $schema, title: "Intentgate policy.yaml", ...rest };
  return {
    blocks: { "policy.keys": ["| key | type | default | meaning |", "|---|---|---|---|", ...described].join("\n") },
    files: { "docs/reference/policy.schema.json": `${JSON.stringify(whole, null, 2)}\n` },
  };
};

/** Every key at every depth; `[]` stands for an item of a list, `NAME` for a key of a free map. */
function rowsBelow(prefix: string, node: Node): Row[] {
  const found = solid(node);
  if (found.items) return rowsBelow(`${prefix}[]`, found.items);
  if (typeof found.additionalProperties === "object") return rowsBelow(`${prefix}.NAME`, found.additionalProperties);
  return Object.entries(found.properties ?? {}).flatMap(([key, below]) => {
    const row = { key: prefix === "" ? key : `${prefix}.${key}`, node: below, needed: isNeeded(found, key) };
    return [row, ...rowsBelow(row.key, below)];
  });
}

function isNeeded(node: Node, key: string): boolean {
  return node.required?.includes(key) ?? false;
}

/** What a value must be when it is there at all. */
function solid(node: Node): Node {
  const others = node.anyOf?.filter((one) => one.type !== "null");
  return others?.length === 1 && others[0] ? solid(others[0]) : node;
}

function typeOf(given: Node): string {
  const node = solid(given);
  if (node.const !== undefined) return `\`${String(node.const)}\``;
  if (node.enum) return node.enum.map((word) => `\`${String(word)}\``).join(", ");
  if (node.anyOf)
    return node.anyOf
      .filter((one) => one.type !== "null")
      .map(typeOf)
      .join(", or ");
  if (node.items) return `list of ${solid(node.items).properties ? "maps" : "texts"}`;
  if (node.type === "integer") return `whole number, ${counted(node.minimum)} to ${counted(node.maximum)}`;
  if (node.type === "object") return "map";
  return node.type === "string" ? "text" : "any";
}

function defaultOf({ node, needed }: Row): string {
  if (needed) return "must be given";
  if (node.default === null || node.default === undefined) return "none";
  if (typeof node.default === "number") return counted(node.default);
  if (Array.isArray(node.default)) {
    return node.default.length === 0 ? "empty" : node.default.map((one) => `\`${String(one)}\``).join(" ");
  }
  if (typeof node.default === "object") return "as below";
  return node.default === "" ? "empty" : `\`${String(node.default)}\``;
}

function counted(number: number | undefined): string {
  return (number ?? 0).toLocaleString("en");
}
