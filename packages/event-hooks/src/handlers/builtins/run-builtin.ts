import { nearMiss, plainLine } from "@intentgate/documents";
import type { EventContext } from "../../declared/event-context.ts";
import { unusable } from "../find-program.ts";
import { answerBytes, type HandlerCall, type HandlerOutcome } from "../handler.ts";
import { failed } from "../run-script.ts";
import type { Builtin, BuiltinPorts } from "./builtin.ts";
import { sessionHealthCheck } from "./session-health-check.ts";
import { sessionSummary } from "./session-summary.ts";

/** By the name that a hook file gives as its command. */
export const builtins: ReadonlyMap<string, Builtin> = new Map([
  ["session_health_check", sessionHealthCheck],
  ["session_summary", sessionSummary],
]);

export function runBuiltin(call: HandlerCall, ports: BuiltinPorts): HandlerOutcome {
  const name = call.handler.command.trim();
  const builtin = builtins.get(name);
  if (!builtin) {
    const meant = nearMiss(name, [...builtins.keys()]);
    const known = meant === null ? `Known are ${[...builtins.keys()].join(", ")}.` : `Is ${meant} meant?`;
    return failed(unusable("missing", `there is no builtin ${plainLine(name, 80)}`, known), "");
  }
  const stdout = JSON.stringify(builtin(JSON.parse(call.input) as EventContext, ports));
  if (Buffer.byteLength(stdout) <= answerBytes) return { kind: "answered", stdout, stderr: "" };
  return failed(unusable("too_much_output", `${name} answered with more than ${answerBytes} bytes`, ""), "");
}
