/** From what a person typed and their environment to a model; keys are read here and go nowhere but to the provider. */
import { type Checked, type Problem, problem } from "@intentgate/documents";
import { checkAddress } from "./check-address.ts";
import type { Model } from "./model.ts";
import { type Provider, providerList } from "./provider-list.ts";

export interface ModelWish {
  /** `provider/name`; null: the environment chooses. */
  model: string | null;
  baseUrl: string | null;
  env: Readonly<Record<string, string | undefined>>;
}

export interface ResolvedModel {
  /** `provider/name`, as shown and as the ledger keeps it. */
  name: string;
  model: Model;
  /** What must never be kept or shown. */
  secrets: readonly string[];
}

export async function resolveModel(wish: ModelWish): Promise<Checked<ResolvedModel>> {
  const chosen = choose(wish);
  if (!chosen.ok) return chosen;
  const { provider, name } = chosen.value;
  const key = firstOf(provider.keyFrom, wish.env);
  if (key === null && provider.needsKey) return refused(keyMissing(provider));
  const given = wish.baseUrl ?? firstOf(provider.baseUrlFrom, wish.env) ?? provider.baseUrl;
  if (given === null) return refused(urlMissing(provider));
  const address = checkAddress(given, key !== null, "Write --base-url https://host/v1.");
  if (!address.ok) return address;
  const model = await provider.open(name, { baseUrl: address.value, key });
  return { ok: true, value: { name: `${provider.name}/${name}`, model, secrets: key === null ? [] : [key] } };
}

/** Names of environment variables that hold keys: what an agent starts has no business with them. */
export const keyVariables: readonly string[] = providerList.flatMap(({ keyFrom }) => keyFrom);

/** Whether anything says which model to use. */
export function isModelConfigured({ model, env }: Pick<ModelWish, "model" | "env">): boolean {
  return (model ?? env.INTENTGATE_MODEL ?? null) !== null || providerWithKey(env) !== undefined;
}

export const howToConfigure = [
  "Set a key in the environment: ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY.",
  "Or use a model on this machine: --model ollama/qwen3-coder",
  "Or any server that speaks chat completions: --model compatible/NAME --base-url http://127.0.0.1:8080/v1",
] as const;

function choose({ model, env }: ModelWish): Checked<{ provider: Provider; name: string }> {
  const wanted = model ?? env.INTENTGATE_MODEL ?? null;
  if (wanted === null) {
    const provider = providerWithKey(env);
    if (!provider?.defaultModel)
      return refused(problem("MISSING_CONFIG", "No model is configured", howToConfigure.join(" ")));
    return { ok: true, value: { provider, name: provider.defaultModel } };
  }
  const at = wanted.indexOf("/");
  const provider = providerList.find((one) => one.name === (at < 0 ? wanted : wanted.slice(0, at)));
  const names = providerList.map((one) => one.name).join(", ");
  if (!provider) {
    const message = `"${wanted}" names no provider`;
    return refused(problem("BAD_INPUT", message, `Write --model PROVIDER/NAME with one of: ${names}.`));
  }
  const name = at < 0 ? (provider.defaultModel ?? "") : wanted.slice(at + 1);
  if (name === "")
    return refused(problem("BAD_INPUT", `--model ${wanted} names no model`, `Write --model ${provider.name}/NAME.`));
  return { ok: true, value: { provider, name } };
}

function providerWithKey(env: ModelWish["env"]): Provider | undefined {
  return providerList.find((one) => one.needsKey && firstOf(one.keyFrom, env) !== null);
}

function firstOf(names: readonly string[], env: ModelWish["env"]): string | null {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return value;
  }
  return null;
}

function keyMissing(provider: Provider): Problem {
  const message = `There is no key for ${provider.about}`;
  return problem("MISSING_CONFIG", message, `Set ${provider.keyFrom.join(" or ")} in the environment.`);
}

function urlMissing(provider: Provider): Problem {
  const message = `--model ${provider.name}/… needs an address`;
  return problem("MISSING_CONFIG", message, "Add --base-url, e.g. --base-url http://127.0.0.1:8080/v1.");
}

function refused(one: Problem): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [one] };
}
