/**
 * Between an editor and an agent. What the agent wants to do is decided on before the editor or the agent does it; the
 * agent is kept in a mode in which it asks; everything else, in both directions, is handed on as it came.
 */
import {
  errorOf,
  isRequest,
  isResponse,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
  resultOf,
  rpcCodes,
} from "@intentgate/json-rpc";
import type { Here } from "../open-here.ts";
import { type AcpSession, createAcpSession } from "./acp-session.ts";
import { createClientCalls } from "./client-calls.ts";
import { createEditorQuestions } from "./editor-questions.ts";
import type { IntentServer } from "./intent-server.ts";
import { isAsking, modeOptionIds, modesOf } from "./modes.ts";
import { answerPermission, withoutAlways } from "./permission.ts";
import { type Agent, isMap } from "./read-tool-call.ts";
import { takeByCommand } from "./take-command.ts";

export interface ProxyParts {
  here: Here;
  intents: IntentServer;
  /** The program, for the lists of servers of agents that cannot be given an address. */
  toEditor(message: RpcMessage, text: string | null): void;
  toAgent(message: RpcMessage): void;
  complain(text: string): void;
}

export interface Proxy {
  fromEditor(message: RpcMessage): void;
  fromAgent(message: RpcMessage, text: string): void;
  end(): Promise<void>;
}

type Params = Record<string, unknown>;
type Then = (response: RpcResponse, text: string | null) => void | Promise<void>;

/** Later versions say the same things otherwise. */
const SPOKEN = 1;
const opening = new Set(["session/new", "session/load", "session/resume", "session/fork"]);

export function createProxy({ here, intents, toEditor, toAgent, complain }: ProxyParts): Proxy {
  const sessions = new Map<string, AcpSession>();
  const modeOptions = new Map<string, string[]>();
  const refused = new Map<string, string[]>();
  /** Requests of the editor whose answers are looked into, and ours to the agent. */
  const waiting = new Map<RpcId, Then>();
  const agent: Agent & { hasHttp: boolean } = { name: "", hasHttp: false };
  const questions = createEditorQuestions((request) => toEditor(request, null));
  const clientCalls = createClientCalls({ questions, toEditor: questions.ask });
  let count = 0;

  function askAgent(method: string, params: Params): Promise<RpcResponse> {
    count += 1;
    const id = `intentgate-${count}`;
    return new Promise((resolve) => {
      waiting.set(id, (response) => resolve(response));
      toAgent({ jsonrpc: "2.0", id, method, params });
    });
  }

  function say(sessionId: string, text: string): void {
    const update = {
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: `\n[Intentgate] ${text}\n` },
    };
    toEditor({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } }, null);
  }

  function sessionOf(params: Params | undefined): AcpSession | null {
    const id = params?.sessionId;
    return typeof id === "string" ? (sessions.get(id) ?? null) : null;
  }

  async function initialize(request: RpcRequest): Promise<void> {
    const params = request.params ?? {};
    const version = typeof params.protocolVersion === "number" ? Math.min(params.protocolVersion, SPOKEN) : SPOKEN;
    waiting.set(request.id, (response, text) => {
      const result = "result" in response && isMap(response.result) ? response.result : {};
      const info = isMap(result.agentInfo) ? result.agentInfo : {};
      agent.name = typeof info.name === "string" ? info.name : "";
      const can = isMap(result.agentCapabilities) ? result.agentCapabilities.mcpCapabilities : null;
      agent.hasHttp = isMap(can) && can.http === true;
      if (result.protocolVersion !== undefined && result.protocolVersion !== SPOKEN) {
        const why = `the agent speaks version ${String(result.protocolVersion)} of the protocol, which cannot be gated here`;
        toEditor(errorOf(request.id, rpcCodes.invalid, why), null);
        return;
      }
      toEditor(response, text);
    });
    toAgent({ ...request, params: { ...params, protocolVersion: version } });
  }

  async function openSession(request: RpcRequest): Promise<void> {
    const params = request.params ?? {};
    // What the agent tells of an old conversation is history, and nothing to decide on.
    if (typeof params.sessionId === "string") sessions.delete(params.sessionId);
    const servers = Array.isArray(params.mcpServers) ? params.mcpServers : [];
    const ours = agent.hasHttp ? await intents.entry() : null;
    if (!ours)
      complain(
        "intentgate: this agent takes no MCP server over HTTP; take an intent with the prompt `/intent INT-001`",
      );
    const others = servers.filter((one) => !(isMap(one) && one.name === "intentgate"));
    waiting.set(request.id, async (response) => {
      if ("error" in response || !isMap(response.result)) return toEditor(response, null);
      const id = response.result.sessionId ?? params.sessionId;
      if (typeof id !== "string" || typeof params.cwd !== "string") return toEditor(response, null);
      const session = createAcpSession(id, params.cwd, here, () => agent);
      sessions.set(id, session);
      ours?.belongsTo(session.session);
      toEditor(resultOf(request.id, await keptAsking(id, response.result)), null);
    });
    toAgent({ ...request, params: { ...params, mcpServers: ours ? [...others, ours.server] : others } });
  }

  async function keptAsking(sessionId: string, given: Params): Promise<Params> {
    const { result, setMode, setOption, canAsk } = modesOf(given);
    modeOptions.set(sessionId, modeOptionIds(given.configOptions));
    if (setMode !== null) await told("session/set_mode", { sessionId, modeId: setMode });
    if (setOption !== null) await told("session/set_config_option", { sessionId, ...setOption });
    if (!canAsk)
      complain(
        "intentgate: this agent has no mode that is known to ask before it acts; what it does unasked is only reported",
      );
    return result;
  }

  async function told(method: string, params: Params): Promise<void> {
    const answer = await askAgent(method, params);
    if ("error" in answer)
      complain(`intentgate: the agent did not take the mode in which it asks: ${answer.error.message}`);
  }

  /** Null: the mode asks, or it is no mode. */
  function refusedMode(method: string, params: Params): string | null {
    const isOption = method === "session/set_config_option";
    if (isOption && !(modeOptions.get(String(params.sessionId)) ?? []).includes(String(params.configId))) return null;
    const wanted = isOption ? params.value : params.modeId;
    if (isAsking(wanted)) return null;
    return `behind the gate the agent stays in a mode in which it asks; ${JSON.stringify(wanted)} is not known to be one`;
  }

  async function prompt(request: RpcRequest, session: AcpSession): Promise<void> {
    const taken = await takeByCommand(request.params ?? {}, session);
    if (taken !== null) {
      say(session.id, taken);
      toEditor(resultOf(request.id, { stopReason: "end_turn" }), null);
      return;
    }
    const told = refused.get(session.id) ?? [];
    refused.delete(session.id);
    const blocks = Array.isArray(request.params?.prompt) ? request.params.prompt : [];
    const note = { type: "text", text: `Intentgate refused in the last turn:\n${told.join("\n")}` };
    waiting.set(request.id, async (response, text) => {
      await session.settle();
      toEditor(response, text);
    });
    toAgent(told.length === 0 ? request : { ...request, params: { ...request.params, prompt: [note, ...blocks] } });
  }

  async function fromAgentRequest(request: RpcRequest, text: string): Promise<void> {
    const session = sessionOf(request.params);
    const handler = Object.hasOwn(clientCalls, request.method) ? clientCalls[request.method] : undefined;
    if (request.method !== "session/request_permission" && !handler) return toEditor(request, text);
    if (!session) return toAgent(errorOf(request.id, rpcCodes.params, "the session is not known to the gate"));
    if (handler) return toAgent(await handler(request, session));
    const answered = await answerPermission(request, session, questions);
    if (answered.kind === "theirs") {
      const response = await questions.ask(request.method, withoutAlways(request.params ?? {}));
      return toAgent({ ...response, id: request.id });
    }
    toAgent(resultOf(request.id, { outcome: answered.outcome }));
    if (answered.refusal === null) return;
    refused.set(session.id, [...(refused.get(session.id) ?? []), answered.refusal.text].slice(-5));
    say(session.id, answered.refusal.message);
  }

  function heard(message: RpcMessage & { method: string; params?: Params }): void {
    const session = sessionOf(message.params);
    const update = message.params?.update;
    if (!session || !isMap(update)) return;
    if (update.sessionUpdate === "current_mode_update" && !isAsking(update.currentModeId)) {
      say(session.id, `the agent left the mode in which it asks (${String(update.currentModeId)}); it is sent back.`);
      void askAgent("session/set_mode", { sessionId: session.id, modeId: "default" });
    }
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return;
    const call = session.heard(update);
    if (!call || (update.status !== "completed" && update.status !== "failed")) return;
    session
      .ended(call)
      .then((wrong) => {
        if (wrong === null) return;
        const text = `VIOLATION: the agent did this without asking: ${wrong}`;
        complain(`intentgate: ${text}`);
        say(session.id, text);
      })
      .catch((error: unknown) => complain(`intentgate: ${String(error)}`));
  }

  const orElse = (work: Promise<void>, failed: (why: string) => void) =>
    void work.catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)));

  return {
    fromEditor(message) {
      if (isResponse(message)) {
        if (!questions.take(message)) toAgent(message);
        return;
      }
      if (!isRequest(message)) return toAgent(message);
      const fail = (why: string) => toEditor(errorOf(message.id, rpcCodes.internal, why), null);
      const params = message.params ?? {};
      if (message.method === "initialize") return orElse(initialize(message), fail);
      if (opening.has(message.method)) return orElse(openSession(message), fail);
      if (message.method === "session/set_mode" || message.method === "session/set_config_option") {
        const no = refusedMode(message.method, params);
        if (no !== null) return toEditor(errorOf(message.id, rpcCodes.params, no), null);
      }
      const session = sessionOf(params);
      if (message.method === "session/prompt" && session) return orElse(prompt(message, session), fail);
      toAgent(message);
    },

    fromAgent(message, text) {
      if (isResponse(message)) {
        const then = message.id === null ? undefined : waiting.get(message.id);
        if (!then) return toEditor(message, text);
        waiting.delete(message.id as RpcId);
        orElse(Promise.resolve(then(message, text)), (why) => complain(`intentgate: ${why}`));
        return;
      }
      if (isRequest(message)) {
        // A question that cannot be decided is a no.
        orElse(fromAgentRequest(message, text), (why) => toAgent(errorOf(message.id, rpcCodes.internal, why)));
        return;
      }
      toEditor(message, text);
      if (message.method === "session/update") heard(message);
    },

    async end() {
      questions.end();
      for (const session of sessions.values()) await session.settle();
    },
  };
}
