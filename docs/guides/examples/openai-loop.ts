import { openWorkspace } from "intentgate";

const [baseUrl, prompt] = process.argv.slice(2);
const workspace = openWorkspace(process.cwd());
const session = { id: "loop-1", host: "my-loop" };

interface ToolCall {
  id: string;
  function: { name: string; arguments: string };
}
type Message =
  | { role: "system" | "user"; content: string | undefined }
  | { role: "assistant"; content: string | null; tool_calls?: ToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

const messages: Message[] = [
  { role: "system", content: workspace.intentContext(session) },
  { role: "user", content: prompt },
];
const tools = workspace.tools.map(({ name, summary, jsonSchema }) => ({
  type: "function",
  function: { name, description: summary, parameters: jsonSchema },
}));

for (let turn = 0; turn < 20; turn += 1) {
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "any", messages, tools }),
  });
  if (!response.ok) throw new Error(`the model answered ${response.status}`);
  const { choices } = (await response.json()) as { choices: { message: Message & { role: "assistant" } }[] };
  const message = choices[0]?.message;
  if (!message) throw new Error("the model said nothing");
  messages.push(message);
  if (!message.tool_calls?.length) {
    console.log(`model: ${message.content}`);
    break;
  }
  // One after the other: what the second call may do can follow from what the first one did.
  for (const call of message.tool_calls) {
    messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(await run(call)) });
  }
}
workspace.close();

/** Exactly one result for every call: what came of it, the refusal, or why it was no call at all. */
async function run({ id, function: { name, arguments: text } }: ToolCall): Promise<unknown> {
  const input = parsed(text);
  if (input === undefined) {
    console.log(`${name}: not run, its arguments are no JSON`);
    return { error: "The arguments are not JSON. Nothing was run; call it again." };
  }
  const answer = await workspace.callTool({ tool: name, input, session, callId: id });
  console.log(`${name}: ${answer.refusal ? `${answer.refusal.code}, ${answer.refusal.message}` : answer.decision}`);
  return answer.refusal ?? answer.result;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
