/** A place where models are served: where it is, which key it takes, and how the SDK speaks to it. */
import type { Model } from "./model.ts";

export interface Connection {
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
