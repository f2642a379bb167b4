/** Names that a registry may not give to an ability: hooks and the policy know them as something else. */
import { type Problem, problem, shown } from "@intentgate/documents";
import { ownToolRow, toolRow } from "@intentgate/policy";
import type { Ability, Registry } from "../abilities/ability.ts";

export function isReserved(id: string): boolean {
  return (toolRow(id) ?? ownToolRow(id)) !== undefined || /^(mcp|tool)(\.|__|--)/.test(id);
}

export function reservedIds({ abilities }: Registry): Problem[] {
  return abilities.filter(({ id }) => isReserved(id)).map(reserved);
}

function reserved({ id, path }: Ability): Problem {
  const message = `${shown(id)} is the name of a tool, so the ability cannot be run`;
  return problem("BAD_REGISTRY", message, "Choose another name.", { file: path, line: 1 });
}
