/** A person's answer to one request, given by its id. */
import { visibleText } from "@intentgate/documents";
import { choicesFor, toAnswer, type Workspace } from "@intentgate/gate";
import { isExpired, type OpenApproval, type PersonsAnswer, type Store, waitingRequests } from "@intentgate/sidecar";
import { refuseWith } from "../command/refuse.ts";
import { tell } from "../command/verb.ts";
import { clockTime, localTime } from "../terminal/elapsed.ts";
import { pickById, shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { personName } from "../workspace/workspace-here.ts";
import { requestAsData } from "./list-requests.ts";

export async function answerRequest(
  workspace: Workspace,
  io: Io,
  given: string,
  answer: PersonsAnswer["answer"],
  reason: string,
): Promise<number> {
  const { approvals } = workspace.home.store;
  const found = findRequest(approvals, given, workspace.now());
  if (found.state !== "waiting") return notWaiting(io, given, found);
  const { entry } = found;
  const offered = choicesFor(entry).map((choice) => choice.answer);
  if (!offered.includes(answer)) {
    const others = offered.filter((one) => one !== "reject").map((one) => (one === "once" ? "no option" : `--${one}`));
    return refuseWith(
      io,
      "BAD_INPUT",
      `--${answer} is not offered for this request`,
      `It can be approved with ${others.join(" or ")}.`,
    );
  }
  const theirs = toAnswer(answer, personName(io), workspace.now().toISOString(), reason);
  if (!approvals.answer(entry.id, theirs)) {
    return refuseWith(
      io,
      "NOT_FOUND",
      `request ${shortId(entry.id)} was answered or ran out just now`,
      "Run `intentgate approvals` to see what waits.",
    );
  }
  const kept = (await workspace.settleKept()).find(({ id }) => id === entry.id);
  if (kept?.became === "contested") {
    const paths = kept.paths.map(visibleText).join(", ");
    return refuseWith(
      io,
      "NOT_FOUND",
      `nothing was kept: somebody changed ${paths} since`,
      `It waits as request ${shortId(kept.again)}: put aside what stands there now and approve that one, or reject it.`,
    );
  }
  if (kept?.became === "lost")
    return refuseWith(io, "NOT_FOUND", `nothing was kept: ${kept.why}`, "It is gone; let the agent do it again.");
  if (kept?.became === "delayed")
    return refuseWith(
      io,
      "CANNOT_WRITE",
      `nothing was kept yet (${kept.why})`,
      "Your yes stands: it is tried again with the next call.",
    );
  if (kept?.became === "kept" && kept.notOwned !== null)
    io.complain(`Kept, but the scope of ${entry.intent} could not be changed: ${visibleText(kept.notOwned)}`);
  return tell(io, { id: entry.id, answer, request: requestAsData(entry) }, whatFollows(entry, answer, reason, io));
}

export function whatFollows(entry: OpenApproval, answer: PersonsAnswer["answer"], reason: string, io: Io): string {
  const { green, red } = io.color;
  const call = `${visibleText(entry.tool)} of session ${visibleText(entry.session)}`;
  const until = clockTime(entry.expiresAt);
  if (entry.requests.some(({ topic }) => topic === "outside") && answer !== "scope")
    return answer === "reject" ? `${red("✖")} Discarded: ${call}.` : `${green("✔")} Kept: ${call}.`;
  switch (answer) {
    case "reject":
      return `${red("✖")} Rejected: ${call}. ${reason ? `The agent is told: "${visibleText(reason)}"` : "The agent is told that you said no."}`;
    case "once":
      return `${green("✔")} Approved once: ${call}. The same call passes one time, until ${until}, as long as its files stay as they are.`;
    case "standing":
      return `${green("✔")} Approved: ${call}. Once that call has passed, every in-scope write of the session under ${entry.intent} passes.`;
    case "command":
      return `${green("✔")} Approved: ${call}. Once it has run, this exact command passes for the rest of the session.`;
    case "scope":
      return `${green("✔")} Kept, and ${entry.intent} owns it now: ${call}.`;
    case "declare":
      return `${green("✔")} Approved: ${call}. Once it has run, ${declaredAs(entry)} stands in policy.yaml and passes from then on.`;
  }
}

/** A general form is named, so that nobody declares more than they know. */
function declaredAs({ requests }: OpenApproval): string {
  const form = requests.map(({ details }) => details.declares).find((one) => typeof one === "string");
  return form === undefined ? "it" : `"${visibleText(form)}"`;
}

export function notWaiting(io: Io, given: string, found: Exclude<FoundRequest, { state: "waiting" }>): number {
  const list = "Run `intentgate approvals` to see what waits.";
  switch (found.state) {
    case "answered": {
      const { answer, by, at } = found.answer;
      const verdict = answer === "reject" ? "rejected" : "approved";
      return refuseWith(
        io,
        "NOT_FOUND",
        `request ${shortId(found.id)} was ${verdict} already, by ${visibleText(by)} at ${localTime(at)}`,
        list,
      );
    }
    case "expired": {
      const remedy = "Let the agent make the call again: that opens a new request.";
      return refuseWith(
        io,
        "NOT_FOUND",
        `request ${shortId(found.entry.id)} ran out at ${localTime(found.entry.expiresAt)}`,
        remedy,
      );
    }
    case "ambiguous":
      return refuseWith(
        io,
        "BAD_INPUT",
        `${JSON.stringify(given)} fits more than one request`,
        `Give more of the id: ${found.ids.map((id) => id.slice(0, 13)).join(", ")}.`,
      );
    case "unknown":
      return refuseWith(
        io,
        "NOT_FOUND",
        `no request has the id ${JSON.stringify(given)}; requests stay open for 15 minutes`,
        list,
      );
  }
}

type FoundRequest =
  | { state: "waiting"; entry: OpenApproval }
  | { state: "answered"; id: string; answer: PersonsAnswer }
  | { state: "expired"; entry: OpenApproval }
  | { state: "ambiguous"; ids: string[] }
  | { state: "unknown" };

/** The first characters of an id are enough; requests that wait go before those that do not. */
export function findRequest(approvals: Store["approvals"], given: string, now: Date): FoundRequest {
  const idOf = (entry: OpenApproval) => [entry.id];
  const waiting = pickById(waitingRequests(approvals, now), given, idOf);
  const found = waiting.kind === "none" ? pickById(approvals.known(), given, idOf) : waiting;
  if (found.kind === "none") return { state: "unknown" };
  if (found.kind === "many") return { state: "ambiguous", ids: found.ids };
  const entry = found.value;
  const answer = approvals.answered(entry.id);
  if (answer) return { state: "answered", id: entry.id, answer };
  return isExpired(entry, now) ? { state: "expired", entry } : { state: "waiting", entry };
}
