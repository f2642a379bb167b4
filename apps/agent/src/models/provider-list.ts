/** Every provider, in the order in which a key in the environment chooses one. A new one is one entry here. */
import type { Model } from "./model.ts";

/** The API must be told a limit; the SDK lowers it for models that it knows, and knows of others only a very small one. */
const OUTPUT_TOKENS = 32_000;

const anthropic: Provider = {
  name: "anthropic",
  about: "Anthropic",
  baseUrl: "https://api.anthropic.com/v1",
  baseUrlFrom: ["ANTHROPIC_BASE_URL"],
  keyFrom: ["ANTHROPIC_API_KEY"],
  needsKey: true,
  defaultModel: "claude-sonnet-4-5",
  async open(model, { baseUrl, key }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return withOutputLimit(createAnthropic({ baseURL: baseUrl, apiKey: key ?? "" })(model), OUTPUT_TOKENS);
  },
};

const openai: Provider = {
  name: "openai",
  about: "OpenAI",
  baseUrl: "https://api.openai.com/v1",
  baseUrlFrom: ["OPENAI_BASE_URL"],
  keyFrom: ["OPENAI_API_KEY"],
  needsKey: true,
  defaultModel: "gpt-5",
  open: (model, connection) => compatible("openai", model, connection),
};

const google: Provider = {
  name: "google",
  about: "Google Gemini",
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  baseUrlFrom: ["GOOGLE_GEMINI_BASE_URL"],
  keyFrom: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
  needsKey: true,
  defaultModel: "gemini-2.5-pro",
  async open(model, { baseUrl, key }) {
    const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
    return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey: key ?? "" })(model);
  },
};

const ollama: Provider = {
  name: "ollama",
  about: "Ollama on this machine",
  baseUrl: "http://localhost:11434/v1",
  baseUrlFrom: ["OLLAMA_BASE_URL"],
  keyFrom: [],
  needsKey: false,
  defaultModel: null,
  open: (model, connection) => compatible("ollama", model, connection),
};

const anyCompatible: Provider = {
  name: "compatible",
  about: "any server that speaks OpenAI's chat completions",
  baseUrl: null,
  baseUrlFrom: ["INTENTGATE_MODEL_URL"],
  keyFrom: ["INTENTGATE_MODEL_KEY"],
  needsKey: false,
  defaultModel: null,
  open: (model, connection) => compatible("compatible", model, connection),
};

export const providerList: readonly Provider[] = [anthropic, openai, google, ollama, anyCompatible];

async function compatible(name: string, model: string, { baseUrl, key }: Connection): Promise<Model> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const auth = key === null ? {} : { apiKey: key };
  // Without asking for it, these servers do not tell what a streamed answer cost.
  return createOpenAICompatible({ name, baseURL: baseUrl, includeUsage: true, ...auth })(model);
}

function withOutputLimit(model: Model, maxOutputTokens: number): Model {
  const { specificationVersion, provider, modelId, supportedUrls } = model;
  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => model.doGenerate({ maxOutputTokens, ...options }),
    doStream: (options) => model.doStream({ maxOutputTokens, ...options }),
  };
}

/** A place where models are served: where it is, which key it takes, and how the SDK speaks to it. */
interface Connection {
  baseUrl: string;
  key: string | null;
}

export interface Provider {
  name: string;
  /** For a person: what it is. */
  about: string;
  baseUrl: string | null;
  /** Environment variables that may hold its address, the first that is set counts. */
  baseUrlFrom: readonly string[];
  /** Environment variables that may hold the key, the first that is set counts. */
  keyFrom: readonly string[];
  needsKey: boolean;
  /** Used where nobody named a model; null: it must be named. */
  defaultModel: string | null;
  open(model: string, connection: Connection): Promise<Model>;
}
