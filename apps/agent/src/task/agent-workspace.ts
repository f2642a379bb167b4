/** A workspace opened for an agent: approval mode strict, and whoever runs a task hears what it asks and tells. */
import type { Notice } from "@intentgate/engine";
import { type AskInTerminal, openWorkspace, type Workspace, type WorkspaceOptions } from "@intentgate/gate";
import type { OpenApproval, PersonsAnswer } from "@intentgate/sidecar";
import { unlessAborted } from "../models/ask-model.ts";

/** Asks a person; when the signal says stop, the question is taken back. */
export type AskPerson = (approval: OpenApproval, signal: AbortSignal) => Promise<PersonsAnswer | null>;

export interface Listener {
  onApproval(approval: OpenApproval): void;
  onNotice(notice: Notice): void;
  /** While it is aborted, questions of this session are answered with a no at once. */
  signal(): AbortSignal;
}

export interface AgentWorkspace {
  workspace: Workspace;
  /** Hears what concerns one session. */
  attend(session: string, listener: Listener): () => void;
}

export interface AgentWorkspaceOptions extends Omit<WorkspaceOptions, "terminal" | "onNotice"> {
  /** Null: nobody can be asked here; a request stays open for whoever looks into the inbox. */
  ask: AskPerson | null;
}

export function openAgentWorkspace(
  folders: string | readonly string[],
  { ask, ...options }: AgentWorkspaceOptions,
): AgentWorkspace {
  const attending = new Map<string, Listener>();

  const terminal: AskInTerminal | null =
    ask &&
    (async (approval) => {
      const listener = attending.get(approval.session);
      const signal = listener?.signal() ?? new AbortController().signal;
      if (signal.aborted) return null;
      listener?.onApproval(approval);
      return unlessAborted(signal, ask(approval, signal), () => null);
    });
  const workspace = openWorkspace(folders, {
    defaultMode: "strict",
    ...options,
    terminal,
    // A notice names no session: with several tasks on one opened workspace each hears it.
    onNotice: (notice) => {
      for (const listener of attending.values()) listener.onNotice(notice);
    },
  });

  return {
    workspace,
    attend(session, listener) {
      attending.set(session, listener);
      return () => void attending.delete(session);
    },
  };
}
