/** `session/request_permission`: the agent asks whether it may, and the gate answers. */
import type { RpcRequest, RpcResponse } from "@intentgate/json-rpc";
import type { AcpSession } from "./acp-session.ts";
import type { EditorQuestions } from "./editor-questions.ts";
import { isMap } from "./tool-call-parts.ts";

type Params = Record<string, unknown>;

export type PermissionAnswer =
  | { kind: "answered"; outcome: Params; refusal: { text: string; message: string } | null }
  /** The editor's person answers it, and the gate looks on. */
  | { kind: "theirs" };

export async function answerPermission(
  request: RpcRequest,
  session: AcpSession,
  questions: EditorQuestions,
): Promise<PermissionAnswer> {
  const { toolCall, options } = request.params ?? {};
  const call = isMap(toolCall) ? session.heard(toolCall) : null;
  if (!call) return { kind: "answered", outcome: refusedWith(options), refusal: null };
  const verdict = await session.decide(call, questions.askerFor(session.id, call));
  if (verdict.kind === "theirs") return { kind: "theirs" };
  const once = optionOf(options, "allow_once");
  if (verdict.kind === "allowed" && once !== null) {
    return { kind: "answered", outcome: { outcome: "selected", optionId: once }, refusal: null };
  }
  const refusal =
    verdict.kind === "refused"
      ? { text: verdict.text, message: verdict.message }
      : { text: "it can only be allowed for ever", message: "the agent offers no way to allow it once" };
  return { kind: "answered", outcome: refusedWith(options), refusal };
}

/** What is allowed for ever is never asked about again; and an id that means two things is no answer. */
export function withoutAlways(params: Params): Params {
  const kinds = ["allow_once", "reject_once", "reject_always"];
  return { ...params, options: plainOptions(params.options).filter(({ kind }) => kinds.includes(String(kind))) };
}

/** The person's answer, if it is one of those that were offered. */
export function offeredOutcome(offered: Params, response: RpcResponse): Params {
  const outcome = "result" in response && isMap(response.result) ? response.result.outcome : null;
  const found = plainOptions(offered.options).find(
    ({ optionId }) => isMap(outcome) && outcome.outcome === "selected" && outcome.optionId === optionId,
  );
  return found ? { outcome: "selected", optionId: found.optionId } : { outcome: "cancelled" };
}

function refusedWith(options: unknown): Params {
  const no = optionOf(options, "reject_once");
  return no === null ? { outcome: "cancelled" } : { outcome: "selected", optionId: no };
}

function optionOf(options: unknown, kind: string): string | null {
  return plainOptions(options).find((one) => one.kind === kind)?.optionId ?? null;
}

/** Those whose id is theirs alone. */
function plainOptions(options: unknown): (Params & { optionId: string })[] {
  const all = (Array.isArray(options) ? options : []).filter(isMap);
  return all.filter(
    (one): one is Params & { optionId: string } =>
      typeof one.optionId === "string" && all.filter(({ optionId }) => optionId === one.optionId).length === 1,
  );
}
