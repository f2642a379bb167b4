/** For tests: runs programs and asks servers on request, one JSON object a line, as a user who owns nothing. */
import { createInterface } from "node:readline";
import { produce } from "../../../packages/routing/src/run/implementations.ts";
import { createRootFiles } from "../../../packages/routing/src/run/root-files.ts";
import { runProgram } from "../../../packages/routing/src/run/run-program.ts";

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, program, task, root, env, abortAfterMs } = JSON.parse(line);
  const signal = abortAfterMs === undefined ? undefined : AbortSignal.timeout(abortAfterMs);
  const answer = program
    ? await runProgram({ ...program, ...(signal ? { signal } : {}) })
    : await produce(task, createRootFiles(root), { env: { ...process.env, ...env }, ...(signal ? { signal } : {}) });
  process.stdout.write(`${JSON.stringify({ id, answer })}\n`);
});
