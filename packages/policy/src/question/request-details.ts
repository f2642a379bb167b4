/** The details of a request, as the hook that asks wrote them down. */
import type { ApprovalRequest } from "@intentgate/engine";

export type Topic = ApprovalRequest["topic"];

export function textIn({ details }: ApprovalRequest, name: string): string | null {
  const given = details[name];
  return typeof given === "string" && given !== "" ? given : null;
}

export function listIn({ details }: ApprovalRequest, name: string): string[] {
  const given = details[name];
  return Array.isArray(given) ? given.filter((one) => typeof one === "string") : [];
}
