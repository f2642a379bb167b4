/** One question on the terminal in front of this process. */
import { createInterface } from "node:readline/promises";

/** Null when the person ended the input (Ctrl-C, Ctrl-D) instead of answering. */
export async function askLine(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new AbortController();
  lines.once("SIGINT", () => ended.abort());
  lines.once("close", () => ended.abort());
  try {
    return (await lines.question(question, { signal: ended.signal })).trim();
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return null;
    throw error;
  } finally {
    lines.close();
  }
}

/** Only a clear yes is a yes. */
export async function askYes(question: string): Promise<boolean> {
  const answer = (await askLine(`${question} [y/N] `))?.toLowerCase();
  return answer === "y" || answer === "yes";
}
