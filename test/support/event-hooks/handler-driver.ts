/** Runs handlers on request, one JSON object a line: so that tests run them as a user who owns nothing. */
import { createInterface } from "node:readline";
import type { HandlerCall } from "../../../packages/event-hooks/src/handlers/handler.ts";
import { createRunHandler } from "../../../packages/event-hooks/src/run/run-handler.ts";
import { createMemoryStore } from "../sidecar/memory-store.ts";

const store = createMemoryStore({
  clock: () => new Date(),
  parse: () => ({ ok: true, value: { intents: new Map() } }),
  intentsText: "",
});
const builtins = { store, rules: () => ({ ok: true as const, value: null }), untrustedHooks: () => [] };
const contain = async () => ({ ok: false as const, why: "there is no box here" });
const runHandler = createRunHandler({ environment: process.env, builtins, contain });

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, call } = JSON.parse(line) as { id: number; call: HandlerCall };
  process.stdout.write(`${JSON.stringify({ id, answer: await runHandler(call) })}\n`);
});
