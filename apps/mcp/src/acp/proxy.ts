/**
 * Between an editor and an agent. What the agent wants to do is decided on before the editor or the agent does it; the
 * agent is kept in a mode in which it asks. Answers go to whom they are for, and what the protocol does not name and
 * the gate does not know goes no further.
 */
import {
  errorOf,
  isRequest,
  isResponse,
  type RpcMessage,
  type RpcNotification,
  type RpcParams,
  type RpcRequest,
  resultOf,
  rpcCodes,
} from "@intentgate/json-rpc";
import { askAboutKept } from "../gate/kept-questions.ts";
import type { Here } from "../gate/open-here.ts";
import { plainText } from "../gate/result.ts";
import type { AcpSession } from "./acp-session.ts";
import { createAgentModes } from "./agent-modes.ts";
import { createClientCalls } from "./client-calls.ts";
import { readClientParams } from "./client-params.ts";
import { createEditorQuestions } from "./editor-questions.ts";
import type { IntentServer } from "./intent-server.ts";
import { answerPermission, offeredOutcome, withoutAlways } from "./permission.ts";
import type { Agent } from "./read-tool-call.ts";
import { createAgentLink, createSessionOpening, isOpening, takeByCommand } from "./session-opening.ts";
import { isMap } from "./tool-call-parts.ts";

export interface ProxyParts {
  here: Here;
  intents: IntentServer;
  toEditor(message: RpcMessage): void;
  toAgent(message: RpcMessage): void;
  complain(text: string): void;
}

export interface Proxy {
  fromEditor(message: RpcMessage): void;
  fromAgent(message: RpcMessage): void;
  end(): Promise<void>;
}

/** Later versions say the same things otherwise. */
const SPOKEN = 1;
/** What an agent may tell its editor, and ask its person, without the gate. */
const tells = new Set(["session/update", "elicitation/complete", "auth/status_update"]);
const asks = new Set(["elicitation/create"]);
/** What both have agreed upon beside the protocol. */
const isTheirs = (method: string) => method.startsWith("_");
const choices = new Set(["session/set_mode", "session/set_config_option"]);
/** What is looked into as a request is nothing else. */
const isLookedInto = (method: string) =>
  method === "initialize" || method === "session/prompt" || isOpening(method) || choices.has(method);

export function createProxy({ here, intents, toEditor, toAgent, complain }: ProxyParts): Proxy {
  const sessions = new Map<string, AcpSession>();
  /** For the model, with the next prompt; and for the person, with the first. */
  const refused = new Map<string, string[]>();
  const notices = new Map<string, string[]>();
  const agent: Agent & { hasHttp: boolean } = { name: "", hasHttp: false };
  /** Null: it is served. */
  let unserved: string | null = "`initialize` comes first";
  const questions = createEditorQuestions(toEditor);
  const clientCalls = createClientCalls({ questions, toEditor: questions.ask });
  const link = createAgentLink(toAgent);
  const modes = createAgentModes({
    askAgent: link.ask,
    cancel: (sessionId) => toAgent({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } }),
    say,
    complain,
  });
  const later = (id: string, notice: string) => void notices.set(id, [...(notices.get(id) ?? []), notice]);
  const opening = createSessionOpening({
    ...{ here, intents, link, modes, sessions, agent, questions, toEditor, later, complain },
  });

  function say(sessionId: string, text: string): void {
    const content = { type: "text", text: `\n[Intentgate] ${plainText(text)}\n` };
    const update = { sessionUpdate: "agent_message_chunk", content };
    toEditor({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
  }

  function sessionOf(params: RpcParams | undefined): AcpSession | null {
    const id = params?.sessionId;
    return typeof id === "string" ? (sessions.get(id) ?? null) : null;
  }

  function initialize(request: RpcRequest): void {
    const params = request.params ?? {};
    const version = typeof params.protocolVersion === "number" ? Math.min(params.protocolVersion, SPOKEN) : SPOKEN;
    link.hand({ ...request, params: { ...params, protocolVersion: version } }, (response) => {
      if ("error" in response) return toEditor(response);
      const result = isMap(response.result) ? response.result : {};
      const info = isMap(result.agentInfo) ? result.agentInfo : {};
      agent.name = typeof info.name === "string" ? info.name : "";
      const can = isMap(result.agentCapabilities) ? result.agentCapabilities.mcpCapabilities : null;
      agent.hasHttp = isMap(can) && can.http === true;
      const spoken = JSON.stringify(result.protocolVersion ?? null);
      unserved =
        result.protocolVersion === SPOKEN
          ? null
          : `the agent speaks version ${spoken} of the protocol, which cannot be gated here`;
      toEditor(unserved === null ? response : errorOf(request.id, rpcCodes.invalid, unserved));
    });
  }

  async function prompt(request: RpcRequest, session: AcpSession): Promise<void> {
    questions.beginTurn(session.id);
    for (const notice of notices.get(session.id) ?? []) say(session.id, notice);
    notices.delete(session.id);
    const taken = await takeByCommand(request.params ?? {}, session);
    if (taken !== null) {
      say(session.id, taken);
      return toEditor(resultOf(request.id, { stopReason: "end_turn" }));
    }
    const no = await modes.notAsking(session.id);
    if (no !== null) {
      say(session.id, no);
      return toEditor(errorOf(request.id, rpcCodes.internal, no));
    }
    // The person was faster, and the agent would take the prompt for a new one.
    if (questions.isCancelled(session.id)) return toEditor(resultOf(request.id, { stopReason: "cancelled" }));
    const refusals = refused.get(session.id) ?? [];
    refused.delete(session.id);
    const blocks = Array.isArray(request.params?.prompt) ? request.params.prompt : [];
    const note = { type: "text", text: `Intentgate refused in the last turn:\n${refusals.join("\n")}` };
    const params = refusals.length === 0 ? request.params : { ...request.params, prompt: [note, ...blocks] };
    session.turnBegins();
    const since = new Date();
    link.hand({ ...request, params: params ?? {} }, async (response) => {
      report(session.id, await session.settle());
      for (const text of await askAboutLeft(session, since)) say(session.id, text);
      toEditor(response);
    });
  }

  /** What was left by commands that the agent's own hooks brought to the gate, where these give the session the same id. */
  function askAboutLeft({ id, inTurn }: AcpSession, since: Date): Promise<string[]> {
    const isTheirs = (one: string) => one.endsWith(`:${id}`);
    return inTurn((workspace) =>
      askAboutKept(workspace, isTheirs, since, (entry) =>
        questions.askerFor(id, { toolCallId: `intentgate-${entry.id}`, kind: "other" })(entry),
      ),
    );
  }

  async function permission(request: RpcRequest, session: AcpSession): Promise<void> {
    const answered = await answerPermission(request, session, questions);
    if (answered.kind === "theirs") {
      const offered = withoutAlways(request.params ?? {});
      const response = await questions.ask(request.method, offered);
      return toAgent(resultOf(request.id, { outcome: offeredOutcome(offered, response) }));
    }
    toAgent(resultOf(request.id, { outcome: answered.outcome }));
    if (answered.refusal === null) return;
    refused.set(session.id, [...(refused.get(session.id) ?? []), answered.refusal.text].slice(-5));
    say(session.id, answered.refusal.message);
  }

  async function fromAgentRequest(request: RpcRequest): Promise<void> {
    const { id, method, params = {} } = request;
    const no = (code: number, why: string) => toAgent(errorOf(id, code, why));
    if (unserved !== null) return no(rpcCodes.invalid, unserved);
    if (isTheirs(method) || asks.has(method)) return toAgent(await questions.relay(request));
    const isQuestion = method === "session/request_permission";
    const read = isQuestion ? { ok: true as const, params } : readClientParams(method, params);
    if (read === null) return no(rpcCodes.noMethod, "the gate knows no such request, and does not hand it on");
    if (!read.ok) return no(rpcCodes.params, read.problem);
    const session = sessionOf(read.params);
    if (!session) return no(rpcCodes.params, "the session is not known to the gate");
    if (isQuestion) return permission(request, session);
    const handler = Object.hasOwn(clientCalls, method) ? clientCalls[method] : undefined;
    const asked = { ...request, params: read.params };
    toAgent(handler ? await handler(asked, session) : { ...(await questions.ask(method, read.params)), id });
  }

  function fromAgentNotification(message: RpcNotification): void {
    const { method, params = {} } = message;
    const { sessionId, update } = params;
    if (method === "session/update" && typeof sessionId === "string" && isMap(update)) {
      const isHistory = opening.isHistory(sessionId);
      toEditor({ ...message, params: { ...params, update: modes.heard(isHistory ? null : sessionId, update) } });
      if (!isHistory) heard(sessionId, update);
    } else if (method === "$/cancel_request") questions.withdraw(params.requestId);
    else if (isTheirs(method) || tells.has(method)) toEditor(message);
    else complain(`intentgate: the agent only told, and did not ask: ${JSON.stringify(method)} is not handed on`);
  }

  function heard(sessionId: string, update: RpcParams): void {
    const session = sessions.get(sessionId);
    if (!session || (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update")) return;
    const call = session.heard(update);
    if (!call || (update.status !== "completed" && update.status !== "failed")) return;
    session
      .ended(call)
      .then((texts) => report(sessionId, texts))
      .catch((error: unknown) => complain(`intentgate: ${String(error)}`));
  }

  function report(sessionId: string, texts: readonly string[]): void {
    for (const text of texts) {
      complain(`intentgate: ${text}`);
      say(sessionId, text);
    }
  }

  function fromEditorRequest(request: RpcRequest): void | Promise<void> {
    const { id, method, params = {} } = request;
    const no = (why: string) => toEditor(errorOf(id, rpcCodes.params, why));
    if (method === "initialize") return initialize(request);
    if (unserved !== null) return no(unserved);
    if (isOpening(method)) return opening.open(request);
    if (choices.has(method)) {
      const why = modes.refusedChoice(method, params);
      if (why !== null) return no(why);
    }
    if (method === "session/prompt") {
      const session = sessionOf(params);
      return session ? prompt(request, session) : no("the session is not known to the gate");
    }
    link.hand(request, (response) => {
      const isAnswer = choices.has(method) && "result" in response && isMap(response.result);
      toEditor(isAnswer ? resultOf(id, modes.heard(String(params.sessionId), response.result as RpcParams)) : response);
    });
  }

  function fromEditorNotification(message: RpcNotification): void {
    if (isLookedInto(message.method)) return;
    if (message.method === "session/cancel") questions.cancelTurn(String(message.params?.sessionId));
    toAgent(message);
  }

  /** What cannot be decided is a no. */
  function orElse(work: () => void | Promise<void>, failed: (why: string) => void): void {
    void (async () => work())().catch((error: unknown) =>
      failed(error instanceof Error ? error.message : String(error)),
    );
  }

  return {
    fromEditor(message) {
      if (isResponse(message)) return questions.take(message);
      if (!isRequest(message)) return fromEditorNotification(message);
      const fail = (why: string) => toEditor(errorOf(message.id, rpcCodes.internal, why));
      orElse(() => fromEditorRequest(message), fail);
    },

    fromAgent(message) {
      if (isRequest(message)) {
        const fail = (why: string) => toAgent(errorOf(message.id, rpcCodes.internal, why));
        return orElse(() => fromAgentRequest(message), fail);
      }
      if (!isResponse(message)) return fromAgentNotification(message);
      const taken = link.take(message);
      if (taken === null) return complain("intentgate: the agent sent an answer that nobody waits for");
      // Only what the editor asked for is looked into, and can fail.
      orElse(
        () => taken,
        (why) => toEditor(errorOf(message.id, rpcCodes.internal, why)),
      );
    },

    async end() {
      questions.end();
      for (const session of sessions.values()) await session.settle();
    },
  };
}
