/** Runs what a hook file names as its handler: a program, a module, or a part of the gate. */
import { randomUUID } from "node:crypto";
import { createHandlerEnvironment, createKillWithUs, findReapers, MARK_NAME, type Reapers } from "@intentgate/world";
import type { BuiltinPorts } from "../handlers/builtins/builtin.ts";
import { runBuiltin } from "../handlers/builtins/run-builtin.ts";
import { unusable } from "../handlers/find-program.ts";
import type { ContainHandler, HandlerCall, HandlerOutcome, RunHandler } from "../handlers/handler.ts";
import { createStripTypes } from "../handlers/module-sources.ts";
import { runModule } from "../handlers/run-module.ts";
import { failed, runScript } from "../handlers/run-script.ts";

export interface HandlerParts {
  /** The gate's own; handlers see the harmless part of it. */
  environment: Readonly<Record<string, string | undefined>>;
  builtins: BuiltinPorts;
  contain: ContainHandler;
}

/** A handler may call the gate, whose hooks may run a handler; somewhere that ends. */
const DEEPEST = 3;

export function createRunHandler(parts: HandlerParts): RunHandler {
  const environmentIn = createHandlerEnvironment(parts.environment);
  const together = createKillWithUs();
  const strip = createStripTypes();
  const outer = parts.environment[MARK_NAME];
  let reapers: Reapers | undefined;
  const depth = outer === undefined ? 0 : outer.split("/").length;

  async function run(call: HandlerCall): Promise<HandlerOutcome> {
    if (call.handler.kind === "builtin") return runBuiltin(call, parts.builtins);
    if (depth >= DEEPEST) {
      const what = `handlers call each other ${depth} deep`;
      return failed(unusable("broken", what, "Do not call the gate from a handler that the same call starts."), "");
    }
    const mark = randomUUID();
    const marks = outer === undefined ? mark : `${outer}/${mark}`;
    const environment = { ...environmentIn(call.root), ...call.environment, [MARK_NAME]: marks };
    if (reapers === undefined) reapers = findReapers();
    const process = { together, environment, mark, reapers, contain: parts.contain };
    return call.handler.kind === "script" ? runScript(call, process) : runModule(call, { ...process, strip });
  }

  return async (call) => {
    const startedAt = performance.now();
    const outcome = await run(call).catch(brokenBy);
    return { ...outcome, ms: performance.now() - startedAt };
  };
}

/** Whatever goes wrong around a handler is its failure: a blocking one then says no. */
function brokenBy(error: unknown): HandlerOutcome {
  const what = error instanceof Error ? error.message : String(error);
  return failed(unusable("broken", `the handler could not be run: ${what}`, ""), "");
}
