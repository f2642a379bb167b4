/** A model on loopback that plays a script: one turn for each request, whatever it is asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Turn {
  say?: string;
  calls?: readonly { name: string; input: object }[];
}

export interface ModelServer {
  url: string;
  /** What the model was sent, request by request. */
  requests: { messages: unknown[]; tools: string[] }[];
  close(): Promise<void>;
}

interface Body {
  messages?: unknown[];
  tools?: { function: { name: string } }[];
}

export async function startModel(turns: readonly Turn[]): Promise<ModelServer> {
  const requests: ModelServer["requests"] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
    request.on("end", () => {
      const body = JSON.parse(text) as Body;
      const turn = turns[requests.length] ?? { say: "The script is over." };
      requests.push({ messages: body.messages ?? [], tools: (body.tools ?? []).map((tool) => tool.function.name) });
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of chunksOf(turn, requests.length)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.end("data: [DONE]\n\n");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function chunksOf({ say, calls = [] }: Turn, at: number): object[] {
  const head = { id: `answer-${at}`, object: "chat.completion.chunk", created: 1, model: "scripted" };
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const tool_calls = calls.map(({ name, input }, index) => ({
    index,
    id: `call-${at}-${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return [
    chunk({ role: "assistant", content: say ?? null }),
    ...(tool_calls.length > 0 ? [chunk({ tool_calls })] : []),
    chunk({}, tool_calls.length > 0 ? "tool_calls" : "stop"),
    { ...head, choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
  ];
}
