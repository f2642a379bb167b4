/** `session/request_permission`: the agent asks whether it may, and the gate answers. */
import type { RpcRequest } from "@intentgate/json-rpc";
import type { AcpSession } from "./acp-session.ts";
import type { EditorQuestions } from "./editor-questions.ts";
import { isMap } from "./read-tool-call.ts";

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

/** What is allowed for ever is never asked about again. */
export function withoutAlways(params: Params): Params {
  const options = Array.isArray(params.options) ? params.options : [];
  return { ...params, options: options.filter((one) => !(isMap(one) && one.kind === "allow_always")) };
}

function refusedWith(options: unknown): Params {
  const no = optionOf(options, "reject_once");
  return no === null ? { outcome: "cancelled" } : { outcome: "selected", optionId: no };
}

function optionOf(options: unknown, kind: string): string | null {
  const found = (Array.isArray(options) ? options : []).find((one) => isMap(one) && one.kind === kind);
  return isMap(found) && typeof found.optionId === "string" ? found.optionId : null;
}
