/** What the agent's program offers; it is loaded by its address, as nobody imports an app. */
import type { Checked, Problem } from "@intentgate/documents";
import type { OpenApproval, PersonsAnswer } from "@intentgate/workspace";
import type { Screen } from "./screen.ts";

export interface AgentProgram {
  run(options: {
    root: string;
    prompt: string;
    model: string | null;
    baseUrl: string | null;
    intent: string | null;
    limits: { turns?: number; tokens?: number };
    showAllTools: boolean;
    mcpFile: string | null;
    scripted: { paceMs: number; stateDir: string } | null;
    env: NodeJS.ProcessEnv;
    program: string;
    ask: Ask | null;
    screen: Screen | null;
    print(line: string): void;
    complain(text: string): void;
    refuse(problems: readonly Problem[]): number;
    onStop(stop: () => void): () => void;
  }): Promise<number>;
  playPair(options: {
    root: string;
    stateDir: string;
    program: string;
    intents: { architect: string; builder: string };
    paceMs: number;
    onStop(stop: () => void): () => void;
  }): Promise<void>;
  listTasks(place: { root: string; stateDir: string }): { id: string; at: string; bytes: number; prompt: string }[];
  showTask(place: { root: string; stateDir: string }, id: string, screen: Screen | null): Checked<string[]>;
  isModelConfigured(wish: { model: string | null; env: NodeJS.ProcessEnv }): boolean;
  howToConfigure: readonly string[];
  shopPrompt: string;
}

/** When the signal says stop, the question is taken back. */
export type Ask = (approval: OpenApproval, signal: AbortSignal) => Promise<PersonsAnswer | null>;
