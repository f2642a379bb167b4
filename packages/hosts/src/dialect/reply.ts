/** The few forms a reply can take. */
import type { Reply } from "../host/event.ts";
import { plainText } from "../payload/plain-text.ts";

/** No objection and nothing to say. */
export const silence: Reply = { stdout: "", stderr: "", exitCode: 0 };

export function said(answer: Record<string, unknown>): Reply {
  const kept = Object.entries(answer).filter(([, value]) => value !== null && value !== undefined);
  return kept.length === 0 ? silence : { ...silence, stdout: `${JSON.stringify(Object.fromEntries(kept))}\n` };
}

/**
 * No, twice: as JSON for hosts that read it, and as text with the exit code that all of them know. The text never starts
 * like JSON: one host reads JSON on either stream as the answer, and a refusal is no answer in its words.
 */
export function blocked(answer: Record<string, unknown>, reason: string): Reply {
  return { stdout: `${JSON.stringify(answer)}\n`, stderr: `Intentgate: ${reason}\n`, exitCode: 2 };
}

/** Never empty: hosts take a no without a reason for a broken hook, and run the call. */
export function reasonText(reason: string, limit: number): string {
  const text = plainText(reason, limit);
  return text.trim() === "" ? "refused" : text;
}
