/** Sums of tokens; a provider that tells none is counted by the size of what it was sent. */
import type { Usage } from "./events.ts";

const CHARACTERS_PER_TOKEN = 4;

export function added(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

export function estimated(request: { prompt: unknown; tools: unknown }): Usage {
  return { inputTokens: Math.ceil(JSON.stringify(request).length / CHARACTERS_PER_TOKEN), outputTokens: 0 };
}
