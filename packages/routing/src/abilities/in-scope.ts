/** Whether an ability may be used here: by its environments and modules. */
import { shown } from "@intentgate/documents";
import type { Ability } from "./ability.ts";

export interface Here {
  /** Null: not known. */
  environment: string | null;
  /** Empty: any. */
  modules: readonly string[];
}

/** Null where it may; else why not. */
export function inScope({ scope }: Pick<Ability, "scope">, { environment, modules }: Here): string | null {
  const { environments } = scope;
  if (environment !== null && environments.length > 0 && !environments.includes(environment)) {
    return `it is for ${environments.join(", ")}, and this is ${shown(environment)}`;
  }
  if (modules.length > 0 && scope.modules.length > 0) {
    const overlaps = modules.some((module) => scope.modules.some((own) => isSameOrPart(own, module)));
    if (!overlaps) return `it belongs to ${scope.modules.join(", ")}`;
  }
  return null;
}

/** `users` and `users.api` overlap, `users` and `users-old` do not. */
export function isSameOrPart(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}
