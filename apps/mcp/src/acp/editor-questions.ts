/** Questions of the gate to the person at the editor, in the dialog that the editor has for an agent's own. */
import { randomUUID } from "node:crypto";
import { type AskInTerminal, choicesFor, renderApproval, toAnswer, unpainted } from "@intentgate/gate";
import {
  errorOf,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
  resultOf,
} from "@intentgate/json-rpc";
import type { OpenApproval } from "@intentgate/sidecar";
import { isAboutKept } from "../gate/kept-questions.ts";
import { plainText } from "../gate/result.ts";
import { type AgentToolCall, diffsOf, isMap } from "./tool-call-parts.ts";

export interface EditorQuestions {
  askerFor(sessionId: string, call: AgentToolCall): AskInTerminal;
  /** Another request of ours to the editor. */
  ask(method: string, params: Record<string, unknown>): Promise<RpcResponse>;
  /** A request of the agent's that is none of the gate's business; the answer bears its id again. */
  relay(request: RpcRequest): Promise<RpcResponse>;
  /** The agent does not want the answer to a request of its own any more. */
  withdraw(theirs: unknown): void;
  /** An answer to nothing that is open is nobody's. */
  take(response: RpcResponse): void;
  /** The turn is cancelled: its questions are, too, the open ones and those that come, until the next turn. */
  cancelTurn(sessionId: string): void;
  isCancelled(sessionId: string): boolean;
  beginTurn(sessionId: string): void;
  end(): void;
}

interface Open {
  /** Of a question to the person; others are the editor's work, and are waited for. */
  questionIn: string | null;
  /** The agent's own id. */
  theirs: RpcId | null;
  answer(response: RpcResponse): void;
}

const QUESTION = "session/request_permission";

export function createEditorQuestions(send: (message: RpcMessage) => void): EditorQuestions {
  const open = new Map<string, Open>();
  const cancelled = new Set<string>();

  function put(
    method: string,
    params: Record<string, unknown> | undefined,
    theirs: RpcId | null,
  ): Promise<RpcResponse> {
    // An agent that could guess it would have its own question answered in place of ours.
    const id = `intentgate-${randomUUID()}`;
    const questionIn = method === QUESTION ? String(params?.sessionId) : null;
    if (questionIn !== null && cancelled.has(questionIn)) return Promise.resolve(dismissed(id));
    return new Promise((resolve) => {
      const answer = (response: RpcResponse) => {
        open.delete(id);
        resolve(response);
      };
      open.set(id, { questionIn, theirs, answer });
      send({ jsonrpc: "2.0", id, method, ...(params ? { params } : {}) });
    });
  }

  const ask: EditorQuestions["ask"] = (method, params) => put(method, params, null);

  return {
    ask,
    relay: async (request) => ({ ...(await put(request.method, request.params, request.id)), id: request.id }),
    withdraw(theirs) {
      for (const [requestId, one] of open)
        if (one.theirs !== null && one.theirs === theirs)
          send({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId } });
    },
    askerFor: (sessionId, call) => async (entry) => {
      const response = await ask(QUESTION, { sessionId, ...questionOf(entry, call) });
      if ("error" in response) return null;
      const outcome = isMap(response.result) ? response.result.outcome : null;
      // What says neither which answer nor that there is none is nobody's word.
      if (!isMap(outcome) || typeof outcome.outcome !== "string") return null;
      const by = "the editor";
      const at = new Date().toISOString();
      const chosen =
        outcome.outcome === "selected"
          ? choicesFor(entry).find(({ answer }) => answer === outcome.optionId)
          : undefined;
      if (!chosen && isAboutKept(entry)) return null;
      return chosen
        ? toAnswer(chosen.answer, by, at, "rejected in the editor")
        : toAnswer("reject", by, at, "dismissed");
    },
    take(response) {
      if (typeof response.id === "string") open.get(response.id)?.answer(response);
    },
    cancelTurn(sessionId) {
      cancelled.add(sessionId);
      for (const [id, one] of [...open]) if (one.questionIn === sessionId) one.answer(dismissed(id));
    },
    isCancelled: (sessionId) => cancelled.has(sessionId),
    beginTurn: (sessionId) => void cancelled.delete(sessionId),
    end() {
      for (const [id, { answer }] of [...open]) answer(errorOf(id, -32000, "the editor is gone"));
    },
  };
}

function dismissed(id: string): RpcResponse {
  return resultOf(id, { outcome: { outcome: "cancelled" } });
}

/** What the gate computed comes first; the agent's own diffs stay, the rest of what it says does not. */
function questionOf(entry: OpenApproval, call: AgentToolCall) {
  const shown = { type: "content", content: { type: "text", text: plainText(renderApproval(entry, unpainted)) } };
  const diffs = (diffsOf(call.content) ?? []).map((diff) => ({ type: "diff", ...diff }));
  const kinds: Record<string, string> = { once: "allow_once", reject: "reject_once" };
  return {
    toolCall: {
      toolCallId: call.toolCallId,
      ...(typeof call.kind === "string" ? { kind: call.kind } : {}),
      status: "pending",
      title: plainText(entry.question?.sentence ?? entry.requests[0]?.question ?? "Intentgate asks"),
      content: [shown, ...diffs],
      // Editors add what they are told to what they know of the call.
      rawInput: {},
      locations: [],
    },
    options: choicesFor(entry).map(({ answer, label }) => ({
      optionId: answer,
      name: label,
      kind: kinds[answer] ?? "allow_always",
    })),
  };
}
