/** How intents are spoken of in the editor. */
import type { Intent, IntentStatus } from "@intentgate/policy";

export const statusOrder: readonly IntentStatus[] = ["IN_PROGRESS", "PENDING", "BLOCKED", "COMPLETE"];

export const statusWords: Record<IntentStatus, string> = {
  IN_PROGRESS: "In progress",
  PENDING: "Pending",
  BLOCKED: "Blocked",
  COMPLETE: "Complete",
};

export const statusIcons: Record<IntentStatus, string> = {
  IN_PROGRESS: "circle-filled",
  PENDING: "circle-outline",
  BLOCKED: "circle-slash",
  COMPLETE: "pass-filled",
};

export function progressText(
  intent: Pick<Intent, "owned_scope">,
  files: number,
  sessions: number,
  looked: boolean,
): string {
  const parts = [
    files > 0 ? `${files} ${files === 1 ? "file" : "files"} changed` : null,
    sessions > 0 ? `${sessions} ${sessions === 1 ? "session" : "sessions"}` : null,
    intent.owned_scope.length === 0 ? "owns nothing yet" : null,
    looked ? "looked at" : null,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}
