/** One conversation in the words of each protocol, and how to read what comes back. */
import { expect } from "vitest";

export type Talk = { text: string } | { calls: number } | { results: number };

/** The same conversation in each protocol's own words. */
export interface Dialect {
  name: string;
  path: string;
  streamPath?: string;
  body(talk: readonly Talk[], stream: boolean): object;
  /** What the model answered, from a whole answer or from its events. */
  whole(answer: never): { said: string; calls: { name: string; args: unknown }[] };
  events(events: never[]): { said: string; calls: { name: string; args: unknown }[] };
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at);

export const dialects: readonly Dialect[] = [
  {
    name: "Anthropic Messages",
    path: "/v1/messages?beta=true",
    body: (talk, stream) => ({
      model: "m",
      stream,
      system: [{ type: "text", text: "SCRIPT:sub stands in the system's text and does not count" }],
      tools: [{ name: "write" }, { name: "a" }, { name: "b" }],
      messages: talk.map((turn) =>
        "text" in turn
          ? { role: "user", content: [{ type: "text", text: turn.text }] }
          : "calls" in turn
            ? {
                role: "assistant",
                content: range(turn.calls).map((id) => ({ type: "tool_use", id, name: "a", input: {} })),
              }
            : {
                role: "user",
                content: range(turn.results).map((id) => ({
                  type: "tool_result",
                  tool_use_id: id,
                  content: "SCRIPT:sub",
                })),
              },
      ),
    }),
    whole: (answer: { content: { type: string; text?: string; name?: string; input?: unknown }[] }) => ({
      said: answer.content.map(({ text }) => text ?? "").join(""),
      calls: answer.content
        .filter(({ type }) => type === "tool_use")
        .map(({ name = "", input }) => ({ name, args: input })),
    }),
    events(
      events: {
        type: string;
        index: number;
        content_block?: { name?: string };
        delta?: { text?: string; partial_json?: string };
      }[],
    ) {
      const calls = new Map<number, { name: string; json: string }>();
      let said = "";
      for (const event of events) {
        if (event.content_block?.name) calls.set(event.index, { name: event.content_block.name, json: "" });
        said += event.delta?.text ?? "";
        const call = calls.get(event.index);
        if (call) call.json += event.delta?.partial_json ?? "";
      }
      return { said, calls: [...calls.values()].map(({ name, json }) => ({ name, args: JSON.parse(json) })) };
    },
  },
  {
    name: "chat completions",
    path: "/v1/chat/completions",
    body: (talk, stream) => ({
      model: "m",
      stream,
      tools: ["write", "a", "b"].map((name) => ({ type: "function", function: { name } })),
      messages: [
        { role: "system", content: "SCRIPT:sub" },
        ...talk.flatMap((turn): object[] =>
          "text" in turn
            ? [{ role: "user", content: turn.text }]
            : "calls" in turn
              ? [
                  {
                    role: "assistant",
                    content: null,
                    tool_calls: range(turn.calls).map((id) => ({
                      id,
                      type: "function",
                      function: { name: "a", arguments: "{}" },
                    })),
                  },
                ]
              : range(turn.results).map((id) => ({ role: "tool", tool_call_id: id, content: "SCRIPT:sub" })),
        ),
      ],
    }),
    whole: (answer: {
      choices: {
        message: { content: string | null; tool_calls?: { function: { name: string; arguments: string } }[] };
      }[];
    }) => {
      const message = answer.choices[0]?.message;
      const calls = message?.tool_calls ?? [];
      return {
        said: message?.content ?? "",
        calls: calls.map(({ function: f }) => ({ name: f.name, args: JSON.parse(f.arguments) })),
      };
    },
    events(
      events: {
        choices: {
          delta: {
            content?: string | null;
            tool_calls?: { index: number; function: { name?: string; arguments: string } }[];
          };
        }[];
      }[],
    ) {
      const calls: { name: string; json: string }[] = [];
      let said = "";
      for (const { delta } of events.flatMap(({ choices }) => choices)) {
        said += delta.content ?? "";
        for (const { index, function: f } of delta.tool_calls ?? []) {
          calls[index] ??= { name: f.name ?? "", json: "" };
          calls[index].json += f.arguments;
        }
      }
      return { said, calls: calls.map(({ name, json }) => ({ name, args: JSON.parse(json) })) };
    },
  },
  {
    name: "Responses",
    path: "/v1/responses",
    body: (talk, stream) => ({
      model: "m",
      stream,
      instructions: "SCRIPT:sub",
      tools: ["write", "a", "b"].map((name) => ({ type: "function", name })),
      input: talk.flatMap((turn): object[] =>
        "text" in turn
          ? [{ type: "message", role: "user", content: [{ type: "input_text", text: turn.text }] }]
          : "calls" in turn
            ? [
                { type: "reasoning" },
                ...range(turn.calls).map((call_id) => ({ type: "function_call", call_id, name: "a", arguments: "{}" })),
              ]
            : range(turn.results).map((call_id) => ({ type: "function_call_output", call_id, output: "SCRIPT:sub" })),
      ),
    }),
    whole: (answer: {
      output: { type: string; name?: string; arguments?: string; content?: { text: string }[] }[];
    }) => ({
      said: answer.output
        .flatMap(({ content }) => content ?? [])
        .map(({ text }) => text)
        .join(""),
      calls: answer.output
        .filter(({ type }) => type === "function_call")
        .map((item) => ({ name: item.name ?? "", args: JSON.parse(item.arguments ?? "") })),
    }),
    events(events: { type: string; delta?: string; arguments?: string; item?: { name?: string; type: string } }[]) {
      const names = events.filter(
        ({ type, item }) => type === "response.output_item.added" && item?.type === "function_call",
      );
      const done = events.filter(({ type }) => type === "response.function_call_arguments.done");
      const text = events.filter(({ type }) => type === "response.output_text.delta");
      const pieces = events.filter(({ type }) => type === "response.function_call_arguments.delta");
      expect(pieces.map(({ delta }) => delta).join("")).toBe(done.map((event) => event.arguments).join(""));
      return {
        said: text.map(({ delta }) => delta).join(""),
        calls: done.map((event, at) => ({
          name: names[at]?.item?.name ?? "",
          args: JSON.parse(event.arguments ?? ""),
        })),
      };
    },
  },
  {
    name: "generateContent",
    path: "/v1beta/models/m:generateContent",
    streamPath: "/v1beta/models/m:streamGenerateContent?alt=sse",
    body: (talk) => ({
      systemInstruction: { parts: [{ text: "SCRIPT:sub" }] },
      tools: [{ functionDeclarations: ["write", "a", "b"].map((name) => ({ name })) }],
      contents: talk.flatMap((turn): object[] =>
        "text" in turn
          ? [{ role: "user", parts: [{ text: turn.text }] }]
          : "calls" in turn
            ? range(turn.calls).map(() => ({ role: "model", parts: [{ functionCall: { name: "a", args: {} } }] }))
            : [
                {
                  role: "user",
                  parts: range(turn.results).map(() => ({
                    functionResponse: { name: "a", response: { output: "SCRIPT:sub" } },
                  })),
                },
              ],
      ),
    }),
    whole: (answer: GeminiAnswer) => fromGemini([answer]),
    events: (events: GeminiAnswer[]) => fromGemini(events),
  },
];

type GeminiAnswer = {
  candidates: { content: { parts: { text?: string; functionCall?: { name: string; args: unknown } }[] } }[];
};

function fromGemini(answers: GeminiAnswer[]) {
  const parts = answers.flatMap(({ candidates }) => candidates.flatMap(({ content }) => content.parts));
  return {
    said: parts.map(({ text }) => text ?? "").join(""),
    calls: parts.flatMap(({ functionCall }) =>
      functionCall ? [{ name: functionCall.name, args: functionCall.args }] : [],
    ),
  };
}
