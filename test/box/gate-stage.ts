/** The built program on a stage of its own, called as a host calls it: commands go through the gate, and so through the box. */
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Stage, setStage } from "./stage.ts";

export interface GateStage extends Stage {
  /** One call through the gate; the reply as it was printed. */
  call(tool: string, input: Record<string, unknown>, session?: string, env?: string, parent?: string): Reply;
  run(command: string, session?: string, parent?: string): Reply;
  take(intent: string, session?: string): void;
  /** Words of the program, typed by the person on a terminal of their own. */
  typed(words: string): string;
  /** How the program is started in a shell. */
  program: string;
  ledger(): LedgerRow[];
  decisions(): Record<string, unknown>[];
}

export interface Reply {
  decision: "allow" | "deny";
  code?: string;
  invocation_id: string;
  result?: { exit_code: number; stdout: string; stderr: string; error?: string; code?: string };
  error?: { message: string; code?: string; meta?: Record<string, unknown> };
  notices?: { message: string }[];
}

interface LedgerRow {
  intent_id: string;
  files: { relative_path: string; change: string; conversations: { contributor: { entity_type: string } }[] }[];
  decision: { id: string; approval: string; outcome: string; tool: string };
}

const SCOPE = "src/**";

export async function setGateStage(policy = "", drivenBy?: string): Promise<GateStage> {
  const stage = await setStage("project", drivenBy);
  // What a driver stands on that was installed.
  if (drivenBy !== undefined)
    symlinkSync(join(import.meta.dirname, "../../node_modules"), join(stage.home, "../node_modules"));
  const program = join(stage.home, "../program");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(import.meta.dirname, "../../apps/cli", part), join(program, part), { recursive: true });
  const gate = `${process.execPath} ${join(program, "bin/intentgate.cjs")}`;
  stage.plain(
    "git init -q -b main; git config user.email a@b; git config user.name a; mkdir src docs; echo a > src/a.ts; echo d > docs/d.md",
  );
  stage.plain("printf 'dist/\\nnode_modules/\\n' > .gitignore");
  typed("init --yes");
  typed(`intent new INT-1 --name Work --scope '${SCOPE}'`);
  if (policy !== "") {
    writeFileSync(join(stage.home, "policy"), policy);
    stage.plain("sed -i /^commands:/d .orchestration/policy.yaml; cat ~/policy >> .orchestration/policy.yaml");
  }
  stage.plain("git add -A; git commit -qm first");

  function typed(words: string): string {
    const line = `${gate} ${words}`.replaceAll("'", "'\\''");
    return stage.plain(`NO_COLOR=1 script -qec '${line}' /dev/null < /dev/null`).replaceAll("\r", "");
  }
  function call(tool: string, input: Record<string, unknown>, session = "s1", env = "", parent?: string): Reply {
    const asked = JSON.stringify({ tool, input, session, model: "m", parent }).replaceAll("'", "'\\''");
    const said = stage.plain(`printf '%s' '${asked}' | env ${env} ${gate} call`);
    return JSON.parse(said) as Reply;
  }
  const rows = (file: string) =>
    stage
      .plain(`cat .orchestration/${file} 2>/dev/null`)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return {
    ...stage,
    call,
    typed,
    program: gate,
    run: (command, session, parent) => call("execute_command", { command }, session, "", parent),
    take: (intent, session) => void call("select_active_intent", { intent_id: intent }, session),
    ledger: () => rows("agent_trace.jsonl") as LedgerRow[],
    decisions: () => rows("decisions.jsonl"),
  };
}
