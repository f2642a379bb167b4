/** A handler that is a part of the gate: it reads through ports and starts nothing. */
import type { Checked } from "@intentgate/documents";
import type { Store } from "@intentgate/sidecar";
import type { EventContext } from "../../declared/event-context.ts";
import type { HookResult } from "../../declared/hook-result.ts";

export interface BuiltinPorts {
  store: Pick<Store, "ledger" | "sessions" | "decisions" | "approvals">;
  /** What people decided for the root, as far as it can be read. */
  rules(): Checked<unknown>;
  /** The ids of hooks that wait for a person's trust. */
  untrustedHooks(): readonly string[];
}

export type Builtin = (event: EventContext, ports: BuiltinPorts) => Partial<HookResult>;
