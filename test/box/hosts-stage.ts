/** A host that runs what it is given, played by a script: the hook before, the command in a shell of its own, the hook after. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GateStage, setGateStage } from "./gate-stage.ts";
import { noLayers } from "./stage.ts";

export interface HostStage extends GateStage {
  /** One command from its first event to its last. */
  bash(command: string, more?: HostCall): Ran;
  /** Only its first event; `shell` and `after` are the rest. */
  before(command: string, more?: HostCall): Before;
  shell(line: string, more?: HostCall): Pick<Ran, "code" | "out" | "err">;
  after(command: string, more?: HostCall & { failed?: boolean }): string;
  takes(intent: string, session?: string): void;
  /** Any other event of a session. */
  hook(event: string, payload: Record<string, unknown>): string;
  /** A script that the host runs. */
  below(script: string): string;
}

export interface HostCall {
  session?: string;
  id?: string;
  cwd?: string;
  mode?: string;
  input?: Record<string, unknown>;
}

interface Before {
  /** What the host runs; null where it was refused. */
  line: string | null;
  said: string;
}

export interface Ran extends Before {
  code: number;
  out: string;
  err: string;
  told: string;
}

let calls = 0;

/** Runs what it is told, one script after the other, and is no shell: so it is the host that everything it starts has. */
const AGENT = `const { readFileSync, writeFileSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const home = process.env.HOME;
for (;;) {
  const script = readFileSync(home + "/asked", "utf8");
  const ran = spawnSync("bash", ["-c", script], { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1e8 });
  writeFileSync(home + "/answer", ran.stdout);
}
`;

/** Which host is played, and the words around every line that it runs. */
interface Played {
  /** Whose settings name the hook. */
  name: "claude-code" | "codex";
  /** Who calls, in whose words. */
  caller: "claude-code" | "codex" | "copilot-cli";
  /** With which it was started. */
  words: readonly string[];
  sandbox(stage: GateStage): string;
  /** Programs of the system that are others for it. */
  posed?: Record<string, string>;
}

const claudeCode: Played = { name: "claude-code", caller: "claude-code", words: [], sandbox: () => "" };

/** Copilot CLI reads the settings of Claude Code along. */
export const copilotThroughClaude = (...words: string[]): Played => ({ ...claudeCode, caller: "copilot-cli", words });

/** Where no layers can be laid. */
export const withoutLayers: Played = { ...claudeCode, posed: noLayers };

/** Codex in its own sandbox, as it was measured: the repository and `/tmp` can be written, but not what steers git and it. */
export const sandboxedCodex: Played = {
  ...{ name: "codex", caller: "codex", words: [] },
  sandbox: ({ root, home }) =>
    `mkdir -p ${root}/.codex; exec bwrap --unshare-user --unshare-pid --unshare-net --ro-bind / / --dev /dev --proc /proc --bind /tmp /tmp --ro-bind ${home} ${home} --bind ${root} ${root} --ro-bind ${root}/.git ${root}/.git --ro-bind ${root}/.codex ${root}/.codex --`,
};

export async function setHostStage(policy = "", played = claudeCode): Promise<HostStage> {
  const stage = await setGateStage(policy);
  stage.plain(`mkfifo ~/asked ~/answer; cat > ~/agent.cjs <<'END'\n${AGENT}END`);
  if (played.posed !== undefined) stage.pose(played.posed);
  const agent = stage.start([process.execPath, `${stage.home}/agent.cjs`, ...played.words]);
  writeFileSync(join(stage.home, "../script"), "");
  chmodSync(join(stage.home, "../script"), 0o666);
  /** Below the agent, as all that it starts is. */
  const below = (script: string): string => {
    writeFileSync(join(stage.home, "../script"), script);
    return stage.plain("cat ~/../script > ~/asked; cat ~/answer");
  };
  const hook = (event: string, payload: Record<string, unknown>) => {
    const text = JSON.stringify(payload).replaceAll("'", "'\\''");
    return below(`printf '%s' '${text}' | ${stage.program} hook ${played.name} ${event} 2>&1`);
  };
  const isCopilot = played.caller === "copilot-cli";
  const common = ({ session = "s1", cwd = stage.root, id = "", mode = "default" }: HostCall) => ({
    ...{ session_id: session, cwd },
    ...(isCopilot
      ? { timestamp: "2026-11-15T06:34:44.423Z" }
      : { transcript_path: "/x", permission_mode: mode, tool_use_id: id, prompt_id: "p" }),
    ...(played.name === "codex" ? { turn_id: "t", model: "m" } : {}),
  });

  function before(command: string, more: HostCall = {}): Before {
    const id = more.id ?? `call-${calls}`;
    const said = hook("PreToolUse", {
      ...common({ ...more, id }),
      ...{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command, ...more.input } },
    });
    if (/"permissionDecision":"(?:deny|ask)"/.test(said)) return { line: null, said };
    const given = /^\{.*\}$/m.exec(said)?.[0];
    const { hookSpecificOutput = {} } = given === undefined ? {} : JSON.parse(given);
    return { line: hookSpecificOutput.updatedInput?.command ?? command, said };
  }

  function shell(line: string, { cwd = stage.root }: HostCall = {}) {
    const quoted = line.replaceAll("'", "'\\''");
    const said = below(
      `cd '${cwd}'; (${played.sandbox(stage)} bash -c '${quoted}') > ~/out 2> ~/err < /dev/null; echo $?; cat ~/err > ~/err2; cat ~/out`,
    );
    const at = said.indexOf("\n");
    return { code: Number(said.slice(0, at)), out: said.slice(at + 1), err: stage.plain("cat ~/err2") };
  }

  function after(command: string, more: HostCall & { failed?: boolean } = {}): string {
    const isCodex = played.name === "codex";
    const event = more.failed && !isCodex ? "PostToolUseFailure" : "PostToolUse";
    const id = more.id ?? `call-${calls}`;
    const said = isCodex ? `Exit code: ${more.failed ? 1 : 0}\n` : { stdout: "", stderr: "" };
    const well = isCopilot ? { tool_result: { result_type: "success" } } : { tool_response: said };
    const outcome = more.failed && !isCodex ? { error: "exit 1" } : well;
    return hook(event, {
      ...common({ ...more, id }),
      ...{ hook_event_name: event, tool_name: "Bash", tool_input: { command, ...more.input }, ...outcome },
    });
  }

  return {
    ...stage,
    clear() {
      agent.kill("SIGKILL");
      stage.clear();
    },
    hook: (event, payload) => hook(event, { ...common({}), ...payload }),
    before,
    below,
    shell,
    after,
    bash(command, more = {}) {
      calls += 1;
      const begun = before(command, more);
      if (begun.line === null) return { ...begun, code: -1, out: "", err: "", told: "" };
      const ran = shell(begun.line, more);
      return { ...begun, ...ran, told: after(begun.line, { ...more, failed: ran.code !== 0 }) };
    },
    takes: (intent, session = "s1") => {
      const base = {
        ...common({ session, id: `take-${session}` }),
        tool_name: isCopilot ? "intentgate-select_active_intent" : "mcp__intentgate__select_active_intent",
      };
      hook("PreToolUse", { ...base, hook_event_name: "PreToolUse", tool_input: { intent_id: intent } });
      hook("PostToolUse", {
        ...base,
        hook_event_name: "PostToolUse",
        tool_input: { intent_id: intent },
        ...(isCopilot ? { tool_result: { result_type: "success" } } : { tool_response: {} }),
      });
    },
  };
}
