/**
 * What the call of an ability touches. Only the runner can make such a call: it brings this description along, so that
 * no host and no name in a registry can pass one thing off as another.
 */
import { shellLine } from "@intentgate/documents";
import type { CallAnswer, CallRequest, Effects, PreToolUseContext, Risk } from "@intentgate/engine";
import type { createEffectsOf, DescribedCall, EffectsOf } from "@intentgate/policy";
import type { JsonValue } from "../json-schema/json-schema.ts";

export interface AbilityCall {
  abilityId: string;
  /** The program that is started, as words; a path in it is relative to the root. */
  words: readonly string[];
  /** The tool that the program is asked for, where it is an MCP server. */
  mcp: { server: string; tool: string; input: Record<string, JsonValue> } | null;
  /** The schema of its input has a `pattern`, and nobody looked whether the input fits it. */
  hasUncheckedPattern: boolean;
}

/** A call of an ability through the gate: it says itself what it touches, and which page tells of it. */
export interface AbilityRequest extends CallRequest {
  describe(parts: Parameters<typeof createEffectsOf>[0]): DescribedCall;
  toolCallPath: string;
  /** Its program is started through `start`, and so in a box where there is one. */
  isContainable: boolean;
  execute(context: PreToolUseContext, start?: StartContained): Promise<unknown>;
}

/** Puts a program into its box; null where it is started as it is. */
export type StartContained = (
  words: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv,
) => Promise<{ kind: "goes on" } | ContainedProgram | null>;

export interface ContainedProgram {
  kind: "runs";
  words: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Once it is over: what it did counts then, or nothing of it and it runs once more. `told`: what was kept back of it. */
  end(code: number, said: string): Promise<ContainedEnd | { again: ContainedProgram }>;
}

type ContainedEnd = { ok: true; told: readonly string[] } | { ok: false; why: string };

export type CallAbility = (request: AbilityRequest) => Promise<CallAnswer>;

const worst: readonly Risk[] = ["SAFE", "DESTRUCTIVE", "UNKNOWN"];

/** What a run of an ability touches: the program that is started, and what it is asked for. */
export function describeAbility(call: AbilityCall, effectsOf: EffectsOf, root: string): DescribedCall {
  const program = effectsOf("execute_command", { command: shellLine(call.words) }, root);
  const both = call.mcp ? together(program, call.mcp, effectsOf, root) : program;
  const judged = call.hasUncheckedPattern ? withDoubt(both) : both;
  return withoutOwnScript({ ...judged, normalizedToolName: call.abilityId }, call, root);
}

/** Starting the server and asking it: the worse of the two, with all that either touches. */
function together(
  program: DescribedCall,
  { server, tool, input }: NonNullable<AbilityCall["mcp"]>,
  effectsOf: EffectsOf,
  root: string,
): DescribedCall {
  const asked = effectsOf("use_mcp_tool", { server_name: server, tool_name: tool, arguments: input }, root);
  const both = [program.effects, asked.effects];
  // A yes to this command is a yes to this question, not to whatever the server may be asked next.
  const question = ` # ${server}.${tool} ${JSON.stringify(input)}`;
  const effects: Effects = {
    risk: worst[Math.max(...both.map(({ risk }) => worst.indexOf(risk)))] ?? "UNKNOWN",
    mutates: both.some(({ mutates }) => mutates),
    list: both
      .flatMap(({ list }) => list)
      .map((effect) => (effect.kind === "run" ? { ...effect, command: effect.command + question } : effect)),
    why: both.flatMap(({ why }) => why),
  };
  return { ...program, effects, named: [...program.named, ...asked.named] };
}

/** Who wrote the pattern relied on it, so what was declared of the program may not hold for this input. */
function withDoubt(described: DescribedCall): DescribedCall {
  const why = "The schema of the input has a `pattern`, which is not checked.";
  const { list, why: others } = described.effects;
  const effects: Effects = {
    risk: "UNKNOWN",
    mutates: true,
    list: [...list, { kind: "unknown", why, mentions: [] }],
    why: [...others, why],
  };
  return { ...described, effects };
}

/** Not where programs may write. */
const protectedScript = /^\/\.system\/(?!(logs|cache|implement)\/)/;

/** A script that lies in `.system` is a control file; running it is what it is for, and an agent cannot change it. */
function withoutOwnScript(described: DescribedCall, { words }: AbilityCall, root: string): DescribedCall {
  const script = `${root}/${(words[0] ?? "").replace(/^\.\//, "")}`;
  if (!protectedScript.test(script.slice(root.length))) return described;
  const list = described.effects.list.map((effect) =>
    effect.kind === "unknown"
      ? { ...effect, mentions: effect.mentions.filter(({ absolute }) => absolute !== script) }
      : effect,
  );
  return { ...described, effects: { ...described.effects, list } };
}
