/** What waits for a person, in a few lines each. */
import { visibleText } from "@intentgate/documents";
import { choicesFor, type Workspace } from "@intentgate/gate";
import { questionLines, waitingWords } from "@intentgate/policy";
import { type OpenApproval, waitingRequests } from "@intentgate/sidecar";
import { exitCodes } from "../command/verb.ts";
import { clip } from "../terminal/columns.ts";
import { ago, duration } from "../terminal/elapsed.ts";
import { shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";

const FILES = 5;
const COMMAND = 200;

export function listRequests(workspace: Workspace, io: Io): number {
  const now = workspace.now();
  const waiting = waitingRequests(workspace.home.store.approvals, now);
  if (io.json) {
    io.printJson({ approvals: waiting.map(requestAsData) });
    return exitCodes.done;
  }
  if (waiting.length === 0) {
    io.print("Nothing waits for you. `intentgate approvals watch` shows requests as they come.");
    return exitCodes.done;
  }
  const { bold, dim } = io.color;
  io.print(bold(waiting.length === 1 ? "One request waits for you." : `${waiting.length} requests wait for you.`));
  for (const entry of waiting) io.print(`\n${summary(entry, now, io)}`);
  const first = shortId(waiting[0]?.id ?? "ID");
  io.print(
    dim(
      `\nintentgate approvals show ${first} shows all of it; approvals approve ${first} or reject ${first} answers it;`,
    ),
  );
  io.print(dim("intentgate approvals watch takes them one by one."));
  return exitCodes.done;
}

function summary(entry: OpenApproval, now: Date, io: Io): string {
  const { bold, cyan, dim, yellow } = io.color;
  const left = duration(Date.parse(entry.expiresAt) - now.getTime());
  const about = [
    entry.intent ?? "no intent",
    `session ${visibleText(entry.session)}`,
    ago(entry.openedAt, now),
    `open for ${left} more`,
  ];
  const lines = [
    `${yellow("?")} ${bold(shortId(entry.id))}  ${cyan(visibleText(entry.tool))}  ${dim(about.join(" · "))}`,
  ];
  lines.push(...askedLines(entry, now).map((line) => `    ${line}`));
  if (entry.shown.command) lines.push(`    $ ${clip(visibleText(entry.shown.command), COMMAND)}`);
  const { files } = entry.shown;
  for (const file of files.slice(0, FILES)) lines.push(dim(`    ${visibleText(file)}`));
  if (files.length > FILES) lines.push(dim(`    … ${files.length - FILES} more files`));
  return lines.join("\n");
}

/** What an earlier version asked stands with its requests. */
function askedLines({ question, requests, expiresAt }: OpenApproval, now: Date): string[] {
  if (!question) return requests.map((one) => visibleText(one.question));
  const told = questionLines(question, expiresAt, now).filter(({ kind }) => ["severity", "warning"].includes(kind));
  return [question.sentence, ...told.map(({ text }) => text), waitingWords(question, expiresAt, now)];
}

/** Without the binding: what a yes is bound to is nobody's business but the gate's. */
export function requestAsData(entry: OpenApproval) {
  return {
    id: entry.id,
    opened_at: entry.openedAt,
    expires_at: entry.expiresAt,
    session: entry.session,
    intent_id: entry.intent,
    tool: entry.tool,
    invocation_id: entry.invocationId,
    questions: entry.requests.map(({ topic, question, details }) => ({ topic, question, details })),
    answers: choicesFor(entry).map((choice) => choice.answer),
    shown: entry.shown,
    question: entry.question ?? null,
  };
}
