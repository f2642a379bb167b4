/** A question of the gate as a client shows it to its person, and the answer that comes back. */
import { choicesFor, renderApproval, toAnswer, unpainted } from "@intentgate/gate";
import type { OpenApproval, PersonsAnswer } from "@intentgate/sidecar";
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { isAboutKept } from "./kept-questions.ts";
import { plainText } from "./result.ts";

const LONGEST_REASON = 500;

export function questionForm(entry: OpenApproval): ElicitRequestFormParams {
  const choices = choicesFor(entry);
  return {
    mode: "form",
    message: plainText(renderApproval(entry, unpainted)),
    requestedSchema: {
      type: "object",
      properties: {
        answer: {
          type: "string",
          title: "Your answer",
          description: choices.map((one) => `${one.answer}: ${one.label}`).join("; "),
          enum: choices.map((one) => one.answer),
          enumNames: choices.map((one) => one.label),
        },
        reason: {
          type: "string",
          title: "Reason",
          description: "For the model, when you reject it; may be empty.",
          maxLength: LONGEST_REASON,
        },
      },
      required: ["answer"],
    },
  };
}

/**
 * Whatever is not clearly one of the answers that were offered is a no; null: it is nobody's word. Of what was done already
 * only a clear no is one, as it throws that away.
 */
export function readAnswer(
  entry: OpenApproval,
  response: { action: string; content?: Record<string, unknown> },
  who: { by: string; at: string },
): PersonsAnswer | null {
  const { action, content = {} } = response;
  const no = (reason: string): PersonsAnswer => toAnswer("reject", who.by, who.at, reason);
  if (action === "cancel") return isAboutKept(entry) ? null : no("dismissed");
  if (action === "decline") return no("declined");
  if (action !== "accept") return null;
  const chosen = choicesFor(entry).find((one) => one.answer === content.answer);
  if (!chosen) return isAboutKept(entry) ? null : no("no answer was chosen");
  const reason = typeof content.reason === "string" ? content.reason.slice(0, LONGEST_REASON).trim() : "";
  return toAnswer(chosen.answer, who.by, who.at, reason);
}
