/** Questions of the gate to the person at the editor, in the dialog that the editor has for an agent's own. */
import { randomUUID } from "node:crypto";
import { errorOf, type RpcRequest, type RpcResponse } from "@intentgate/json-rpc";
import {
  type AskInTerminal,
  choicesFor,
  type OpenApproval,
  renderApproval,
  toAnswer,
  unpainted,
} from "@intentgate/workspace";
import { plainText } from "../result.ts";
import { type AgentToolCall, isMap } from "./read-tool-call.ts";

export interface EditorQuestions {
  askerFor(sessionId: string, call: AgentToolCall): AskInTerminal;
  /** Another request of ours to the editor. */
  ask(method: string, params: Record<string, unknown>): Promise<RpcResponse>;
  take(response: RpcResponse): boolean;
  end(): void;
}

export function createEditorQuestions(send: (request: RpcRequest) => void): EditorQuestions {
  const open = new Map<string, (response: RpcResponse) => void>();

  function ask(method: string, params: Record<string, unknown>): Promise<RpcResponse> {
    // An agent that could guess it would have its own question answered in place of ours.
    const id = `intentgate-${randomUUID()}`;
    return new Promise((resolve) => {
      open.set(id, (response) => {
        open.delete(id);
        resolve(response);
      });
      send({ jsonrpc: "2.0", id, method, params });
    });
  }

  return {
    ask,
    askerFor: (sessionId, call) => async (entry) => {
      const response = await ask("session/request_permission", { sessionId, ...questionOf(entry, call) });
      const outcome = "result" in response && isMap(response.result) ? response.result.outcome : null;
      const by = "the editor";
      const at = new Date().toISOString();
      const chosen =
        isMap(outcome) && outcome.outcome === "selected"
          ? choicesFor(entry).find(({ answer }) => answer === outcome.optionId)
          : undefined;
      return chosen
        ? toAnswer(chosen.answer, by, at, "rejected in the editor")
        : toAnswer("reject", by, at, "dismissed");
    },
    take(response) {
      const found = typeof response.id === "string" ? open.get(response.id) : undefined;
      found?.(response);
      return found !== undefined;
    },
    end() {
      for (const [id, answer] of open) answer(errorOf(id, -32000, "the editor is gone"));
    },
  };
}

/** What the gate computed comes first; the agent's own diffs stay, its words do not. */
function questionOf(entry: OpenApproval, call: AgentToolCall) {
  const shown = { type: "content", content: { type: "text", text: plainText(renderApproval(entry, unpainted)) } };
  const diffs = (Array.isArray(call.content) ? call.content : []).filter((one) => isMap(one) && one.type === "diff");
  const kinds: Record<string, string> = { once: "allow_once", reject: "reject_once" };
  return {
    toolCall: {
      ...call,
      title: plainText(entry.requests[0]?.question ?? "Intentgate asks"),
      content: [shown, ...diffs],
    },
    options: choicesFor(entry).map(({ answer, label }) => ({
      optionId: answer,
      name: label,
      kind: kinds[answer] ?? "allow_always",
    })),
  };
}
