/** How a person is asked about a call that concerns several roots: as the strictest of their policies says. */
import type { ApprovalMode, Approvers, Policy } from "@intentgate/policy";

export interface ApprovalSettings {
  /** Nobody is asked; what would ask is refused. */
  auto: boolean;
  timeoutMs: number;
  approver: Approvers;
}

export function approvalSettings(policies: readonly Policy[], defaultMode: ApprovalMode): ApprovalSettings {
  const approvals = policies.map((policy) => policy.approval);
  const isOpen = (approver: Approvers) => approver === "any" || approver === "client";
  const wanted = new Set(approvals.map((one) => one.approver).filter((approver) => !isOpen(approver)));
  const everybody = approvals.every((one) => one.approver === "client") ? "client" : "any";
  const [only] = wanted;
  return {
    auto: approvals.some((one) => (one.mode ?? defaultMode) === "auto"),
    timeoutMs: Math.min(...approvals.map((one) => one.timeout_s)) * 1000,
    // One root wants the inbox and the other the terminal: no answer could satisfy both.
    approver: wanted.size > 1 ? "none" : (only ?? everybody),
  };
}
