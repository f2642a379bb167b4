/** What must hold before an ability may run, beyond the form of its input. */
import { shown } from "@intentgate/documents";
import type { Ability } from "../abilities/ability.ts";
import { type Here, inScope } from "../abilities/in-scope.ts";
import { hasPattern, type JsonValue } from "../json-schema/json-schema.ts";
import { phraseOf, says } from "../matching/phrase.ts";
import { wordsOf } from "../matching/words.ts";
import { isSecretName } from "./secret-name.ts";

export type GuardrailResult = { ok: true; warnings: string[] } | { ok: false; reason: string; suggestion: string };

const productionWords = new Set(["prod", "prd", "production", "produktion", "produktiv", "produktivsystem"]);
const MAX_WORDS = 20_000;

export function guardrails(
  ability: Ability,
  input: Record<string, JsonValue>,
  { here, reason }: { here: Here; reason: string },
): GuardrailResult {
  const { environments } = ability.scope;
  if (here.environment === null && environments.length > 0) {
    return {
      ok: false,
      reason: `${shown(ability.id)} is for ${environments.join(", ")} only, and it is not known which environment this is`,
      suggestion: "Set `environment` in policy.yaml.",
    };
  }
  const outside = inScope(ability, here);
  if (outside) return { ok: false, reason: outside, suggestion: "Choose an ability whose scope is this place." };
  const spoken = productionWord(input);
  if (spoken && environments.length > 0 && !environments.some(isProduction)) {
    return {
      ok: false,
      reason: `${spoken} speaks of production, and ${shown(ability.id)} is for ${environments.join(", ")}`,
      suggestion: "Name a target of one of these environments.",
    };
  }
  const secret = secretIn(input);
  if (secret !== null) {
    return {
      ok: false,
      reason: `${shown(secret)} looks like a credential, and credentials are never part of the input`,
      suggestion: "Name a variable that holds it in the config: `credentials: { NAME: env:NAME }`.",
    };
  }
  const warnings: string[] = [];
  if (isProduction(here.environment ?? "")) warnings.push("this runs in production");
  else if (spoken) warnings.push(`${spoken} speaks of production`);
  if (saysNegative(ability, reason)) warnings.push("the reason holds a word this ability is not meant for");
  if (hasPattern(ability.inputSchema)) warnings.push("`pattern` in the schema of the input was not checked");
  return { ok: true, warnings };
}

/** The first name, however deep, under which text stands that would be a credential. */
function secretIn(value: JsonValue): string | null {
  if (value === null || typeof value !== "object") return null;
  const own = Object.entries(value).find(([name, one]) => typeof one === "string" && isSecretName(name));
  if (own) return own[0];
  return Object.values(value).reduce((found: string | null, one) => found ?? secretIn(one), null);
}

/** Where a value of the input speaks of production; null where none does. */
function productionWord(input: Record<string, JsonValue>): string | null {
  const speaks = (value: JsonValue): boolean => {
    if (typeof value === "string") return wordsOf(value, MAX_WORDS).some(({ text }) => productionWords.has(text));
    if (value === null || typeof value !== "object") return false;
    return Array.isArray(value)
      ? value.some(speaks)
      : Object.entries(value).some(([key, one]) => speaks(key) || speaks(one));
  };
  const found = Object.entries(input).find(([, value]) => speaks(value));
  return found ? `the value of ${shown(found[0])}` : null;
}

function isProduction(environment: string): boolean {
  return wordsOf(environment, 20).some(({ text }) => productionWords.has(text));
}

function saysNegative({ negativeKeywords }: Ability, reason: string): boolean {
  const said = phraseOf(reason, 500);
  return negativeKeywords.some((one) => says(said, phraseOf(one, 500)));
}
