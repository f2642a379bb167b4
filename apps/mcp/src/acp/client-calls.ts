/** What an agent has its editor do for it: read and write files, run commands. Each is decided on before the editor hears of it. */
import { randomUUID } from "node:crypto";
import type { CallAnswer } from "@intentgate/engine";
import { errorOf, type RpcRequest, type RpcResponse } from "@intentgate/json-rpc";
import { contentHash } from "@intentgate/trace";
import type { AcpSession } from "./acp-session.ts";
import type { EditorQuestions } from "./editor-questions.ts";
import { type AgentToolCall, isMap } from "./read-tool-call.ts";

export interface ClientCallParts {
  questions: EditorQuestions;
  /** Hands a request on to the editor, under an id of ours. */
  toEditor(method: string, params: Record<string, unknown>): Promise<RpcResponse>;
}

type Handler = (request: RpcRequest, session: AcpSession) => Promise<RpcResponse>;

export function createClientCalls({ questions, toEditor }: ClientCallParts): Record<string, Handler> {
  /** Terminals that stand for a call of the gate, until they have ended. */
  const terminals = new Map<string, { session: AcpSession; call: AgentToolCall }>();

  const asker = (session: AcpSession, id: string, title: string, kind: string) =>
    questions.askerFor(session.id, { toolCallId: id, title, kind });

  async function gated(
    request: RpcRequest,
    session: AcpSession,
    [tool, input]: [string, Record<string, unknown>],
    outcomeOf: (result: unknown) => unknown,
  ): Promise<RpcResponse> {
    let response: RpcResponse | null = null;
    const kind = tool === "read_file" ? "read" : "edit";
    const answer: CallAnswer = await session.inTurn(
      (workspace) =>
        workspace.run({
          tool,
          input,
          session: session.session,
          cwd: session.cwd,
          async execute() {
            response = await toEditor(request.method, request.params ?? {});
            return "error" in response ? { error: response.error } : outcomeOf(response.result);
          },
        }),
      asker(session, `intentgate-${request.id}`, `${kind} ${String(input.path)}`, kind),
    );
    return response ? { ...(response as RpcResponse), id: request.id } : refusal(request, answer);
  }

  async function terminalEnded(terminalId: unknown, outcome: "completed" | "failed"): Promise<void> {
    const found = terminals.get(String(terminalId));
    terminals.delete(String(terminalId));
    await found?.session.ended({ ...found.call, status: outcome });
  }

  const passOn = async (request: RpcRequest): Promise<RpcResponse> => ({
    ...(await toEditor(request.method, request.params ?? {})),
    id: request.id,
  });

  return {
    "fs/read_text_file"(request, session) {
      const { path, line, limit } = request.params ?? {};
      const isWhole = [line, limit].every((part) => part === undefined || part === null);
      const input = isWhole ? { path } : { path, line, limit };
      return gated(request, session, ["read_file", input], (result) => {
        const content = isMap(result) ? result.content : undefined;
        return typeof content === "string" && isWhole ? { content_hash: contentHash(Buffer.from(content)) } : {};
      });
    },

    async "fs/write_text_file"(request, session) {
      const { path, content } = request.params ?? {};
      if (typeof path === "string" && typeof content === "string" && session.useWrite(path, content))
        return passOn(request);
      await session.overtaken(String(path));
      return gated(request, session, ["write_to_file", { path, content }], () => ({}));
    },

    async "terminal/create"(request, session) {
      const { command, args = [], env = [], cwd = session.cwd } = request.params ?? {};
      // Without a folder each editor has its own; it runs where it was judged.
      const params = { ...request.params, cwd };
      const line = commandLine(command, args, env);
      if (line !== null && cwd === session.cwd && session.useCommand(line)) return passOn({ ...request, params });
      // An agent that could guess it would end the call in place of the terminal.
      const callId = `intentgate-terminal-${randomUUID()}`;
      const rawInput = line === null ? { command, args, env, cwd } : { command: line, cwd };
      const call = { toolCallId: callId, kind: "execute", title: String(line ?? command), rawInput };
      const verdict = await session.decide(
        line === null ? { ...call, kind: "other" } : call,
        asker(session, callId, call.title, "execute"),
      );
      if (verdict.kind !== "allowed") {
        return errorOf(request.id, -32000, verdict.kind === "refused" ? verdict.text : "not allowed");
      }
      const response = await toEditor(request.method, params);
      const id = "result" in response && isMap(response.result) ? response.result.terminalId : undefined;
      if (typeof id === "string") terminals.set(id, { session, call });
      else await session.ended({ ...call, status: "failed" });
      return { ...response, id: request.id };
    },

    async "terminal/wait_for_exit"(request) {
      const response = await passOn(request);
      const code = "result" in response && isMap(response.result) ? response.result.exitCode : null;
      await terminalEnded(request.params?.terminalId, code === 0 ? "completed" : "failed");
      return response;
    },

    async "terminal/release"(request) {
      const response = await passOn(request);
      await terminalEnded(request.params?.terminalId, "completed");
      return response;
    },
  };
}

function refusal(request: RpcRequest, answer: CallAnswer): RpcResponse {
  const text = answer.refusal ? JSON.stringify(answer.refusal) : (answer.error?.message ?? "the call did not run");
  return errorOf(request.id, -32000, text, answer.refusal);
}

/** Null where editors may read it in more than one way: some start a program with words, some give a shell a line. */
function commandLine(command: unknown, args: unknown, env: unknown): string | null {
  const isOwnEnvironment = !Array.isArray(env) || env.length > 0;
  if (typeof command !== "string" || !Array.isArray(args) || isOwnEnvironment) return null;
  if (args.length === 0) return command;
  const words = [command, ...args];
  const isPlain = words.every((word) => typeof word === "string" && /^[A-Za-z0-9_./:@%+,-]+$/.test(word));
  return isPlain ? words.join(" ") : null;
}
