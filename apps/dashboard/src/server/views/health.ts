/** *Health*: what the doctor finds, and what was stopped or would have been. */
import { readSince, summariseRows, type Tally } from "@intentgate/sidecar";
import type { HealthView, ReportView } from "../../api/hooks.ts";
import { refuse } from "../door/failure.ts";
import type { Served } from "../project/served.ts";

export async function healthView({ examine, workspace }: Served): Promise<HealthView> {
  const findings = await examine();
  return {
    checked_at: workspace.now().toISOString(),
    problems: findings.filter((one) => one.state === "problem").length,
    warnings: findings.filter((one) => one.state === "warning").length,
    findings,
  };
}

export function reportView({ workspace }: Served, given: string): ReportView {
  const since = readSince(given, workspace.now());
  if (since === null)
    return refuse(400, "BAD_INPUT", "since is no time", "Write 30m, 12h, 7d, 2w, or a date such as 2026-02-16.");
  const report = summariseRows(workspace.home.store.decisions.rows(), since);
  const rules = workspace.home.rules();
  return {
    mode: rules.ok ? rules.value.policy.mode : null,
    calls: report.calls,
    sessions: report.sessions,
    stopped: report.stopped.map(tally),
    would_have_stopped: report.would_have_stopped.map(tally),
    would_have_asked: report.would_have_asked.map(tally),
    violations: report.violations.map(({ timestamp, ...one }) => ({ ...one, at: timestamp })),
  };
}

function tally({ examples, ...rest }: Tally): ReportView["stopped"][number] {
  return { ...rest, examples: examples.map(({ timestamp, ...one }) => ({ ...one, at: timestamp })) };
}
