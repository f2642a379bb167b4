/** Runs native tools through the engine and answers in one shape. */
import type {
  CallAnswer,
  CallRequest,
  FileBytes,
  FileChange,
  HookContext,
  HookEngine,
  Notice,
  RunCall,
  ToolCall,
} from "@intentgate/engine";
import type { DeclaredCommand, FileFacts } from "@intentgate/policy";
import { type DecisionLog, type GovernedRoot, type LessonsFile, lineageOf, type ShownCall } from "@intentgate/sidecar";
import { type FilePlan, type NativeTools, PlanError, type ToolContext } from "@intentgate/tools";
import { readChangeSyntax, type Syntax } from "@intentgate/trace";
import { quotedWords } from "@intentgate/world";
import { shownCall } from "../approvals/shown-call.ts";
import type { DryAnswer } from "../workspace/workspace.ts";
import type { CallWatch } from "./call-watch.ts";
import { createGateTools } from "./gate-tools.ts";
import { homeRoot } from "./governed-roots.ts";
import { decidedContext, previewContext } from "./tool-context.ts";

export interface CallRunnerParts {
  engine: HookEngine;
  roots: readonly GovernedRoot[];
  home: GovernedRoot;
  facts: FileFacts;
  tools: NativeTools;
  lessons: LessonsFile;
  now(): Date;
  watch: CallWatch;
  notices: Notice[];
  decisions: DecisionLog;
  syntax: Syntax;
  /** In the mode that asks nobody, what would ask is refused. */
  neverAsks(cwd: string | null): boolean;
}

export function createCallRunner(parts: CallRunnerParts) {
  const { engine, tools } = parts;
  async function callTool(request: CallRequest): Promise<CallAnswer> {
    return callWith(request, async (context) => {
      if (!tools.has(request.tool)) return { error: `no native tool is called "${request.tool}"` };
      const base = (absolute: string) => parts.watch.baseHash(context.invocationId, absolute);
      const cwd = request.cwd ?? parts.home.root;
      return tools.run(request.tool, request.input, decidedContext(toolParts(request, cwd), context.effects, base));
    });
  }

  /** The same gate around whatever runs the call; it runs only where every check has passed. */
  async function callWith(request: CallRequest, run: RunCall): Promise<CallAnswer> {
    const told = parts.notices.length;
    const done = await engine.executeTool(request.tool, request.input, {
      session: request.session,
      cwd: request.cwd ?? parts.home.root,
      callId: request.callId,
      askApproval: request.askApproval,
      execute: (_callbacks, context) =>
        parts.watch.alone(context.invocationId, () => {
          // A person may have taken their time over the answer.
          if (request.signal?.aborted) throw new Error("the call was stopped before it ran");
          return run(context);
        }),
    });
    const { invocationId, contextPatch, warnings, result } = done;
    const answer = { invocationId, contextPatch, warnings, result, notices: parts.notices.splice(told) };
    if (!done.allowed) return { ...answer, decision: "deny", failed: false, refusal: done.refusal };
    return { ...answer, decision: "allow", failed: done.error !== undefined, error: done.error };
  }

  async function decide(request: CallRequest): Promise<DryAnswer> {
    const told = parts.notices.length;
    const decision = await engine.decide(toolCall(request));
    const { invocationId } = decision;
    parts.decisions.forget(invocationId);
    parts.notices.splice(told); // they were told as they came
    if (decision.decision !== "ask" || !parts.neverAsks(request.cwd ?? null)) return decision;
    return { invocationId, decision: "deny", refusal: decision.otherwise };
  }

  function toolCall(request: CallRequest): ToolCall {
    const { tool, input, session } = request;
    return {
      toolName: tool,
      payload: input,
      session,
      cwd: request.cwd ?? parts.home.root,
      callId: request.callId ?? null,
    };
  }

  function toolParts(request: Pick<CallRequest, "session" | "signal">, cwd: string) {
    const home = homeRoot(parts.roots, cwd) ?? parts.home;
    const gate = createGateTools({
      roots: parts.roots,
      home,
      lessons: parts.lessons,
      session: request.session.id,
      parent: request.session.parent ?? null,
      now: parts.now,
      runCheck: (argv) => runCheck(argv, request, home),
    });
    return { cwd, facts: parts.facts, gate, signal: request.signal };
  }

  async function runCheck(
    argv: readonly string[],
    request: Pick<CallRequest, "session" | "signal">,
    home: GovernedRoot,
  ) {
    const answer = await callTool({
      tool: "execute_command",
      input: { command: quotedWords(argv) },
      session: request.session,
      cwd: home.root,
      signal: request.signal,
    });
    if (answer.decision === "deny") return answer.refusal?.message ?? "refused";
    return answer.failed ? (answer.error?.message ?? "failed") : null;
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

  return {
    callTool,
    callWith,
    decide,

    /** A gate tool whose call was decided by another process. */
    runDecided(tool: string, call: ToolCall, signal: AbortSignal): Promise<unknown> {
      const context = previewContext(toolParts({ session: call.session, signal }, call.cwd ?? parts.home.root));
      return tools.run(tool, call.payload, context);
    },

    /** The taken intent's checks as declared commands; what they write must lie in its scope. */
    checksOf(root: GovernedRoot, call: ToolCall): DeclaredCommand[] {
      const rules = root.lastRules();
      const id = lineageOf(root, call.session).intent?.id;
      const intent = rules.ok && id !== undefined ? rules.value.intents.get(id) : undefined;
      return (intent?.checks ?? []).map(({ run }) => ({
        run: quotedWords(run),
        args: "none",
        writes: intent?.owned_scope ?? [],
      }));
    },

    async show(context: HookContext): Promise<ShownCall> {
      const cwd = context.cwd ?? parts.home.root;
      const home = homeRoot(parts.roots, cwd) ?? parts.home;
      const rules = home.rules();
      const intent = rules.ok && context.intentId !== null ? rules.value.intents.get(context.intentId) : undefined;
      const looksAhead = previewContext(toolParts(context, cwd));
      const { plans, wouldFail } = await lookAhead(context, looksAhead);
      const relative = (absolute: string) =>
        absolute.startsWith(`${home.root}/`) ? absolute.slice(home.root.length + 1) : absolute;
      return shownCall(context, {
        intent: intent ? { id: intent.id, name: intent.name } : null,
        plans,
        mutationClass: (await readChangeSyntax(plans.map(plannedChange), parts.syntax)).mutation.mutation_class,
        wouldFail,
        displayPath: relative,
        isSecret: (absolute) => parts.watch.isSecret(home.root, relative(absolute)),
      });
    },
  };
}

function plannedChange({ path, before, after }: FilePlan): FileChange {
  const bytes = { before: bytesOf(before), after: bytesOf(after) };
  return {
    relativePath: path,
    absolute: path,
    root: "",
    movedFrom: null,
    ...bytes,
    modeChanged: false,
    predicted: true,
  };
}

function bytesOf(bytes: Uint8Array | null): FileBytes {
  return bytes === null ? { state: "absent" } : { state: "present", bytes };
}
