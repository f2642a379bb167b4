/** How a session begins: new, loaded again, resumed or forked. From then on its agent asks, and the gate knows it. */
import { isAbsolute } from "node:path";
import { errorOf, type RpcMessage, type RpcParams, type RpcRequest, resultOf, rpcCodes } from "@intentgate/json-rpc";
import type { Here } from "../gate/open-here.ts";
import { type AcpSession, createAcpSession } from "./acp-session.ts";
import type { AgentLink } from "./agent-link.ts";
import type { AgentModes } from "./agent-modes.ts";
import { givenServers } from "./given-servers.ts";
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
  const { here, intents, link, modes, sessions, agent, toEditor, later, complain } = parts;
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
          ours?.belongsTo(kept.session.session);
          toEditor(resultOf(request.id, kept.shown));
        } finally {
          if (typeof named === "string") replayed.splice(replayed.indexOf(named), 1);
        }
      });
    },
  };
}
