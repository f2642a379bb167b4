/** One tool call of a client: run through the gate, with a way to its person where the client has one. */
import { messageOf } from "@intentgate/engine";
import type { AskInTerminal } from "@intentgate/gate";
import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { Gate } from "../gate/gate.ts";
import { questionForm, readAnswer } from "../gate/question.ts";
import { toResult } from "../gate/result.ts";
import { guarded, refused, type ToolOutcome } from "../gate/tool-outcome.ts";
import type { McpTool } from "../tools/tool.ts";
import type { Connection } from "./connection.ts";
import { createRounds, type Rounds } from "./rounds.ts";

export type AnswerTool = (
  tool: McpTool,
  input: Record<string, unknown>,
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>;

export function createAnswerTool(connection: Connection, gate: Gate): AnswerTool {
  const who = () => ({ by: connection.clientName(), at: new Date().toISOString() });
  const rounds: Rounds = createRounds({
    newToken: connection.newToken,
    form: questionForm,
    read: (entry, response) => readAnswer(entry, response, who()),
  });

  return async (tool, input, context) => {
    const { signal } = context.mcpReq;
    const ids = textsIn(context.mcpReq._meta);
    const run = async (ask: AskInTerminal | null, cancelled: AbortSignal): Promise<CallToolResult> =>
      toResult(await guarded(() => tool.run(input, { tool: tool.name, input, ids, signal: cancelled, ask }, gate)));
    const person = await gate.person();
    if (typeof person === "function") return run(person, signal);
    if (person === "nobody" || !connection.canAsk(context)) return run(null, signal);
    if (connection.era === "legacy") return run(askAtOnce(context), signal);

    const request = JSON.stringify([tool.name, input]);
    const token = context.mcpReq.requestState<string>();
    if (token !== undefined) {
      const resumed = rounds.resume(token, request, context.mcpReq.inputResponses);
      return resumed ?? toResult(notWaiting());
    }
    // Cancelling ends the round it comes in; what waits for an answer ends by its own time.
    return rounds.begin(request, await answerMs(gate), (ask) => run(ask, signal));
  };

  /**
   * The client is called while its own request is open, and in its course: over HTTP it need not listen to anything
   * else, and when it is gone from there nobody waits for it. No answer, a late one and a broken one are all no yes.
   */
  function askAtOnce({ mcpReq, http }: ServerContext): AskInTerminal {
    return async (entry) => {
      const gone = http?.req?.signal;
      try {
        const response = await mcpReq.elicitInput(questionForm(entry), {
          timeout: await answerMs(gate),
          signal: gone ? AbortSignal.any([mcpReq.signal, gone]) : mcpReq.signal,
          relatedRequestId: mcpReq.id,
        });
        return readAnswer(entry, response, who());
      } catch (error) {
        connection.complain(`intentgate: the client did not answer: ${messageOf(error)}`);
        return null;
      }
    };
  }
}

async function answerMs(gate: Gate): Promise<number> {
  return gate.look(async ({ home }) => {
    const rules = home.rules();
    return (rules.ok ? rules.value.policy.approval.timeout_s : 1) * 1000;
  });
}

function notWaiting(): ToolOutcome {
  return refused(
    "NO_ANSWER",
    "This question is no longer open, or it was asked about another call",
    "Make the call again without an answer, so that the person is asked anew.",
  );
}

const MOST_TEXTS = 50;

/** The short texts of what the host sent along, however it nests them. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value.length <= 200 ? [value] : [];
  if (typeof value !== "object" || value === null || depth > 3) return [];
  return Object.values(value)
    .slice(0, MOST_TEXTS)
    .flatMap((one) => textsIn(one, depth + 1))
    .slice(0, MOST_TEXTS);
}
