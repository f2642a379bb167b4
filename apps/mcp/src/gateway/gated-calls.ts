/** Tool calls of one client to servers behind the gateway: decided, handed on, observed and recorded. */
import { type CallAnswer, type Effect, type Effects, messageOf, type Session } from "@intentgate/engine";
import type { AskInTerminal, DescribeCall } from "@intentgate/gate";
import type { RpcResponse } from "@intentgate/json-rpc";
import { createEffectsOf, type DescribedCall, type StartedServer, serverEffects } from "@intentgate/policy";
import type { Doubt } from "@intentgate/sidecar";
import { contentHash } from "@intentgate/trace";
import type { Here } from "../gate/open-here.ts";
import { toResult } from "../gate/result.ts";
import { failed, type ToolOutcome } from "../gate/tool-outcome.ts";
import type { OfferedTools } from "./offered-tools.ts";

export interface ServerCall {
  server: StartedServer;
  /** `tool`: one of the server's. `method`: none of the protocol's. `files`: it shows what may be these, its input. */
  kind: "tool" | "method" | "files";
  tool: string;
  input: Record<string, unknown>;
  offered: Pick<OfferedTools, "all">;
  ask: AskInTerminal | null;
  signal: AbortSignal;
  /** The server is to answer at once and go on working: what it changes then is nobody's to see. */
  isTask: boolean;
  /** Hands the call on to its server. */
  forward(): Promise<RpcResponse>;
}

/** The server's own response, or a result that the gate wrote. */
export type Answered = { by: "server"; response: RpcResponse; added: string[] } | { by: "gate"; result: object };

export interface GatedCalls {
  /** `answer` is called once. It settles when all is recorded. */
  run(call: ServerCall, answer: (answered: Answered) => void): Promise<void>;
  /** When of every call that was answered it is recorded what it did. */
  recorded(): Promise<void>;
}

export function createGatedCalls(here: Here, session: Session): GatedCalls {
  /** Calls whose client has its answer while it is still being recorded what they did. */
  const recording = new Set<Promise<void>>();
  /** What was found when a call had been answered already: the next answer says it. */
  const toldNext: string[] = [];

  async function decided(call: ServerCall, onServerResult: (response: RpcResponse) => void): Promise<Answered> {
    const { server, input, signal } = call;
    let response: RpcResponse | null = null;
    const doubt = await doubtOf(call);
    const done = await here.run(call.ask, (workspace) =>
      workspace.run({
        tool: nameOf(call),
        input,
        session,
        cwd: server.cwd,
        signal,
        describe: describing(call, doubt),
        async execute({ effects, isMutatingTool, approval }) {
          if (approval?.answer === "approved") await doubt?.accept();
          if (isMutatingTool && call.isTask)
            throw new Error("behind the gate no call that changes something runs as a task");
          if (signal.aborted) throw new Error("the client cancelled the call before it ran");
          response = await call.forward();
          if ("error" in response) return { error: response.error };
          const seen = seenBy(response.result, server, effects);
          // First: what the call left is looked at in this same turn, and the client need not wait for that.
          if (seen !== "unknown") onServerResult(response);
          return outcomeOf(response.result, seen);
        },
      }),
    );
    if (response) return { by: "server", response, added: noticed(done) };
    return { by: "gate", result: toResult(toolOutcome(done)) };
  }

  async function doubtOf({ server, kind, tool, offered }: ServerCall): Promise<Doubt | null> {
    if (kind !== "tool") return null; // nobody accepts what is in no list
    const { doubtAbout } = await import("@intentgate/sidecar");
    const tools = await offered.all();
    return here.run(null, ({ home }) => doubtAbout(home.state, server.name, tool, tools));
  }

  const recorded = async () => void (await Promise.all(recording));

  return {
    recorded,
    async run(call, answer) {
      // What an earlier call left, the next one is held against.
      await recorded();
      let isAnswered = false;
      let over = () => {};
      const whole = new Promise<void>((resolve) => {
        over = resolve;
      });
      const tell = (answered: Answered) => {
        if (isAnswered) return;
        isAnswered = true;
        answer(
          answered.by === "server" ? { ...answered, added: [...toldNext.splice(0), ...answered.added] } : answered,
        );
      };
      try {
        const answered = await decided(call, (response) => {
          recording.add(whole);
          tell({ by: "server", response, added: [] });
        });
        if (isAnswered && answered.by === "server") toldNext.push(...answered.added);
        tell(answered);
      } catch (error) {
        tell({ by: "gate", result: toResult(failed(messageOf(error), "Ask the person to run `intentgate doctor`.")) });
      } finally {
        recording.delete(whole);
        over();
      }
    },
  };
}

/**
 * What of a file the model saw: a text that is in the result itself, or nothing. Where that is known, and the catalogue
 * knows what the call did, the client need not wait for the record.
 */
function seenBy(given: unknown, { known }: StartedServer, { list }: Effects): { text: string | null } | "unknown" {
  const shown = list.filter((effect) => effect.kind === "read" && effect.shows === "content");
  if (known === null || shown.length > 1) return "unknown";
  if (shown.length === 0) return { text: null };
  const { content } = (given ?? {}) as { content?: unknown };
  const [first] = Array.isArray(content) ? (content as { type?: unknown; text?: unknown }[]) : [];
  return first?.type === "text" && typeof first.text === "string" ? { text: first.text } : "unknown";
}

/** What the gate needs to know of a result: a server's own words in it could pass for the gate's. */
function outcomeOf(given: unknown, seen: ReturnType<typeof seenBy>) {
  const result = { isError: (given as { isError?: unknown } | null | undefined)?.isError === true };
  if (seen === "unknown" || seen.text === null) return result;
  return { ...result, content_hash: contentHash(Buffer.from(seen.text)) };
}

function nameOf({ server, kind, tool }: ServerCall): string {
  return kind === "files" ? "read_file" : `mcp__${server.name}__${tool}`;
}

function describing(call: ServerCall, doubt: Doubt | null): DescribeCall {
  const { server, kind, tool, input } = call;
  return (parts) =>
    doubted(
      (kind === "tool" ? serverEffects(server, tool, input, parts) : null) ??
        watched(createEffectsOf(parts)(nameOf(call), input, server.cwd)),
      doubt,
    );
}

/** What a tool does is known for what it said of itself when that was accepted, and not for anything else. */
function doubted(call: DescribedCall, doubt: Doubt | null): DescribedCall {
  if (doubt === null) return call;
  const { list, why } = call.effects;
  const unknown: Effect = { kind: "unknown", why: doubt.why, mentions: [] };
  // A yes to the tool as it was, for the session or in the policy, is none to this one.
  const touched = list.filter(({ kind }) => kind !== "run");
  const effects: Effects = { risk: "UNKNOWN", mutates: true, list: [...touched, unknown], why: [doubt.why, ...why] };
  return { ...call, effects, runs: "programs" };
}

/** A declaration is a person's word about a program that nobody has read: the whole tree is compared around it. */
function watched(call: DescribedCall): DescribedCall {
  const { list, risk } = call.effects;
  if (risk !== "DESTRUCTIVE" || !list.some(({ kind }) => kind === "write" || kind === "delete")) return call;
  const run = {
    kind: "run",
    command: call.normalizedToolName,
    known: { by: "declaration", writes: [] as string[] },
  } as const;
  return { ...call, effects: { ...call.effects, list: [run, ...list] } };
}

function noticed({ notices }: CallAnswer): string[] {
  return notices
    .filter(({ kind }) => kind === "violation" || kind === "put_back" || kind === "held")
    .map(({ kind, message }) => JSON.stringify({ type: "hook_warning", message: `${kind}: ${message}` }));
}

function toolOutcome(answer: CallAnswer): ToolOutcome {
  if (answer.refusal) return { kind: "refused", refusal: { ...answer.refusal } };
  return failed(answer.error?.message ?? "the call did not run", null);
}
