/** Asks on the terminal that this process was started from, if a person may well be sitting there. */
import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { ReadStream, WriteStream } from "node:tty";
import { choicesFor, renderApproval, toAnswer } from "@intentgate/gate";
import type { OpenApproval, PersonsAnswer, RecordedHosts } from "@intentgate/sidecar";
import { createColors } from "picocolors";

const ANSWER_MS = 5 * 60_000;

/** Null when nobody answered in time, and when `stop` took the question back; whoever dismisses it says no. */
export type AskOnTerminal = (entry: OpenApproval, stop?: AbortSignal) => Promise<PersonsAnswer | null>;

/**
 * Null without a terminal, and below an agent: a pseudo-terminal that an agent made is not a person. `interrupted` hears
 * of Ctrl-C, which arrives as a key while a question stands.
 */
export function terminalApprover(
  hosts: RecordedHosts,
  interrupted: () => void = () => undefined,
): AskOnTerminal | null {
  if (!process.stderr.isTTY || process.platform === "win32" || hosts.above(process.pid) !== null) return null;
  const said = (answer: PersonsAnswer["answer"], reason: string) =>
    toAnswer(answer, process.env.USER ?? "person", new Date().toISOString(), reason);
  return async (entry, stop) => {
    const input = openSync("/dev/tty", "r");
    const output = openSync("/dev/tty", "w");
    const screen = new WriteStream(output);
    const keys = new ReadStream(input);
    const lines = createInterface({ input: keys, output: screen });
    const dismissed = new AbortController();
    lines.once("close", () => dismissed.abort());
    lines.once("SIGINT", () => {
      dismissed.abort();
      interrupted();
    });
    try {
      const choices = choicesFor(entry);
      screen.write(`\n${renderApproval(entry, createColors(!process.env.NO_COLOR))}\n\n`);
      for (const { key, label } of choices) screen.write(`  [${key}] ${label}\n`);
      const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), dismissed.signal, ...(stop ? [stop] : [])]);
      const typed = (await lines.question("Your answer: ", { signal })).trim().toLowerCase();
      const chosen = choices.find((one) => one.key === typed);
      if (!chosen) return said("reject", "dismissed");
      const reason =
        chosen.answer === "reject"
          ? (await lines.question("Reason for the model (may be empty): ", { signal })).trim()
          : "";
      return said(chosen.answer, reason);
    } catch (error) {
      if (!(error instanceof Error && error.name === "AbortError")) throw error;
      return dismissed.signal.aborted ? said("reject", "dismissed") : null;
    } finally {
      lines.close();
      keys.destroy();
      screen.destroy();
      for (const fd of [input, output]) closeQuietly(fd);
    }
  };
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EBADF") throw error; // the stream closed it already
  }
}
