/** The policy that counts after its file changed during a call: of each rule the stricter side. */
import type { ApprovalMode, Approvers, Policy } from "./policy.ts";

export function narrowPolicy(accepted: Policy, current: Policy): Policy {
  return {
    mode: either("enforce", accepted.mode, current.mode),
    approval: {
      mode: stricterMode(accepted.approval.mode, current.approval.mode),
      timeout_s: Math.min(accepted.approval.timeout_s, current.approval.timeout_s),
      approver: fewerApprovers(accepted.approval.approver, current.approval.approver),
    },
    commands: inBoth(accepted.commands, current.commands),
    tools: toolsInBoth(accepted.tools, current.tools),
    forbid: union(accepted.forbid, current.forbid),
    protected: union(accepted.protected, current.protected),
    secret_paths: union(accepted.secret_paths, current.secret_paths),
    scratch: inBoth(accepted.scratch, current.scratch),
    lock: { never_read: either("deny", accepted.lock.never_read, current.lock.never_read) },
    on_violation: accepted.on_violation,
    trust: either("always", accepted.trust, current.trust),
    completion: either("person", accepted.completion, current.completion),
    environment: accepted.environment,
    follow_up: either("queue", accepted.follow_up, current.follow_up),
    resident: either("off", accepted.resident, current.resident),
    speak_for_host: accepted.speak_for_host && current.speak_for_host,
    containment: {
      mode: stricterContainment(accepted.containment.mode, current.containment.mode),
      network: { allow: inBoth(accepted.containment.network.allow, current.containment.network.allow) },
      home_caches: inBoth(accepted.containment.home_caches, current.containment.home_caches),
      // What waits for a person's answer must not be lost by a smaller number, nor fill the disk by a larger one.
      keep_mb: accepted.containment.keep_mb,
      keep_hours: accepted.containment.keep_hours,
    },
    limits: {
      payload_bytes: Math.min(accepted.limits.payload_bytes, current.limits.payload_bytes),
      denials_in_a_row: Math.min(accepted.limits.denials_in_a_row, current.limits.denials_in_a_row),
      delete_without_asking: Math.min(accepted.limits.delete_without_asking, current.limits.delete_without_asking),
      // How much is looked at and kept: less of it would blind the gate, more would drown it.
      observe_files: accepted.limits.observe_files,
      before_cache_mb: accepted.limits.before_cache_mb,
      revert_within_s: accepted.limits.revert_within_s,
      ledger_mb: accepted.limits.ledger_mb,
    },
  };
}

const containments = ["required", "on", "off"] as const;

function stricterContainment(...modes: Policy["containment"]["mode"][]): Policy["containment"]["mode"] {
  return containments.find((mode) => modes.includes(mode)) ?? "on";
}

function either<T>(strict: T, a: T, b: T): T {
  return a === strict ? a : b;
}

/** `auto` denies what `strict` asks; neither is looser than the other. Null is the host's default, never looser than balanced. */
function stricterMode(accepted: ApprovalMode | null, current: ApprovalMode | null): ApprovalMode | null {
  if (accepted === "strict" || accepted === "auto") return accepted;
  if (current === "strict" || current === "auto") return current;
  return accepted === current ? accepted : null;
}

function fewerApprovers(accepted: Approvers, current: Approvers): Approvers {
  if (accepted === current || current === "none" || accepted === "client") return current;
  return accepted === "any" && current !== "client" ? current : accepted;
}

function toolsInBoth(accepted: Policy["tools"], current: Policy["tools"]): Policy["tools"] {
  const tools = Object.create(null) as Policy["tools"];
  for (const [name, tool] of Object.entries(accepted)) {
    if (Object.hasOwn(current, name) && spelled(current[name]) === spelled(tool)) tools[name] = tool;
  }
  return tools;
}

function union<T>(first: readonly T[], second: readonly T[]): T[] {
  const known = new Set(first.map(spelled));
  return [...first, ...second.filter((item) => !known.has(spelled(item)))];
}

function inBoth<T>(first: readonly T[], second: readonly T[]): T[] {
  const known = new Set(second.map(spelled));
  return first.filter((item) => known.has(spelled(item)));
}

/** The same fields in the same order make the same text; readers write them in one order. */
function spelled(value: unknown): string {
  return JSON.stringify(value, value !== null && typeof value === "object" ? Object.keys(value).sort() : undefined);
}
