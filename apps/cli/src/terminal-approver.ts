/** Asks on the terminal that this process was started from, if a person may well be sitting there. */
import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { ReadStream, WriteStream } from "node:tty";
import { type AskInTerminal, choicesFor, type RecordedHosts, renderApproval, toAnswer } from "@intentgate/workspace";
import { createColors } from "picocolors";

const ANSWER_MS = 5 * 60_000;

/** Null without a terminal, and below an agent: a pseudo-terminal that an agent made is not a person. */
export function terminalApprover(hosts: RecordedHosts): AskInTerminal | null {
  if (!process.stderr.isTTY || process.platform === "win32" || hosts.above(process.pid) !== null) return null;
  return async (entry) => {
    const input = openSync("/dev/tty", "r");
    const output = openSync("/dev/tty", "w");
    const screen = new WriteStream(output);
    const keys = new ReadStream(input);
    const lines = createInterface({ input: keys, output: screen });
    try {
      const choices = choicesFor(entry);
      screen.write(`\n${renderApproval(entry, createColors(true))}\n\n`);
      for (const { key, label } of choices) screen.write(`  [${key}] ${label}\n`);
      const signal = AbortSignal.timeout(ANSWER_MS);
      const typed = (await lines.question("Your answer: ", { signal })).trim().toLowerCase();
      const chosen = choices.find((one) => one.key === typed);
      if (!chosen) return null;
      const reason =
        chosen.answer === "reject"
          ? (await lines.question("Reason for the model (may be empty): ", { signal })).trim()
          : "";
      return toAnswer(chosen.answer, process.env.USER ?? "person", new Date().toISOString(), reason);
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return null; // nobody answered in time
      throw error;
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
