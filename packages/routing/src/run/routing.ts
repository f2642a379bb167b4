/** What ability routing and knowledge routing of one root offer to the gate and to apps. */
import type { Checked, Problem } from "@intentgate/documents";
import type { CallAnswer, Session } from "@intentgate/engine";
import type { Registry } from "../abilities/ability.ts";
import type { Stage } from "../knowledge/knowledge.ts";
import type { SelectedDocument, StructuredIntent } from "../knowledge/select-documents.ts";
import type { AbilityHint } from "../suggestions/hints.ts";
import type { AbilitySuggestion } from "../suggestions/matcher.ts";
import type { TaskAnswer } from "../tasks/create-task.ts";
import type { Task } from "../tasks/task.ts";
import type { CallAbility } from "./ability-calls.ts";
import type { SyncedIndex } from "./sync-indexes.ts";

export interface Suggestions {
  abilities: readonly AbilitySuggestion[];
  documents: readonly SelectedDocument[];
  /** Ready for a prompt, escaped and limited; empty where nothing fits. */
  text: string;
  /** What a person should know about how this came about. */
  notes: readonly string[];
}

export interface SuggestRequest {
  prompt: string;
  stage: Stage | null;
  hints: readonly AbilityHint[];
  intent: StructuredIntent | null;
}

/** Routing as apps get it: a task runs through the gate that they opened. */
export interface Routing extends RootRouting {
  tasks: Tasks;
}

export interface RootRouting {
  /** What a prompt would get; `hints` and `intent` come from event hooks and narrow or weigh, they never add an id. */
  suggest(request: SuggestRequest): Promise<Suggestions>;
  /** The registry's view of an ability, for events: null where no registry knows it. Cheap for the name of a tool. */
  abilityOf(id: string): { id: string; operationKey: string; modules: readonly string[] } | null;
  /** What may be run, as the registries stand now. */
  registry(): { registry: Registry; problems: readonly Problem[] };
  lint(): readonly Problem[];
  /** Writes the tables of every `ABILITY.md` anew. A person's act: the caller has made sure of that. */
  sync(): Checked<SyncedIndex[]>;
  /** Weights from hooks, kept in `.system/cache/ability_usage.json`. Never fails: what went wrong is told. */
  learn(weights: readonly { ability_id: string; signal: string; weight: number }[]): Promise<readonly Problem[]>;
  tasks: PreparedTasks;
}

export interface Tasks extends PreparedTasks {
  /** Always through the gate. A call that was refused leaves the task as it was. */
  run(taskKey: string, session: string | Session, signal?: AbortSignal): Promise<Checked<TaskRun>>;
}

export interface PreparedTasks {
  /** Nothing is written where it is unavailable. */
  create(request: { ability: string; input: unknown; reason: string }): TaskAnswer;
  /** `call` is the gate that it goes through. */
  runThrough(call: CallAbility, taskKey: string, session: Session, signal?: AbortSignal): Promise<Checked<TaskRun>>;
  /** Null where there is none that can be read. */
  get(taskKey: string): Task | null;
  list(): readonly Task[];
  /** Another input or reason for a task that has not run; judged anew. */
  update(taskKey: string, change: { input?: unknown; reason?: string }): Promise<Checked<TaskAnswer>>;
  /** False where there is no such task, or it is running. */
  remove(taskKey: string): Promise<boolean>;
}

export interface TaskRun {
  /** What the gate answered: refused, failed or done. */
  answer: CallAnswer;
  task: Task;
}
