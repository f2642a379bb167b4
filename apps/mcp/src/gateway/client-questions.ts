/** Questions of the gate to the person behind the client, asked by elicitation while a call of theirs is open. */
import { randomUUID } from "node:crypto";
import type { AskInTerminal } from "@intentgate/gate";
import type { RpcId, RpcParams, RpcRequest, RpcResponse } from "@intentgate/json-rpc";
import { questionForm, readAnswer } from "../gate/question.ts";

export interface ClientQuestions {
  /** What the client said of itself in `initialize`. */
  know(params: RpcParams): void;
  /** Null where it has no way to ask. */
  askerFor(related: RpcId, timeoutMs: () => Promise<number>): AskInTerminal | null;
  /** True where the response answers one of these questions. */
  take(response: RpcResponse): boolean;
  end(): void;
}

export function createClientQuestions(send: (request: RpcRequest, related: RpcId) => void): ClientQuestions {
  const open = new Map<RpcId, (response: RpcResponse | null) => void>();
  let canAsk = false;
  let name = "unknown";

  return {
    know({ capabilities, clientInfo }) {
      const { elicitation } = (capabilities ?? {}) as { elicitation?: { form?: unknown; url?: unknown } };
      // An empty object is what clients sent before there were kinds of questions: it means forms.
      canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
      const client = (clientInfo ?? {}) as { name?: unknown };
      if (typeof client.name === "string")
        name = client.name.replace(/[^A-Za-z0-9 ._-]/g, "").slice(0, 60) || "unknown";
    },

    askerFor(related, timeoutMs) {
      if (!canAsk) return null;
      return async (entry) => {
        const ms = await timeoutMs();
        // A server that could guess it would have its own question answered in place of ours.
        const id = `intentgate-${randomUUID()}`;
        const response = await new Promise<RpcResponse | null>((resolve) => {
          const timer = setTimeout(() => resolve(null), ms);
          timer.unref();
          open.set(id, (given) => {
            clearTimeout(timer);
            resolve(given);
          });
          send(
            { jsonrpc: "2.0", id, method: "elicitation/create", params: { ...questionForm(entry) } as RpcParams },
            related,
          );
        });
        open.delete(id);
        if (response === null || "error" in response) return null;
        const { action, content } = (response.result ?? {}) as { action?: unknown; content?: unknown };
        return readAnswer(
          entry,
          {
            action: String(action),
            ...(typeof content === "object" && content !== null ? { content: content as Record<string, unknown> } : {}),
          },
          { by: `MCP client ${name}`, at: new Date().toISOString() },
        );
      };
    },

    take(response) {
      const found = response.id === null ? undefined : open.get(response.id);
      found?.(response);
      return found !== undefined;
    },

    end() {
      for (const answer of open.values()) answer(null);
    },
  };
}
