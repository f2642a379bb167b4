/**
 * `tools/call`: the gate's own tools are run here, those of the servers are decided on first. So is what else a server may
 * do: a method that is none of the protocol's, and a resource that is a file.
 */
import { randomUUID } from "node:crypto";
import { jsonFields } from "@intentgate/documents";
import type { AskInTerminal } from "@intentgate/gate";
import {
  errorOf,
  lookalike,
  type RpcId,
  type RpcNotification,
  type RpcParams,
  type RpcRequest,
  type RpcResponse,
  resultOf,
  rpcCodes,
  twinIn,
} from "@intentgate/json-rpc";
import type { Gate } from "../gate/gate.ts";
import type { ClientQuestions } from "./client-questions.ts";
import type { Answered, GatedCalls } from "./gated-calls.ts";
import { isOwnTool, runOwnTool } from "./listed-tools.ts";
import type { Router } from "./router.ts";
import type { Received, ServerLink } from "./server-link.ts";

export interface ToolCallParts {
  router: Router;
  questions: ClientQuestions;
  gate: Gate;
  gated: GatedCalls;
  /** How long a person may take to answer. */
  answerMs(): Promise<number>;
}

interface Running {
  link: ServerLink | null;
  stop: AbortController;
  isForwarded: boolean;
}

export interface OtherRequest {
  id: RpcId | null;
  link: ServerLink;
  method: string;
  input: RpcParams;
  /** Null: nobody knows what it does. */
  paths: readonly string[] | null;
  forward(): Promise<Received>;
}

type Answer = (response: RpcResponse, text: string | null) => void;

/** A server may still be at work on what was cancelled; it is looked at what it did after this. */
const AFTER_CANCEL_MS = 2_000;
/** One of the codes that the protocol leaves to those who use it. */
const REFUSED = -32_050;

export function createToolCalls({ router, questions, gate, gated, answerMs }: ToolCallParts) {
  const running = new Map<RpcId, Running>();

  async function run(request: RpcRequest, answer: Answer): Promise<void> {
    const { id, params = {} } = request;
    const problem = problemOf(params);
    if (problem !== null) return answer(errorOf(id, rpcCodes.params, problem), null);
    const name = params.name as string;
    const input = (params.arguments ?? {}) as RpcParams;
    await begun(id, async (state, ask) => {
      const { signal } = state.stop;
      if (isOwnTool(name)) {
        await gated.recorded();
        answer(resultOf(id, await runOwnTool(name, input, gate, { ask, signal })), null);
        return;
      }
      const found = router.toolNamed(name);
      if (!found) return answer(errorOf(id, rpcCodes.params, `no server has a tool ${JSON.stringify(name)}`), null);
      const { link, tool } = found;
      state.link = link;
      const sent: RpcRequest = { ...request, params: { ...params, name: tool } };
      let received: Received | null = null;
      await gated.run(
        {
          server: link.spec.server,
          kind: "tool",
          tool,
          input,
          offered: link.offered,
          ask,
          signal,
          isTask: params.task !== undefined,
          async forward() {
            state.isForwarded = true;
            received = await link.ask(sent);
            return received.response;
          },
        },
        (answered) => {
          const asItCame = answered.by === "server" && answered.added.length === 0;
          answer(responseOf(id, answered), asItCame ? (received?.text ?? null) : null);
        },
      );
    });
  }

  /** Decided as a tool that nobody knows, or as a read of these files. `id` is null for what is not answered. */
  async function runOther(other: OtherRequest, answer: Answer): Promise<void> {
    const { id, link, method, input, paths } = other;
    await begun(id ?? `intentgate-${randomUUID()}`, async (state, ask) => {
      state.link = link;
      let received: Received | null = null;
      await gated.run(
        {
          server: link.spec.server,
          kind: paths === null ? "method" : "files",
          tool: method,
          // Whether it showed the whole of a file is the server's word only.
          input: paths === null ? input : { files: paths.map((path) => ({ path })), by: link.spec.name },
          offered: link.offered,
          ask,
          signal: state.stop.signal,
          isTask: false,
          async forward() {
            state.isForwarded = true;
            received = await other.forward();
            return received.response;
          },
        },
        (answered) =>
          answered.by === "server"
            ? answer(answered.response, received?.text ?? null)
            : answer(refusalOf(id, answered), null),
      );
    });
  }

  async function begun(id: RpcId, work: (state: Running, ask: AskInTerminal | null) => Promise<void>): Promise<void> {
    const person = await gate.person();
    const ask = person === "client" ? questions.askerFor(id, answerMs) : null;
    const state: Running = { link: null, stop: new AbortController(), isForwarded: false };
    running.set(id, state);
    try {
      await work(state, ask);
    } finally {
      running.delete(id);
    }
  }

  return {
    run,
    runOther,

    /** True where it was a call of this kind. */
    cancel(id: unknown, notification: RpcNotification): boolean {
      const found = running.get(id as RpcId);
      if (!found) return false;
      found.stop.abort();
      const { link, isForwarded } = found;
      if (link && isForwarded) {
        link.send(notification);
        // Its id may be another call's by then.
        const giveUp = () => {
          if (running.get(id as RpcId) === found) link.giveUp(id as RpcId, "the client cancelled the call");
        };
        setTimeout(giveUp, AFTER_CANCEL_MS).unref();
      }
      return true;
    },

    end(): void {
      for (const { stop } of running.values()) stop.abort();
    },
  };
}

function problemOf(params: RpcParams): string | null {
  if (typeof params.name !== "string" || params.name === "") return "the call names no tool";
  const twin = lookalike(params, ["name", "arguments", "task", "_meta"]);
  if (twin !== null) return `${JSON.stringify(twin)} is spelled almost like a field of the protocol`;
  const given = params.arguments;
  if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given)))
    return "arguments is not an object";
  const other = twinIn(given);
  return other === null ? null : `${JSON.stringify(other)} is spelled almost like another argument beside it`;
}

/** Only the answer of a tool has a place for the gate's words. */
function refusalOf(id: RpcId | null, { result }: Answered & { by: "gate" }): RpcResponse {
  const said = jsonFields(String((result as { content?: { text?: unknown }[] }).content?.[0]?.text));
  return errorOf(id, REFUSED, String(said.message ?? "the gate let it not pass"), said);
}

/** What the gate saw afterwards is added behind what the server said. */
function responseOf(id: RpcId, answered: Answered): RpcResponse {
  if (answered.by === "gate") return resultOf(id, answered.result);
  const { response, added } = answered;
  if (added.length === 0 || "error" in response) return response;
  const result = (response.result ?? {}) as { content?: unknown };
  const content = Array.isArray(result.content) ? result.content : [];
  return resultOf(id, { ...result, content: [...content, ...added.map((text) => ({ type: "text", text }))] });
}
