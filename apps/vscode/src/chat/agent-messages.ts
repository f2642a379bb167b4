/** What the extension host and the agent's process say to each other. */
import type { TaskEvent } from "@intentgate/agent";

/** Which model works: what the settings and keys say, none, or the scripted one that shows the way. */
export type ChosenModel =
  | { kind: "configured"; model: string | null; baseUrl: string | null }
  | { kind: "none"; offer: string }
  | { kind: "tour"; intent: { id: string; owned_scope: readonly string[] } };

export interface OpenTask {
  root: string;
  stateDir: string;
  model: ChosenModel;
  /** By the variable that each stands for. They come here, and never into the environment that commands get. */
  keys: Readonly<Record<string, string>>;
  intent: string | null;
  hideUntilIntent: boolean;
}

export type ToAgent =
  | ({ type: "open" } & OpenTask)
  | { type: "run"; text: string }
  | { type: "abort" }
  | { type: "close" };

/** `over`: the run ended, after its last event. */
export type FromAgent = { type: "event"; event: TaskEvent } | { type: "over"; reason: string };
