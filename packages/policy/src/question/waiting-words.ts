/** How the agent is doing while a question stands: it waits, or it went on and may try again. */
import type { Question, Waiting } from "./question.ts";

export function waitsStill(waiting: Waiting, now: Date): boolean {
  return waiting.state === "waits" && (waiting.until === null || Date.parse(waiting.until) > now.getTime());
}

/** `expiresAt`: until when the question takes an answer. */
export function waitingWords(
  { waiting, did }: Pick<Question, "waiting" | "did">,
  expiresAt: string,
  now: Date,
): string {
  const left = leftWords(expiresAt, now);
  if (did !== null) return `The agent went on; what it did is kept back, ${left} left to answer.`;
  if (!waitsStill(waiting, now)) return `The agent went on; a yes lets its next try pass, ${left} left to answer.`;
  return waiting.state === "waits" && waiting.until !== null
    ? `The agent is waiting, ${leftWords(waiting.until, now)} left.`
    : "The agent is waiting.";
}

function leftWords(until: string, now: Date): string {
  const seconds = Math.max(0, Math.round((Date.parse(until) - now.getTime()) / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
