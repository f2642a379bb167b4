/** From a JSON Schema to the rows of a reference page: every key at every depth with its type, default and meaning. */

export interface Node {
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

export interface Row {
  key: string;
  node: Node;
  needed: boolean;
}

/** One line of the table for each key; every one has a meaning, and every meaning a key. Meanings become descriptions in the schema. */
export function describedRows(schema: Node, meanings: Readonly<Record<string, string>>, file: string): string[] {
  const rows = rowsBelow("", schema);
  const unknown = Object.keys(meanings).filter((key) => !rows.some((row) => row.key === key));
  if (unknown.length > 0) throw new Error(`${file} has no key ${unknown.join(", ")}`);
  return rows.map((row) => {
    const meaning = meanings[row.key];
    if (meaning === undefined) throw new Error(`nobody says what ${row.key} in ${file} means`);
    row.node.description = meaning.replaceAll("`", "");
    return `| \`${row.key}\` | ${typeOf(row.node)} | ${defaultOf(row)} | ${meaning.replaceAll("|", "\\|")} |`;
  });
}

export function tableOf(rows: readonly string[]): string {
  return ["| key | type | default | meaning |", "|---|---|---|---|", ...rows].join("\n");
}

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
  if (node.items) return `list of ${solid(node.items).type === "object" ? "maps" : "texts"}`;
  if (node.type === "integer") return `whole number, ${counted(node.minimum)} to ${counted(node.maximum)}`;
  if (node.type === "object") return "map";
  if (node.type === "boolean") return "`true`, `false`";
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
