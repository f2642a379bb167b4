import { fieldsOf, listOf, partsText, shownIn, textOf } from "./json-fields.ts";
import { type Answering, argumentsOf, type Protocol, piecesOf, type SentEvent } from "./protocol.ts";
import type { Turn } from "./script.ts";

export const anthropicMessages: Protocol = {
  name: "anthropic-messages",
  asksAt: (path) => path.endsWith("/messages"),
  read: (body) => ({
    turns: listOf(body.messages).map(turnOf),
    tools: listOf(body.tools).map((tool) => textOf(tool.name)),
    streams: body.stream === true,
  }),
  whole(answering) {
    const calls = (answering.step.calls ?? []).map((call) => ({
      type: "tool_use",
      id: answering.id("toolu"),
      name: call.name,
      input: call.raw ?? call.input ?? {},
    }));
    const said = answering.step.say === undefined ? [] : [{ type: "text", text: answering.step.say }];
    return { ...messageOf(answering), content: [...said, ...calls], stop_reason: stopReason(answering) };
  },
  events(answering) {
    const { step, usage } = answering;
    const blocks = [
      ...(step.say === undefined ? [] : [textBlock(step.say, answering.pieceLength)]),
      ...(step.calls ?? []).map((call) => ({
        start: { type: "tool_use", id: answering.id("toolu"), name: call.name, input: {} },
        deltas: piecesOf(argumentsOf(call), answering.pieceLength).map((piece) => ({
          type: "input_json_delta",
          partial_json: piece,
        })),
      })),
    ];
    return [
      typed("message_start", { message: { ...messageOf(answering), content: [], stop_reason: null } }),
      ...blocks.flatMap(({ start, deltas }, index) => [
        typed("content_block_start", { index, content_block: start }),
        ...deltas.map((delta) => typed("content_block_delta", { index, delta })),
        typed("content_block_stop", { index }),
      ]),
      typed("message_delta", {
        delta: { stop_reason: stopReason(answering), stop_sequence: null },
        usage: { output_tokens: usage.output },
      }),
      typed("message_stop", {}),
    ];
  },
};

/** Results of tools stand in a user's message and are not the user's words. */
function turnOf(message: Record<string, unknown>): Turn {
  const parts = listOf(message.content);
  return {
    role: message.role === "assistant" ? "assistant" : message.role === "user" ? "user" : "other",
    text: partsText(
      typeof message.content === "string" ? message.content : parts.filter((part) => part.type === "text"),
    ),
    callsTools: parts.some((part) => part.type === "tool_use"),
    shown: shownIn(message),
  };
}

function textBlock(text: string, pieceLength: number) {
  const deltas = piecesOf(text, pieceLength).map((piece) => ({ type: "text_delta", text: piece }));
  return { start: { type: "text", text: "" }, deltas };
}

function messageOf({ body, usage, id }: Answering) {
  return {
    id: id("msg"),
    type: "message",
    role: "assistant",
    model: textOf(body.model),
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

function stopReason({ step }: Answering): string {
  return (step.calls?.length ?? 0) > 0 ? "tool_use" : "end_turn";
}

function typed(type: string, fields: object): SentEvent {
  return { event: type, data: { type, ...fieldsOf(fields) } };
}
