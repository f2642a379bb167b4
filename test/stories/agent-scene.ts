/** `intentgate run` in a repository of its own, as a user who owns nothing else, with a scripted model on loopback. */
import { type ChildProcess, spawn } from "node:child_process";
import { type Fault, type ScriptedModel, type Scripts, startScriptedModel } from "@intentgate/scripted-model";
import { onTestFinished } from "vitest";
import { until } from "../support/patience.ts";
import { type HookScene, makeHookScene } from "./hook-scene.ts";
import { atTerminal, binary, type Ran, run, type SceneFiles, type Terminal } from "./scene.ts";

export const KEY = "sk-story-0123456789abcdefghij";

export interface AgentScene extends HookScene {
  model: ScriptedModel;
  /** Without a terminal. */
  runs(words: readonly string[], more?: Record<string, string>): Promise<Ran>;
  /** Without a terminal, every event as it was told. */
  tells(words: readonly string[]): Promise<{ code: number | null; events: Told[]; err: string }>;
  runsAtTerminal(words: readonly string[], more?: Record<string, string>): Terminal;
  /** Left running; what it has told so far. */
  starts(words: readonly string[]): Started;
}

export type Told = { type: string } & Record<string, unknown>;

export interface Started {
  child: ChildProcess;
  out(): string;
  sees(text: string): Promise<void>;
  ended: Promise<number | null>;
}

export interface AgentSceneOptions extends SceneFiles {
  scripts: Scripts;
  wire?: "anthropic" | "openai";
  chunkBytes?: number;
  faults?: readonly Fault[];
}

export async function agentScene(options: AgentSceneOptions): Promise<AgentScene> {
  const { scripts, wire = "anthropic", chunkBytes = 5, faults = [], ...files } = options;
  const scene = makeHookScene(files);
  const model = await startScriptedModel({ scripts, chunkBytes, faults });
  onTestFinished(() => model.close());
  const env: Record<string, string> = { [wire === "anthropic" ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY"]: KEY };
  const chosen = ["run", "--model", `${wire}/scripted`, "--base-url", `${model.url}/v1`];
  const runs: AgentScene["runs"] = (words, more = {}) =>
    run(scene, [...chosen, ...words], { env: { ...env, ...more } });
  return {
    ...scene,
    model,
    runs,
    async tells(words) {
      const { code, out, err } = await runs([...words, "--json"]);
      const lines = out.split("\n").filter((line) => line.startsWith("{"));
      return { code, err, events: lines.map((line) => JSON.parse(line) as Told) };
    },
    runsAtTerminal: (words, more = {}) => atTerminal(scene, [...chosen, ...words], { env: { ...env, ...more } }),
    starts(words) {
      const child = spawn(process.execPath, [binary, ...chosen, ...words], {
        cwd: scene.repo,
        env: { ...scene.env, ...env },
        ...scene.user,
      });
      child.stdin.end();
      onTestFinished(() => void child.kill("SIGKILL"));
      let out = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (more: string) => {
          out += more;
        });
      }
      const ended = new Promise<number | null>((done) => child.on("close", done));
      return {
        child,
        ended,
        out: () => out,
        async sees(text) {
          await until(() => out.includes(text) || child.exitCode !== null, text);
          if (!out.includes(text)) throw new Error(`never saw "${text}" in:\n${out}`);
        },
      };
    },
  };
}

/** `tool code` for what was refused, `tool ok|failed` for what was run, in order. */
export function outcomes(events: readonly Told[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "tool_blocked") return [`${event.tool} ${(event.refusal as { code: string }).code}`];
    return event.type === "tool_result" ? [`${event.tool} ${event.failed ? "failed" : "ok"}`] : [];
  });
}

export const select = (intent_id: string) => ({ name: "select_active_intent", input: { intent_id } });
export const write = (path: string, content: string, more: object = {}) => ({
  name: "write_to_file",
  input: { path, content, ...more },
});
export const command = (line: string) => ({ name: "execute_command", input: { command: line } });
