/** The native tools from their own definitions. */
import { createNativeTools, type ToolDefinition, type ToolKind } from "@intentgate/tools";
import { laidOut } from "../laid-out.ts";
import type { Produce } from "../produce.ts";
import { fenced } from "../stage.ts";

const kinds: Record<ToolKind, string> = {
  read: "reads",
  write: "changes files",
  run: "runs a program",
  gate: "speaks to the gate",
};

interface Field {
  type?: string;
  enum?: unknown[];
  anyOf?: Field[];
  description?: string;
  default?: unknown;
}

export const toolsPage: Produce = async () => {
  const { definitions } = createNativeTools();
  const rows = definitions.map(
    ({ name, aliases, kind, summary }) =>
      `| [\`${name}\`](#${name}) | ${aliases.map((one) => `\`${one}\``).join(", ")} | ${kinds[kind]} | ${summary} |`,
  );
  return {
    blocks: {
      "tools.table": ["| tool | also called | | |", "|---|---|---|---|", ...rows].join("\n"),
      "tools.inputs": definitions.map(inputOf).join("\n\n"),
      "tools.schema": fenced("json", laidOut(definitions.find(({ name }) => name === "write_to_file")?.jsonSchema)),
    },
  };
};

function inputOf({ name, jsonSchema }: ToolDefinition): string {
  const { properties = {}, required = [] } = jsonSchema as { properties?: Record<string, Field>; required?: string[] };
  const rows = Object.entries(properties).map(([key, field]) => {
    const needed = required.includes(key) ? "yes" : "";
    return `| \`${key}\` | ${typeOf(field)} | ${needed} | ${descriptionOf(field).replaceAll("|", "\\|")} |`;
  });
  const table = ["| field | type | needed | |", "|---|---|---|---|", ...rows];
  return [`### ${name}`, "", ...(rows.length > 0 ? table : ["No input."])].join("\n");
}

function typeOf(field: Field): string {
  if (field.enum) return field.enum.map((value) => `\`${String(value)}\``).join(" or ");
  if (field.anyOf) return [...new Set(field.anyOf.filter((one) => one.type !== "null").map(typeOf))].join(" or ");
  return field.type ?? "any";
}

function descriptionOf(field: Field): string {
  return field.description ?? field.anyOf?.map(descriptionOf).find((text) => text !== "") ?? "";
}
