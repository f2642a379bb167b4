/** Gemini: a stream of server-sent events with `alt=sse`, one JSON array without. */
import { fieldsOf, listOf, partsText, shownIn, textOf } from "./json-fields.ts";
import { type Answering, type Protocol, piecesOf } from "./protocol.ts";

export const generateContent: Protocol = {
  name: "generate-content",
  asksAt: (path) => /:(generateContent|streamGenerateContent)$/.test(path),
  read: (body, path) => ({
    turns: listOf(body.contents).map((content) => ({
      role: content.role === "model" ? "assistant" : "user",
      text: partsText(content.parts),
      callsTools: listOf(content.parts).some((part) => part.functionCall !== undefined),
      shown: shownIn(content),
    })),
    tools: listOf(body.tools).flatMap((tool) =>
      listOf(tool.functionDeclarations).map((declared) => textOf(declared.name)),
    ),
    streams: path.endsWith(":streamGenerateContent"),
  }),
  whole: (answering) =>
    chunkOf([...saidIn(answering, Number.POSITIVE_INFINITY), ...callsIn(answering)], answering, true),
  events(answering) {
    // A call is never split: the protocol has no pieces of arguments.
    const groups = [...saidIn(answering, answering.pieceLength), ...callsIn(answering)];
    return groups.map((part, at) => ({ data: chunkOf([part], answering, at === groups.length - 1) }));
  },
};

function saidIn({ body, step }: Answering, pieceLength: number): object[] {
  const config = fieldsOf(body.generationConfig);
  const wantsJson = config.responseMimeType === "application/json" || config.responseJsonSchema !== undefined;
  const calls = (step.calls?.length ?? 0) > 0;
  const text = wantsJson && !calls ? "{}" : (step.say ?? (calls ? undefined : ""));
  return text === undefined ? [] : piecesOf(text, pieceLength).map((piece) => ({ text: piece }));
}

function callsIn({ step, id }: Answering): object[] {
  return (step.calls ?? []).map((call) => ({
    functionCall: { name: call.name, args: call.raw ?? call.input ?? {}, id: id("fc") },
    thoughtSignature: "c2lnbmVk",
  }));
}

function chunkOf(parts: object[], { usage, id }: Answering, isLast: boolean) {
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...(isLast ? { finishReason: "STOP" } : {}) }],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: "scripted",
    responseId: id("resp"),
  };
}
