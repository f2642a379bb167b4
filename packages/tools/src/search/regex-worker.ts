/** Runs a model's regular expression in a thread that can be ended: some expressions never come back. */
import { Worker } from "node:worker_threads";
import { done, fail, type Outcome } from "../contract/failure.ts";

export interface SearchedText {
  id: number;
  text: string;
}

export interface FoundLine {
  id: number;
  line: number;
  text: string;
}

export interface RegexWorker {
  /** At most `room` lines that fit, in order. */
  match(texts: SearchedText[], room: number): Promise<Outcome<FoundLine[]>>;
  close(): Promise<void>;
}

const LONGEST_LINE = 300;
const BEFORE_MATCH = 100;

/** As text, so that it needs no file of its own wherever the package is bundled. */
const SOURCE = `
const { parentPort, workerData } = require("node:worker_threads");
const expression = new RegExp(workerData.source, workerData.flags);
const cut = (line, at) => {
  if (line.length <= ${LONGEST_LINE}) return line;
  const start = Math.max(0, at - ${BEFORE_MATCH});
  const end = start + ${LONGEST_LINE};
  return (start > 0 ? "…" : "") + line.slice(start, end) + (end < line.length ? "…" : "");
};
const search = (texts, room) => {
  const found = [];
  for (const { id, text } of texts) {
    const lines = text.split("\\n");
    if (lines.at(-1) === "") lines.pop();
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at].endsWith("\\r") ? lines[at].slice(0, -1) : lines[at];
      const match = expression.exec(line);
      if (match === null) continue;
      found.push({ id, line: at + 1, text: cut(line, match.index) });
      if (found.length >= room) return found;
    }
  }
  return found;
};
parentPort.on("message", ({ texts, room }) => {
  try {
    parentPort.postMessage({ found: search(texts, room) });
  } catch (error) {
    parentPort.postMessage({ problem: String(error && error.message) });
  }
});
`;

type Reply = { found: FoundLine[] } | { problem: string };

export function startRegexWorker(expression: RegExp, budgetMs: number, signal?: AbortSignal): RegexWorker {
  const worker = new Worker(SOURCE, {
    eval: true,
    workerData: { source: expression.source, flags: expression.flags },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  let leftMs = budgetMs;

  return {
    async match(texts, room) {
      const startedAt = performance.now();
      const reply = await ask(worker, { texts, room }, Math.max(1, leftMs), signal);
      leftMs -= performance.now() - startedAt;
      return reply;
    },
    async close() {
      await worker.terminate();
    },
  };
}

function ask(
  worker: Worker,
  message: { texts: SearchedText[]; room: number },
  withinMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome<FoundLine[]>> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome<FoundLine[]>) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      resolve(outcome);
    };
    const onMessage = (reply: Reply) =>
      finish("found" in reply ? done(reply.found) : fail("BAD_REGEX", `The expression failed: ${reply.problem}.`));
    const onError = (error: unknown) => finish(fail("BAD_REGEX", `The expression failed: ${String(error)}.`));
    const onExit = () => finish(fail("ABORTED", "The search was stopped."));
    const onAbort = () => finish(fail("ABORTED", "The search was stopped on request."));
    const timer = setTimeout(
      () =>
        finish(
          fail("TIMEOUT", "The search took too long; use a simpler expression, a smaller folder or file_pattern."),
        ),
      withinMs,
    );
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    else worker.postMessage(message);
  });
}
