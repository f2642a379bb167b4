/** What every backend holds to: which ids are ids, what is open, and what counts as an answer. */
import { ProblemError, problem } from "@intentgate/documents";
import type { OpenApproval, PersonsAnswer, Store } from "./store.ts";

const ID = /^[a-z0-9-]{4,64}$/;
const ANSWERS: readonly unknown[] = ["once", "standing", "command", "declare", "scope", "reject"];

/** An id becomes a file name, so nothing else than this may be one. */
export function isApprovalId(id: string): boolean {
  return ID.test(id);
}

export function checkedApprovalId(id: string): string {
  if (isApprovalId(id)) return id;
  const remedy = "Copy the id as `intentgate approvals` shows it.";
  throw new ProblemError([problem("BAD_INPUT", "not an approval's id", remedy)]);
}

/** A time that cannot be read has passed. */
export function isExpired(entry: Pick<OpenApproval, "expiresAt">, now: Date): boolean {
  return !(Date.parse(entry.expiresAt) > now.getTime());
}

export function newestFirst(entries: OpenApproval[]): OpenApproval[] {
  return entries.sort((one, other) => Date.parse(other.openedAt) - Date.parse(one.openedAt));
}

/** Null for anything that is not clearly an answer: it is then not answered. */
export function asAnswer(value: unknown): PersonsAnswer | null {
  const { answer, by, at, reason } = (value ?? {}) as Record<string, unknown>;
  if (!ANSWERS.includes(answer) || typeof by !== "string" || typeof at !== "string") return null;
  if (answer === "reject") return { answer, by, at, reason: typeof reason === "string" ? reason : "" };
  return { answer, by, at } as PersonsAnswer;
}

/** Which wait for a person, oldest first, so that the newest stands next to the prompt. */
export function waitingRequests(approvals: Store["approvals"], now: Date): OpenApproval[] {
  return approvals
    .list()
    .filter((entry) => !isExpired(entry, now) && approvals.answered(entry.id) === null)
    .sort((a, b) => a.openedAt.localeCompare(b.openedAt));
}
