/** What is sent to the provider: the system's text before the conversation. */
import type { ModelMessage } from "./model.ts";

/** Everything up to a mark is the same as in the last request: a provider that can need not read it again. */
const mark = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

export function requestPrompt(system: string, messages: readonly ModelMessage[]): ModelMessage[] {
  const before = messages.slice(0, -1);
  const last = messages.slice(-1).map((one): ModelMessage => ({ ...one, providerOptions: mark }));
  return [{ role: "system", content: system, providerOptions: mark }, ...before, ...last];
}
