/** The tools of the gate itself: what they are about to write is shown, and what was decided on is run. */
import type { CallRequest, FileBytes, FileChange, HookContext, PreToolUseContext, ToolCall } from "@intentgate/engine";
import type { FileFacts } from "@intentgate/policy";
import type { GovernedRoot, LessonsFile, ShownCall } from "@intentgate/sidecar";
import { type FilePlan, type NativeTools, PlanError, type StartOtherwise, type ToolContext } from "@intentgate/tools";
import { readChangeSyntax, type Syntax } from "@intentgate/trace";
import { shownCall } from "../approvals/shown-call.ts";
import type { ContainCommand } from "../contained/contain-command.ts";
import type { Call } from "./call.ts";
import { createGateTools } from "./gate-tools.ts";
import { homeRoot } from "./governed.ts";
import { decidedContext, previewContext, type ToolContextParts } from "./tool-context.ts";

export interface NativeCallsParts {
  roots: readonly GovernedRoot[];
  home: GovernedRoot;
  facts: FileFacts;
  tools: NativeTools;
  lessons: LessonsFile;
  now(): Date;
  syntax: Syntax;
  contain: ContainCommand<Call>;
  isSecret(root: string, relative: string): boolean;
}

/** Runs one check of an intent through the gate; null when it passed, else what went wrong. */
export type RunCheck = (argv: readonly string[], home: GovernedRoot) => Promise<string | null>;

type Caller = Pick<CallRequest, "session" | "signal">;

export interface NativeCalls {
  /** How a program of this call is started, whoever starts it. */
  starter(request: CallRequest, context: PreToolUseContext, call: Call): StartOtherwise;
  /** What a person is shown before they are asked. */
  show(context: HookContext): Promise<ShownCall>;
  /** Keeps to what was decided, byte for byte. */
  run(request: CallRequest, context: PreToolUseContext, call: Call, runCheck: RunCheck): Promise<unknown>;
  /** One of the gate's own tools, whose call was decided by another process. */
  runDecided(tool: string, call: ToolCall, signal: AbortSignal, runCheck: RunCheck): Promise<unknown>;
}

export function createNativeCalls(parts: NativeCallsParts): NativeCalls {
  const { tools } = parts;

  function toolParts(
    { session, signal }: Caller,
    cwd: string,
    runCheck: RunCheck,
    startCommand: StartOtherwise = async () => null,
  ): ToolContextParts {
    const home = homeRoot(parts.roots, cwd) ?? parts.home;
    const gate = createGateTools({
      roots: parts.roots,
      home,
      lessons: parts.lessons,
      session: session.id,
      parent: session.parent ?? null,
      now: parts.now,
      runCheck: (argv) => runCheck(argv, home),
    });
    return { cwd, facts: parts.facts, gate, startCommand, signal };
  }

  /** What the tool would write; a tool that would fail says so instead. */
  async function lookAhead(context: HookContext, looksAhead: ToolContext) {
    if (!tools.has(context.toolName)) return { plans: [], wouldFail: null };
    try {
      return { plans: await tools.plan(context.toolName, context.payload, looksAhead), wouldFail: null };
    } catch (error) {
      if (error instanceof PlanError) return { plans: [], wouldFail: error.message };
      throw error;
    }
  }

  function starter({ session, cwd }: CallRequest, decided: PreToolUseContext, call: Call): StartOtherwise {
    return parts.contain({ ...decided, session, cwd: cwd ?? parts.home.root }, call);
  }

  return {
    starter,

    async show(context) {
      const cwd = context.cwd ?? parts.home.root;
      const home = homeRoot(parts.roots, cwd) ?? parts.home;
      const rules = home.rules();
      const intent = rules.ok && context.intentId !== null ? rules.value.intents.get(context.intentId) : undefined;
      const { plans, wouldFail } = await lookAhead(context, previewContext(toolParts(context, cwd, notInAPreview)));
      const relative = (absolute: string) =>
        absolute.startsWith(`${home.root}/`) ? absolute.slice(home.root.length + 1) : absolute;
      return shownCall(context, {
        intent: intent ? { id: intent.id, name: intent.name } : null,
        plans,
        mutationClass: (await readChangeSyntax(plans.map(plannedChange), parts.syntax)).mutation.mutation_class,
        wouldFail,
        displayPath: relative,
        isSecret: (absolute) => parts.isSecret(home.root, relative(absolute)),
      });
    },

    async run(request, decided, call, runCheck) {
      if (!tools.has(request.tool)) return { error: `no native tool is called "${request.tool}"` };
      // Undefined for files that the call did not announce.
      const decidedHash = (absolute: string) => call.stood?.decided.get(absolute)?.hash;
      const cwd = request.cwd ?? parts.home.root;
      const around = toolParts(request, cwd, runCheck, starter(request, decided, call));
      return tools.run(request.tool, request.input, decidedContext(around, decided.effects, decidedHash));
    },

    runDecided(tool, { session, cwd, payload }, signal, runCheck) {
      return tools.run(tool, payload, previewContext(toolParts({ session, signal }, cwd ?? parts.home.root, runCheck)));
    },
  };
}

async function notInAPreview(): Promise<string> {
  return "nothing runs while a call is only looked at";
}

function plannedChange({ path, before, after }: FilePlan): FileChange {
  const place = { relativePath: path, absolute: path, root: "", movedFrom: null };
  return { ...place, before: bytesOf(before), after: bytesOf(after), modeChanged: false, predicted: true };
}

function bytesOf(bytes: Uint8Array | null): FileBytes {
  return bytes === null ? { state: "absent" } : { state: "present", bytes };
}
