/**
 * Since the revision of 2026 a server cannot call its client: it answers with a question, and the client repeats its
 * request with the answer. The call behind it waits here meanwhile, known by a token that only this client was given.
 */
import type { AskInTerminal } from "@intentgate/gate";
import type { OpenApproval, PersonsAnswer } from "@intentgate/sidecar";
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";

type Reply = CallToolResult | InputRequiredResult;

interface Waiting {
  request: string;
  answered(response: { action: string; content?: Record<string, unknown> } | null): void;
  next: Promise<Reply>;
}

export interface RoundsParts {
  newToken(): string;
  form(entry: OpenApproval): Parameters<typeof inputRequired.elicit>[0];
  read(entry: OpenApproval, response: { action: string; content?: Record<string, unknown> }): PersonsAnswer | null;
}

const KEY = "approval";
const MOST = 100;

export function createRounds({ newToken, form, read }: RoundsParts) {
  const waiting = new Map<string, Waiting>();

  return {
    /** `request` is what is asked for, whole; `timeoutMs` how long one question may stay open. `work` never fails. */
    begin(request: string, timeoutMs: number, work: (ask: AskInTerminal) => Promise<CallToolResult>): Promise<Reply> {
      let reply: (value: Reply) => void = () => undefined;
      const nextReply = () =>
        new Promise<Reply>((resolve) => {
          reply = resolve;
        });
      const first = nextReply();

      const ask: AskInTerminal = (entry) =>
        new Promise((resolve) => {
          if (waiting.size >= MOST) return resolve(null);
          const token = newToken();
          const timer = setTimeout(() => answered(null), timeoutMs);
          timer.unref();
          const answered: Waiting["answered"] = (response) => {
            clearTimeout(timer);
            waiting.delete(token);
            resolve(response && read(entry, response));
          };
          const toClient = reply;
          waiting.set(token, { request, answered, next: nextReply() });
          toClient(inputRequired({ inputRequests: { [KEY]: inputRequired.elicit(form(entry)) }, requestState: token }));
        });

      void work(ask).then((result) => reply(result));
      return first;
    },

    /** Null where nothing waits under this token for this very request. */
    resume(token: string, request: string, responses: Record<string, unknown> | undefined): Promise<Reply> | null {
      const known = waiting.get(token);
      if (!known || known.request !== request) return null;
      const response = inputResponse(responses, KEY);
      known.answered(response.kind === "elicit" ? response : null);
      return known.next;
    },
  };
}

export type Rounds = ReturnType<typeof createRounds>;
