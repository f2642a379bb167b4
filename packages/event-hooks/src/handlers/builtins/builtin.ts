/** Handlers that are parts of the gate: they read through ports and start nothing. */

import { type Checked, nearMiss, plainLine } from "@intentgate/documents";
import type { Store } from "@intentgate/sidecar";
import type { EventContext } from "../../declared/event-context.ts";
import type { HookResult } from "../../declared/hook-result.ts";
import { unusable } from "../find-program.ts";
import { answerBytes, type HandlerCall, type HandlerOutcome } from "../handler.ts";
import { failed } from "../run-script.ts";
import { builtins } from "./builtin-list.ts";

export interface BuiltinPorts {
  store: Pick<Store, "ledger" | "sessions" | "decisions" | "approvals">;
  /** What people decided for the root, as far as it can be read. */
  rules(): Checked<unknown>;
  /** The ids of hooks that wait for a person's trust. */
  untrustedHooks(): readonly string[];
}

export type Builtin = (event: EventContext, ports: BuiltinPorts) => Partial<HookResult>;

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
