import { openWorkspace } from "@intentgate/workspace";

export async function runWithOwnHooks(folder: string, stateDir: string, answer: boolean, tell: (line: string) => void) {
  const { engine } = openWorkspace(folder, { stateDir });

  // Waits for a person: the call stands still until the promise is settled.
  engine.registerPreHook("hitlApproval", async ({ askApproval }) => {
    const approved = await askApproval?.("tool", JSON.stringify({ tool: "execute_command" }));
    return approved ? { allow: true } : { allow: false, reason: "User rejected tool via HITL pre-hook." };
  });

  // Always run: after success, failure and refusal alike.
  const remove = engine.registerPostHook("tell", async ({ toolName, outcome }) => {
    tell(`${toolName}: ${outcome.kind}`);
  });

  const done = await engine.executeTool(
    "read_file",
    { path: "README.md" },
    {
      session: { id: "s1" },
      cwd: folder,
      askApproval: async (kind, message) => {
        tell(`asked about a ${kind}: ${message}`);
        return answer;
      },
      pushToolResult: (result) => tell(`the model gets ${JSON.stringify(result)}`),
      handleError: (error) => tell(`the tool failed: ${error}`),
      execute: async () => ({ content: "# Shop" }),
    },
  );
  tell(`allowed: ${done.allowed}`);
  remove();
}
