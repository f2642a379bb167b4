import { readFile, writeFile } from "node:fs/promises";
import { openWorkspace, type Workspace } from "intentgate";

interface ToolUse {
  type: "tool_use";
  id: string;
  name: string;
  nativeArgs: Record<string, string>;
}
type Block = { type: "text"; text: string } | ToolUse;

interface Callbacks {
  pushToolResult(result: unknown): void | Promise<void>;
  handleError(error: unknown): void | Promise<void>;
}
type Tool = (task: Task, block: ToolUse, callbacks: Callbacks) => Promise<void>;

/** The extension's own tools, unchanged: they know nothing of the gate. */
const tools: Record<string, Tool> = {
  async read_file(_task, { nativeArgs }, { pushToolResult }) {
    await pushToolResult(await readFile(nativeArgs.path ?? "", "utf8"));
  },
  async write_to_file(_task, { nativeArgs }, { pushToolResult }) {
    await writeFile(nativeArgs.path ?? "", nativeArgs.content ?? "");
    await pushToolResult(`saved ${nativeArgs.path}`);
  },
  // New: the handshake. The gate's own tool does the work.
  async select_active_intent(task, { nativeArgs }, { pushToolResult }) {
    const { workspace, session } = task;
    const { result } = await workspace.callTool({ tool: "select_active_intent", input: nativeArgs, session });
    await pushToolResult(result);
  },
};

class Task {
  readonly session: { id: string; host: string };
  /** What hooks want the model to know in its next turn. */
  additionalContext: Record<string, unknown> = {};

  constructor(
    readonly workspace: Workspace,
    id: string,
  ) {
    this.session = { id, host: "my-extension" };
  }

  /** The system prompt is made anew for every turn, so a taken intent stands in it from the next one on. */
  systemPrompt(): string {
    return ["You are a coding assistant.", this.workspace.intentContext(this.session)].join("\n\n");
  }

  /** The one place through which every tool call goes: `tool.handle(…)` of before is now what the engine executes. */
  async processToolUse(block: ToolUse): Promise<void> {
    const handle = Object.hasOwn(tools, block.name) ? tools[block.name] : undefined;
    if (!handle) return this.say(block, `there is no tool ${block.name}`);
    const done = await this.workspace.engine.executeTool(block.name, block.nativeArgs, {
      session: this.session,
      cwd: this.workspace.roots[0],
      callId: block.id,
      askApproval: async (_kind, message) => {
        const { questions } = JSON.parse(message) as { questions: string[] };
        console.log(`        dialog: ${questions.join(" ")} Yes.`);
        return true;
      },
      pushToolResult: (result) => this.say(block, result),
      handleError: (error) => console.log(`        failed: ${error}`),
      execute: (callbacks) => handle(this, block, callbacks),
    });
    this.additionalContext = done.contextPatch;
  }

  private say({ name }: ToolUse, result: unknown): void {
    const text = typeof result === "string" ? result : JSON.stringify(result);
    console.log(`        ${name}: ${text.length > 110 ? `${text.slice(0, 110)}…` : text}`);
  }
}

async function presentAssistantMessage(task: Task, blocks: readonly Block[]): Promise<void> {
  for (const block of blocks) {
    if (block.type === "text") console.log(`model:  ${block.text}`);
    else await task.processToolUse(block);
  }
}

/** The extension is activated: one workspace for all folders of the window. */
const workspace = openWorkspace([process.cwd()], { defaultMode: "strict" });
const task = new Task(workspace, "task-1");
const use = (id: string, name: string, nativeArgs: ToolUse["nativeArgs"]): ToolUse => ({
  type: "tool_use",
  id,
  name,
  nativeArgs,
});

console.log(`prompt: ${task.systemPrompt().split("\n").slice(2, 4).join(" ")}`);
await presentAssistantMessage(task, [
  { type: "text", text: "I write the token check." },
  use("1", "write_to_file", { path: "src/auth/token.ts", content: "export const ttl = 900;\n" }),
]);
await presentAssistantMessage(task, [
  { type: "text", text: "I take the intent first." },
  use("2", "select_active_intent", { intent_id: "INT-001" }),
]);
console.log(`prompt: ${task.systemPrompt().split("\n").slice(2, 4).join(" ")}`);
await presentAssistantMessage(task, [
  use("3", "write_to_file", { path: "src/auth/token.ts", content: "export const ttl = 900;\n" }),
  use("4", "write_to_file", { path: "src/api/weather.ts", content: "" }),
  use("5", "read_file", { path: "src/api/weather.ts" }),
]);
workspace.close();
