/** A program's own way to ask a person. What it answers is read like anything from outside: odd means no. */
import { choicesFor } from "@intentgate/gate";
import type { Question } from "@intentgate/policy";
import type { OpenApproval, ShownCall, PersonsAnswer as StoredAnswer } from "@intentgate/sidecar";

export interface ApprovalQuestion {
  id: string;
  session: string;
  intent: string | null;
  tool: string;
  /** What to show first: a finished sentence, how bad a yes could turn out, and what to know before answering. */
  question: Question | null;
  /** What is asked, one sentence each; a yes is a yes to all of them. */
  questions: readonly string[];
  /** Computed by the gate, never the model's words: what the call would do. */
  shown: ShownCall;
  /** The answers that this question takes. */
  choices: readonly PersonsAnswer["answer"][];
}

/** `by` is the person's name, for the ledger; `standing`, `command` and `declare` hold for longer than this call. */
export type PersonsAnswer =
  | { answer: "once" | "standing" | "command" | "declare" | "scope"; by: string }
  | { answer: "reject"; by: string; reason: string };

/** Null: the person did not answer, which is no yes. */
export type AskPerson = (question: ApprovalQuestion) => Promise<PersonsAnswer | null>;

export function askingThrough(askPerson: AskPerson, now: () => Date) {
  return async (entry: OpenApproval): Promise<StoredAnswer | null> => {
    const question = questionOf(entry);
    const given: unknown = await askPerson(question);
    return given === null ? null : readAnswer(given, questionOf(entry).choices, now().toISOString());
  };
}

function questionOf(entry: OpenApproval): ApprovalQuestion {
  const { id, session, intent, tool, requests } = entry;
  return {
    id,
    session,
    intent,
    tool,
    questions: requests.map((one) => one.question),
    question: entry.question ? structuredClone(entry.question) : null,
    shown: structuredClone(entry.shown),
    choices: choicesFor(entry).map((choice) => choice.answer),
  };
}

/** Throws where it is no answer to this question; the call is refused then. */
function readAnswer(given: unknown, choices: ApprovalQuestion["choices"], at: string): StoredAnswer {
  const { answer, by, reason } = Object(given) as { answer?: unknown; by?: unknown; reason?: unknown };
  const choice = choices.find((one) => one === answer);
  if (choice === undefined) throw new TypeError(`askPerson must answer null or one of ${choices.join(", ")}`);
  if (typeof by !== "string" || by.trim() === "") throw new TypeError("askPerson must say who answered: `by`");
  if (choice !== "reject") return { answer: choice, by, at };
  return { answer: choice, by, at, reason: typeof reason === "string" ? reason : "" };
}
