/** What a yes sets in motion: a wider scope, a standing approval, a declared command. Everything else is the tool's. */
import { ProblemError } from "@intentgate/documents";
import type { ApprovalRequest, HookContext } from "@intentgate/engine";
import { addScope, commandHere, declareCommand, declareTool, generalForm, intentDigest } from "@intentgate/policy";
import { type GovernedRoot, lineageOf, type PersonsAnswer } from "@intentgate/sidecar";
import { hashNow } from "@intentgate/world";
import type { AllowedHosts } from "../contained/allowed-hosts.ts";
import { editPolicy } from "./edit-policy.ts";
import { startIntent } from "./start-intent.ts";

export async function grant(
  root: GovernedRoot,
  context: HookContext,
  requests: readonly ApprovalRequest[],
  answer: PersonsAnswer,
  id: string,
  allowed: Pick<AllowedHosts, "allow">,
): Promise<void> {
  for (const request of requests) {
    if (request.topic === "expansion") await widen(root, context, request, answer.at);
    if (request.topic === "start_intent") await startIntent(root, context, request, answer.at);
  }
  const intent = context.intentId;
  if (intent === null) return;
  const hosts = requests.flatMap(({ topic, details }) => (topic === "network" ? (details.hosts as string[]) : []));
  if (hosts.length > 0) await allowed.allow(root, intent, hosts, id);
  const command = commandOf(context);
  if (answer.answer === "standing") {
    root.store.sessions.append(context.session.id, [{ kind: "standing", at: answer.at, intent, approval: id }]);
  } else if (answer.answer === "command" && command !== null) {
    root.store.sessions.append(context.session.id, [
      {
        kind: "command_approved",
        at: answer.at,
        intent,
        command: commandHere(context, command, hashNow),
        approval: id,
      },
    ]);
  } else if (answer.answer === "declare") {
    await editPolicy(root, (text) =>
      command === null
        ? declareTool(text, context.normalizedToolName, { effect: "run", paths_from: [] })
        : declareCommand(text, generalForm(command)),
    );
  }
}

/** The session asked for it and is told by the result, so its handshake goes on with the wider scope. */
async function widen(root: GovernedRoot, context: HookContext, request: ApprovalRequest, at: string): Promise<void> {
  const intentId = String(request.details.intent);
  const globs = request.details.additional_globs as string[];
  const edited = await root.store.intents.edit((text) => addScope(text, intentId, globs));
  if (!edited.ok) throw new ProblemError(edited.problems);
  const rules = root.rules();
  const intent = rules.ok ? rules.value.intents.get(intentId) : undefined;
  const { owner } = lineageOf(root, context.session);
  const taken = root.store.sessions.read(owner).intent;
  if (intent && taken?.id === intentId) {
    root.store.sessions.append(owner, [
      { kind: "took", at, intent: intentId, digest: intentDigest(intent), by: taken.by },
    ]);
  }
}

function commandOf(context: HookContext): string | null {
  const run = context.effects.list.find((effect) => effect.kind === "run");
  return run?.kind === "run" ? run.command : null;
}
