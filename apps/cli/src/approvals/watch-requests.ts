/** Sits in front of the inbox: shows each request as it comes, and gives the person's answer to the call that waits. */
import { createInterface, type Interface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { visibleText } from "@intentgate/documents";
import { type Choice, choicesFor, renderApproval, toAnswer, type Workspace } from "@intentgate/gate";
import { isExpired, type OpenApproval, waitingRequests } from "@intentgate/sidecar";
import { exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { personName } from "../workspace/workspace-here.ts";
import { whatFollows } from "./answer-request.ts";

const POLL_MS = 150;

export async function watchRequests(workspace: Workspace, io: Io): Promise<number> {
  const { approvals } = workspace.home.store;
  const over = new AbortController();
  const stop = () => over.abort();
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  lines.once("SIGINT", stop);
  lines.once("close", stop);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  const watcher = approvals.watch();
  try {
    io.print(`Watching for requests in ${workspace.home.root}. ${io.color.dim("Ctrl-C ends it.")}`);
    while (!over.signal.aborted) {
      const next = waitingRequests(approvals, workspace.now())[0];
      if (next) await answerOne(workspace, io, lines, next, over.signal);
      else await pauseFor(POLL_MS, over.signal);
    }
  } finally {
    watcher.stop();
    lines.close();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, stop);
  }
  io.print("\nNo longer watching: calls that ask are refused with a request id until you are back.");
  return exitCodes.done;
}

async function answerOne(
  workspace: Workspace,
  io: Io,
  lines: Interface,
  entry: OpenApproval,
  over: AbortSignal,
): Promise<void> {
  const { approvals } = workspace.home.store;
  const gone = new AbortController();
  const look = setInterval(() => {
    if (isExpired(entry, workspace.now()) || approvals.answered(entry.id) !== null) gone.abort();
  }, POLL_MS);
  try {
    io.ring();
    io.print(`\n${renderApproval(entry, io.color, workspace.now())}\n`);
    const signal = AbortSignal.any([over, gone.signal]);
    const choice = await chosen(io, lines, choicesFor(entry), signal);
    const reason =
      choice.answer === "reject" ? await lines.question("Reason for the agent (may be empty): ", { signal }) : "";
    const answer = toAnswer(choice.answer, personName(io), workspace.now().toISOString(), reason.trim());
    if (!approvals.answer(entry.id, answer)) {
      io.print("It was answered elsewhere, or ran out, just before.");
      return;
    }
    const kept = (await workspace.settleKept()).find(({ id }) => id === entry.id);
    io.print(
      kept?.became === "contested"
        ? `Nothing was kept: somebody changed ${kept.paths.map(visibleText).join(", ")} since. You are asked again.`
        : whatFollows(entry, choice.answer, reason.trim(), io),
    );
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error;
    if (!over.aborted) io.print("\nThis request was answered elsewhere, or ran out.");
  } finally {
    clearInterval(look);
  }
}

async function chosen(io: Io, lines: Interface, choices: readonly Choice[], signal: AbortSignal): Promise<Choice> {
  for (const { key, label } of choices) io.print(`  [${io.color.bold(key)}] ${label}`);
  const keys = choices.map((choice) => choice.key).join("/");
  for (;;) {
    const typed = (await lines.question(`Your answer (${keys}): `, { signal })).trim().toLowerCase();
    const found = choices.find((choice) => choice.key === typed);
    if (found) return found;
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error;
  }
}
