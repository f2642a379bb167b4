import { fieldsOf, listOf, partsText, shownIn, textOf } from "./json-fields.ts";
import { type Answering, argumentsOf, type Protocol, piecesOf } from "./protocol.ts";

export const chatCompletions: Protocol = {
  name: "chat-completions",
  asksAt: (path) => path.endsWith("/chat/completions"),
  read: (body) => ({
    turns: listOf(body.messages).map((message) => ({
      role: message.role === "assistant" || message.role === "user" ? message.role : "other",
      text: partsText(message.content),
      callsTools: listOf(message.tool_calls).length > 0,
      shown: shownIn(message),
    })),
    tools: listOf(body.tools).map((tool) => textOf(fieldsOf(tool.function).name)),
    streams: body.stream === true,
  }),
  whole(answering) {
    const calls = callsOf(answering);
    const message = {
      role: "assistant",
      content: answering.step.say ?? null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    const choices = [{ index: 0, message, finish_reason: finishReason(answering) }];
    return { ...headOf(answering), object: "chat.completion", choices, usage: usageOf(answering) };
  },
  events(answering) {
    const head = { ...headOf(answering), object: "chat.completion.chunk" };
    const chunk = (delta: object, finish: string | null = null) => ({
      data: { ...head, choices: [{ index: 0, delta, finish_reason: finish }] },
    });
    const said = answering.step.say === undefined ? [] : piecesOf(answering.step.say, answering.pieceLength);
    return [
      chunk({ role: "assistant", content: said.length > 0 ? "" : null }),
      ...said.map((piece) => chunk({ content: piece })),
      ...callsOf(answering).flatMap((call, index) => {
        const [first = "", ...others] = piecesOf(call.function.arguments, answering.pieceLength);
        const opened = { index, ...call, function: { name: call.function.name, arguments: first } };
        return [
          chunk({ tool_calls: [opened] }),
          ...others.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
        ];
      }),
      chunk({}, finishReason(answering)),
      { data: { ...head, choices: [], usage: usageOf(answering) } },
      { data: "[DONE]" },
    ];
  },
};

function callsOf({ step, id }: Answering) {
  return (step.calls ?? []).map((call) => ({
    id: id("call"),
    type: "function",
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
}

function headOf({ body, id }: Answering) {
  return { id: id("chatcmpl"), created: 1, model: textOf(body.model) };
}

function usageOf({ usage }: Answering) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
  };
}

function finishReason({ step }: Answering): string {
  return (step.calls?.length ?? 0) > 0 ? "tool_calls" : "stop";
}
