/** Stands in where no model is configured: it says so, and does nothing else. */
import type { Model } from "./model.ts";
import { howToConfigure } from "./resolve-model.ts";
import { createScriptedModel } from "./scripted-model.ts";

/** `offer`: how a person sees a scripted agent at work here, as a sentence. */
export function createUnconfiguredModel(offer: string): Model {
  const say = [
    "No model is configured, so nobody has read your prompt and nothing was done.",
    ...howToConfigure.map((line) => `- ${line}`),
    offer,
  ].join("\n");
  return createScriptedModel({ name: "none", next: () => ({ say, calls: [] }) });
}
