/** *Hooks* and *Health*: what runs besides the gate, and what is wrong. */
import type { ApiProblem, Time } from "./shared.ts";

/** GET /api/hooks */
export interface HooksView {
  hooks: HookCard[];
  /** What handlers asked to be done and waits. */
  actions: { id: string; at: Time; hook: string; kind: string; state: string; note: string | null }[];
}

export type HookCard = {
  id: string;
  file: string;
  /** Of the runs that the log still knows. */
  runs: number;
  failures: number;
  mean_ms: number | null;
  last_run: HookRunRow | null;
} & (
  | {
      state: "readable";
      event_type: string;
      enabled: boolean;
      blocking: boolean;
      summary: string;
      trust: "trusted" | "untrusted" | "changed";
      /** Why it does not run, in words; null where it does. */
      why_not: string | null;
      handler: string;
      timeout_ms: number;
      environments: string[] | null;
    }
  /** `in_force`: an earlier version that a person trusted still runs. */
  | { state: "broken"; problems: ApiProblem[]; in_force: boolean }
);

/** GET /api/hooks/runs?hook= → Window<HookRunRow>, newest first. */
export interface HookRunRow {
  at: Time;
  session: string;
  outcome: "ok" | "failed" | "refused" | "untrusted" | (string & {});
  message: string;
  ms: number | null;
}

/** GET /api/hooks/:id/review: what a person looks at before they trust it. */
export interface HookReviewView {
  file: string;
  trust: "trusted" | "untrusted" | "changed";
  /** Names exactly what is shown here. */
  digest: string;
  text: string;
  /** As it was trusted; null where it never was. */
  before: string | null;
  files: { path: string; bytes: number | null; changed: boolean; text: string | null }[];
  /** Why nobody can trust it as it is; null where a person may. */
  untrustable: ApiProblem | null;
}

/** POST /api/hooks/:id/trust → HooksView. 409 where it is not any more what `digest` names. */
export interface TrustBody {
  digest: string;
}

/** GET /api/health: what `intentgate doctor` finds. */
export interface HealthView {
  checked_at: Time;
  problems: number;
  warnings: number;
  findings: {
    check: string;
    state: "ok" | "note" | "warning" | "problem";
    message: string;
    remedy: string | null;
  }[];
}

/** GET /api/report?since= (30m, 12h, 7d, 2w or a date; by default 7d) */
export interface ReportView {
  mode: "enforce" | "observe" | null;
  calls: number;
  sessions: number;
  stopped: Tally[];
  /** Let pass in observe mode or a pause; enforcing would have stopped it. */
  would_have_stopped: Tally[];
  would_have_asked: Tally[];
  violations: (TallyExample & { paths: string[] })[];
}

export interface Tally {
  /** The code of the refusal; for questions, the tool. */
  what: string;
  count: number;
  sessions: number;
  examples: TallyExample[];
}

export interface TallyExample {
  at: Time;
  invocation_id: string;
  session: string;
  tool: string;
  intent_id: string | null;
  reason: string | null;
}
