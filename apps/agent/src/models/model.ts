/** A language model as the `ai` SDK defines it; its types are all that the loop knows of any provider. */
import type { LanguageModel } from "ai";

export type Model = Extract<LanguageModel, { specificationVersion: "v3" }>;
export type ModelRequest = Parameters<Model["doStream"]>[0];
export type ModelMessage = ModelRequest["prompt"][number];
export type OfferedTool = Extract<NonNullable<ModelRequest["tools"]>[number], { type: "function" }>;
export type StreamPart =
  Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
