/** How a session begins: new, loaded again, resumed or forked. From then on its agent asks, and the gate knows it. */
import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { visibleText } from "@intentgate/documents";
import {
  errorOf,
  type RpcId,
  type RpcMessage,
  type RpcParams,
  type RpcRequest,
  type RpcResponse,
  resultOf,
  rpcCodes,
} from "@intentgate/json-rpc";
import type { Here } from "../gate/open-here.ts";
import { type AcpSession, createAcpSession } from "./acp-session.ts";
import type { AgentModes } from "./agent-modes.ts";
import type { EditorQuestions } from "./editor-questions.ts";
import type { IntentServer } from "./intent-server.ts";
import type { Agent } from "./read-tool-call.ts";
import { isMap } from "./tool-call-parts.ts";

export interface OpeningParts {
  here: Here;
  intents: IntentServer;
  link: AgentLink;
  modes: AgentModes;
  sessions: Map<string, AcpSession>;
  agent: Agent & { hasHttp: boolean };
  questions: Pick<EditorQuestions, "askerFor">;
  toEditor(message: RpcMessage): void;
  /** For the conversation, when it begins. */
  later(sessionId: string, notice: string): void;
  complain(text: string): void;
}

export interface SessionOpening {
  open(request: RpcRequest): Promise<void>;
  /** What the agent tells of an old conversation is history, and nothing to decide on. */
  isHistory(sessionId: string): boolean;
}

const opening = new Set(["session/new", "session/load", "session/resume", "session/fork"]);
/** The session that they name is the one that they open. */
const reopening = new Set(["session/load", "session/resume"]);

export function isOpening(method: string): boolean {
  return opening.has(method);
}

const NO_SERVER =
  "this agent takes no MCP server over HTTP; take an intent with the prompt `/intent INT-001`, which the agent does not see.";
const NO_MODE =
  "this agent has no mode that is known to ask before it acts; what it does unasked is not stopped, only reported.";

export function createSessionOpening(parts: OpeningParts): SessionOpening {
  const { here, intents, link, modes, sessions, agent, questions, toEditor, later, complain } = parts;
  const replayed: string[] = [];

  async function opened(id: string, cwd: string, result: RpcParams, notices: (string | null)[]) {
    const kept = await modes.opened(id, result);
    if (!kept.ok) return kept;
    const before = (await sessions.get(id)?.settle()) ?? [];
    const session = createAcpSession(id, cwd, here, () => agent);
    sessions.set(id, session);
    for (const notice of [...before, ...notices, kept.canAsk ? null : NO_MODE]) {
      if (notice === null) continue;
      complain(`intentgate: ${notice}`);
      later(id, notice);
    }
    return { ok: true as const, session, shown: kept.shown };
  }

  return {
    isHistory: (sessionId) => replayed.includes(sessionId),

    async open(request) {
      const params = request.params ?? {};
      const { cwd } = params;
      const no = (why: string) => toEditor(errorOf(request.id, rpcCodes.params, why));
      if (typeof cwd !== "string" || !isAbsolute(cwd)) return no("cwd is not an absolute path");
      const named = reopening.has(request.method) ? params.sessionId : undefined;
      if (reopening.has(request.method) && typeof named !== "string") return no("sessionId is not a text");
      const given = givenServers(params.mcpServers);
      const ours = agent.hasHttp ? await intents.entry() : null;
      const notices = [given.notice, ours ? null : NO_SERVER];
      const mcpServers = ours ? [...given.servers, ours.server] : given.servers;
      if (typeof named === "string") replayed.push(named);
      link.hand({ ...request, params: { ...params, mcpServers } }, async (response) => {
        try {
          if ("error" in response) return toEditor(response);
          const result = isMap(response.result) ? response.result : {};
          const id = named ?? result.sessionId;
          if (typeof id !== "string") return no("the agent has opened no session");
          if (result.sessionId !== undefined && result.sessionId !== id)
            return no("the agent has opened another session");
          const kept = await opened(id, cwd, result, notices);
          if (!kept.ok) return no(kept.problem);
          // A question of its own: it belongs to no call that the agent told of.
          const own = () => ({ toolCallId: `intentgate-${randomUUID()}`, kind: "other" });
          ours?.belongsTo(kept.session.session, (entry) => questions.askerFor(id, own())(entry));
          toEditor(resultOf(request.id, kept.shown));
        } finally {
          if (typeof named === "string") replayed.splice(replayed.indexOf(named), 1);
        }
      });
    },
  };
}

interface GivenServers {
  /** Those that go to the agent. */
  servers: unknown[];
  /** What the person should know of them. */
  notice: string | null;
}

/** The MCP servers that the editor gives to the agent. The agent starts them: of what they do the gate sees what it is asked. */
function givenServers(given: unknown): GivenServers {
  const all = (Array.isArray(given) ? given : []).filter((one) => !isOurs(one));
  // Their calls would come back over this very wire, as messages to the editor.
  const servers = all.filter((one) => isMap(one) && one.type !== "acp");
  const left = all.length - servers.length;
  const sentences = [
    servers.length > 0 &&
      `The agent uses MCP servers that your editor gave it (${servers.map(nameOf).join(", ")}). The gate decides on their tools only where the agent asks before it calls them, and does not see what they change.`,
    left > 0 && `${left} of the MCP servers of your editor cannot be gated, and the agent does not get them.`,
  ].filter((one) => one !== false);
  return { servers, notice: sentences.length > 0 ? sentences.join(" ") : null };
}

/** By this name the gate knows its own tools. */
function isOurs(one: unknown): boolean {
  return isMap(one) && typeof one.name === "string" && one.name.toLowerCase() === "intentgate";
}

function nameOf(one: unknown): string {
  return isMap(one) && typeof one.name === "string" ? visibleText(one.name).slice(0, 60) : "one without a name";
}

/**
 * `/intent INT-001`, typed by the person at the editor: their session takes the intent, and the agent does not see it.
 * Returns what to tell them; null where the prompt is none of ours.
 */
export async function takeByCommand(params: Record<string, unknown>, session: AcpSession): Promise<string | null> {
  const blocks = Array.isArray(params.prompt) ? params.prompt : [];
  const [only, ...more] = blocks;
  const text = more.length === 0 && isMap(only) && typeof only.text === "string" ? only.text.trim() : "";
  const [, id] = /^\/intent[ \t]+([A-Za-z0-9][A-Za-z0-9._-]{0,127})$/.exec(text) ?? [];
  if (id === undefined) return null;
  const answer = await session.inTurn((workspace) =>
    workspace.run({
      tool: "select_active_intent",
      input: { intent_id: id },
      session: session.session,
      cwd: session.cwd,
    }),
  );
  if (answer.refusal) return answer.refusal.message;
  return answer.failed ? (answer.error?.message ?? "it could not be taken") : `This session works under ${id} now.`;
}

interface AgentLink {
  /** A request of the gate's own. */
  ask(method: string, params: RpcParams): Promise<RpcResponse>;
  /** A request of the editor's, under the editor's id. */
  hand(request: RpcRequest, then: (response: RpcResponse) => void | Promise<void>): void;
  /** Null where nobody has asked for this answer. */
  take(response: RpcResponse): Promise<void> | null;
}

/** The agent's end of the wire: what it was asked, by the editor or by the gate, and whose answer is whose. */
export function createAgentLink(send: (message: RpcMessage) => void): AgentLink {
  const waiting = new Map<RpcId, (response: RpcResponse) => void | Promise<void>>();

  function hand(request: RpcRequest, then: (response: RpcResponse) => void | Promise<void>): void {
    waiting.set(request.id, then);
    send(request);
  }

  return {
    hand,
    ask: (method, params) =>
      new Promise((resolve) => hand({ jsonrpc: "2.0", id: `intentgate-${randomUUID()}`, method, params }, resolve)),
    take(response) {
      const then = response.id === null ? undefined : waiting.get(response.id);
      if (!then || response.id === null) return null;
      waiting.delete(response.id);
      return Promise.resolve(then(response));
    },
  };
}
