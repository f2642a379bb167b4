import { writeFile } from "node:fs/promises";
import { generateText, jsonSchema, stepCountIs, type ToolExecutionOptions, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { type DeclaredTool, openWorkspace } from "intentgate";

const workspace = openWorkspace(process.cwd());
const session = { id: "chat-1", host: "my-app" };

/** Any `execute` of the SDK, behind the gate: it runs where every check has passed, and a refusal is the tool's result. */
function gated<Input extends object>(
  name: string,
  declared: DeclaredTool,
  execute: (input: Input) => Promise<unknown>,
) {
  return async (input: Input, { toolCallId, abortSignal }: ToolExecutionOptions) => {
    const answer = await workspace.callThrough({
      tool: name,
      input,
      declared,
      session,
      callId: toolCallId,
      signal: abortSignal,
      execute: () => execute(input),
    });
    console.log(`${name} ${JSON.stringify(input)}: ${answer.refusal?.code ?? answer.decision}`);
    return answer.refusal ?? answer.result;
  };
}

/** A tool of the gate itself, offered to the model. */
function native(name: string) {
  const { summary, jsonSchema: schema } = workspace.tools.find((one) => one.name === name) ?? {};
  return tool({
    description: summary,
    inputSchema: jsonSchema<object>(schema ?? {}),
    execute: async (input, { toolCallId }) => {
      const answer = await workspace.callTool({ tool: name, input, session, callId: toolCallId });
      console.log(`${name} ${JSON.stringify(input)}: ${answer.refusal?.code ?? answer.decision}`);
      return answer.refusal ?? answer.result;
    },
  });
}

const { text, steps } = await generateText({
  model: scripted([
    ["save_page", { file: "src/auth/help.md", text: "# Sign-in\n" }],
    ["select_active_intent", { intent_id: "INT-001" }],
    ["save_page", { file: "src/auth/help.md", text: "# Sign-in\n" }],
    ["save_page", { file: "src/api/help.md", text: "# API\n" }],
  ]),
  system: workspace.intentContext(session),
  prompt: "Write a help page for the sign-in.",
  stopWhen: stepCountIs(10),
  tools: {
    select_active_intent: native("select_active_intent"),
    save_page: tool({
      description: "Saves a page of the manual.",
      inputSchema: jsonSchema<{ file: string; text: string }>({
        type: "object",
        properties: { file: { type: "string" }, text: { type: "string" } },
        required: ["file", "text"],
      }),
      execute: gated("save_page", { effect: "write", paths_from: ["file"] }, async ({ file, text }) => {
        await writeFile(file, text);
        return { saved: file };
      }),
    }),
  },
});
console.log(`${steps.length} turns, then: ${text}`);
workspace.close();

/** In place of a provider's model: makes these calls one after the other, then says a word. */
function scripted(calls: readonly (readonly [tool: string, input: object])[]) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  let turn = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const call = calls[turn++];
      if (!call) {
        const finishReason = { unified: "stop" as const, raw: undefined };
        return { content: [{ type: "text", text: "done" }], finishReason, usage, warnings: [] };
      }
      const [toolName, input] = call;
      return {
        content: [{ type: "tool-call", toolCallId: `call-${turn}`, toolName, input: JSON.stringify(input) }],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}
