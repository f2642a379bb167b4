import { openWorkspace } from "intentgate";

const answer = process.argv[2] === "yes";
const { engine } = openWorkspace(process.cwd());

// Waits for a person: the call stands still until the promise is settled.
engine.registerPreHook("hitlApproval", async ({ askApproval }) => {
  const approved = await askApproval?.("tool", JSON.stringify({ tool: "execute_command" }));
  return approved ? { allow: true } : { allow: false, reason: "User rejected tool via HITL pre-hook." };
});

// Always run: after success, failure and refusal alike.
const remove = engine.registerPostHook("tell", async ({ toolName, outcome }) => {
  console.log(`${toolName}: ${outcome.kind}`);
});

const done = await engine.executeTool(
  "read_file",
  { path: "README.md" },
  {
    session: { id: "s1" },
    cwd: process.cwd(),
    askApproval: async (kind, message) => {
      console.log(`asked about a ${kind}: ${message}`);
      return answer;
    },
    pushToolResult: (result) => console.log(`the model gets ${JSON.stringify(result)}`),
    handleError: (error) => console.log(`the tool failed: ${error}`),
    execute: async () => ({ content: "# Shop" }),
  },
);
console.log(`allowed: ${done.allowed}`);
remove();
