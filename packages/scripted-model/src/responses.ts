/** OpenAI Responses: what kind of call an item is (function, free text, tool of a namespace) follows from what was offered. */
import { type Fields, listOf, partsText, shownIn, textOf } from "./json-fields.ts";
import { type Answering, argumentsOf, type Protocol, piecesOf, type SentEvent } from "./protocol.ts";
import type { StepCall, Turn } from "./script.ts";

type Offer = { kind: "function" | "custom"; name: string; namespace: string | null };

export const responses: Protocol = {
  name: "responses",
  asksAt: (path) => path.endsWith("/responses"),
  read: (body) => ({
    turns: inputOf(body).flatMap(turnOf),
    tools: offersIn(body).map(fullName),
    streams: body.stream === true,
  }),
  whole: (answering) =>
    responseOf(
      answering,
      itemsOf(answering).map(({ item }) => item),
    ),
  events(answering) {
    const items = itemsOf(answering);
    const response = responseOf(
      answering,
      items.map(({ item }) => item),
    );
    const sent = [
      { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
      ...items.flatMap(({ item, opened, between }, output_index) => [
        { type: "response.output_item.added", output_index, item: opened },
        ...between.map((event) => ({ ...event, item_id: item.id, output_index })),
        { type: "response.output_item.done", output_index, item },
      ]),
      { type: "response.completed", response },
    ];
    return sent.map((data, sequence_number): SentEvent => ({ event: data.type, data: { ...data, sequence_number } }));
  },
};

function inputOf(body: Fields): readonly Fields[] {
  return typeof body.input === "string" ? [{ role: "user", content: body.input }] : listOf(body.input);
}

function turnOf(item: Fields): Turn[] {
  const type = textOf(item.type);
  if (type === "reasoning" || type === "additional_tools") return [];
  const callsTools = ["function_call", "custom_tool_call", "local_shell_call"].includes(type);
  const role = callsTools || item.role === "assistant" ? "assistant" : item.role === "user" ? "user" : "other";
  return [{ role, text: partsText(item.content), callsTools, shown: shownIn(item) }];
}

/** Tools come with the request or, for newer models, as an item of its input; those of a server stand in a namespace. */
function offersIn(body: Fields): Offer[] {
  const late = inputOf(body).filter((item) => item.type === "additional_tools");
  return [...listOf(body.tools), ...late.flatMap((item) => listOf(item.tools))].flatMap((tool): Offer[] => {
    const name = textOf(tool.name);
    if (tool.type !== "namespace")
      return [
        { kind: tool.type === "custom" ? "custom" : "function", name: name || textOf(tool.type), namespace: null },
      ];
    return listOf(tool.tools).map((inner) => ({
      kind: inner.type === "custom" ? "custom" : "function",
      name: textOf(inner.name),
      namespace: name,
    }));
  });
}

function fullName({ name, namespace }: Offer): string {
  return namespace === null ? name : `${namespace}__${name}`;
}

/** A host with many tools shows them only to those who search; `namespace__tool` can be called all the same. */
function keptBack(name: string): Offer {
  const at = name.lastIndexOf("__");
  return at <= 0
    ? { kind: "function", name, namespace: null }
    : { kind: "function", name: name.slice(at + 2), namespace: name.slice(0, at) };
}

interface Item {
  item: { id: string; type: string } & Record<string, unknown>;
  opened: object;
  between: ({ type: string } & Record<string, unknown>)[];
}

function itemsOf(answering: Answering): Item[] {
  const said = answering.step.say === undefined ? [] : [messageItem(answering.step.say, answering)];
  return [...said, ...(answering.step.calls ?? []).map((call) => callItem(call, answering))];
}

function messageItem(text: string, { id, pieceLength }: Answering): Item {
  const part = { type: "output_text", text, annotations: [] };
  const item = { id: id("msg"), type: "message", role: "assistant", status: "completed", content: [part] };
  return {
    item,
    opened: { ...item, status: "in_progress", content: [] },
    between: [
      { type: "response.content_part.added", content_index: 0, part: { ...part, text: "" } },
      ...piecesOf(text, pieceLength).map((delta) => ({ type: "response.output_text.delta", content_index: 0, delta })),
      { type: "response.output_text.done", content_index: 0, text },
      { type: "response.content_part.done", content_index: 0, part },
    ],
  };
}

function callItem(call: StepCall, { body, id, pieceLength }: Answering): Item {
  const offer =
    offersIn(body).find((one) => fullName(one) === call.name || one.name === call.name) ?? keptBack(call.name);
  const isFree = offer.kind === "custom";
  const given = isFree ? (call.raw ?? textOf(call.input)) : argumentsOf(call);
  const field = isFree ? "input" : "arguments";
  const events = isFree ? "response.custom_tool_call_input" : "response.function_call_arguments";
  const item = {
    id: id(isFree ? "ctc" : "fc"),
    type: isFree ? "custom_tool_call" : "function_call",
    call_id: id("call"),
    name: offer.name,
    ...(offer.namespace === null ? {} : { namespace: offer.namespace }),
    [field]: given,
    status: "completed",
  };
  return {
    item,
    opened: { ...item, [field]: "", status: "in_progress" },
    between: [
      ...piecesOf(given, pieceLength).map((delta) => ({ type: `${events}.delta`, delta })),
      { type: `${events}.done`, [field]: given },
    ],
  };
}

function responseOf({ body, usage, id }: Answering, output: object[]) {
  return {
    id: id("resp"),
    object: "response",
    created_at: 1,
    status: "completed",
    model: textOf(body.model),
    output,
    parallel_tool_calls: false,
    tool_choice: "auto",
    tools: [],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}
