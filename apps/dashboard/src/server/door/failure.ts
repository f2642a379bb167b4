/** Failures as the page and scripts read them: a status, and problems with place and remedy. */
import { type Problem, type ProblemCode, ProblemError, problem } from "@intentgate/documents";
import type { ApiProblem, Failure } from "../../api/shared.ts";

export type FailureStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500 | 503;

/** Ends a request with a status of its own. */
class Refusal extends Error {
  constructor(
    readonly status: FailureStatus,
    readonly problems: readonly ApiProblem[],
  ) {
    super(problems.map((one) => one.message).join("; "));
    this.name = "Refusal";
  }
}

export function refuse(status: FailureStatus, code: ProblemCode, message: string, remedy: string): never {
  throw new Refusal(status, [asApiProblem(problem(code, message, remedy))]);
}

/** What was understood and is not possible. */
export function refuseWith(problems: readonly Problem[]): never {
  const isMissing = problems.length > 0 && problems.every((one) => one.code === "NOT_FOUND");
  throw new Refusal(isMissing ? 404 : 422, problems.map(asApiProblem));
}

export function asApiProblem({ code, message, remedy, file, line, column }: Problem): ApiProblem {
  return { code, message, remedy, file, line, column };
}

/** Every error of a request ends here, and never in a success. */
export function failureOf(error: unknown): { status: FailureStatus; body: Failure; isBug: boolean } {
  if (error instanceof Refusal) return { status: error.status, body: { problems: [...error.problems] }, isBug: false };
  if (error instanceof ProblemError)
    return { status: 422, body: { problems: error.problems.map(asApiProblem) }, isBug: false };
  const own = asApiProblem(
    problem("CANNOT_READ", "the server failed to answer", "The terminal that `intentgate serve` runs in says more."),
  );
  return { status: 500, body: { problems: [own] }, isBug: true };
}
