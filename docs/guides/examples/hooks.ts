import { changedPaths, deny, openWorkspace } from "intentgate";

const workspace = openWorkspace(process.cwd());
const session = { id: "s1" };

// A pre-hook looks at what a call would do: computed from its input, never guessed from the tool's name.
workspace.engine.registerPreHook("noGeneratedFiles", async ({ effects }) => {
  const generated = changedPaths(effects).find(({ path }) => path.endsWith(".gen.ts"));
  if (!generated) return;
  const remedy = "Change the template in src/auth/templates and run the generator.";
  return deny("BLOCKED_BY_HOOK", `${generated.path} is generated.`, remedy);
});

// A post-hook sees how the call ended and what really changed on disk; it always runs.
const remove = workspace.engine.registerPostHook("tell", async ({ toolName, outcome, changes }) => {
  const files = changes.map(
    ({ relativePath, before }) => `${before.state === "absent" ? "new" : "changed"} ${relativePath}`,
  );
  console.log(`  ${toolName} ${outcome.kind}${files.length > 0 ? `: ${files.join(", ")}` : ""}`);
});

async function call(tool: string, input: object) {
  const { decision, refusal } = await workspace.callTool({ tool, input, session });
  console.log(`${decision}${refusal ? ` ${refusal.code}: ${refusal.message} ${refusal.meta.remedy}` : ""}`);
}

await call("select_active_intent", { intent_id: "INT-001" });
await call("write_to_file", { path: "src/auth/token.ts", content: "export const ttl = 900;\n" });
await call("write_to_file", { path: "src/auth/client.gen.ts", content: "" });
remove();
await call("write_to_file", { path: "README.md", content: "" });
workspace.close();
