/** Whether the ledger is what was written: looked at when somebody wants to know, and what is known meanwhile. */
import { checkLedger, type GovernedRoot, type WholeCheck } from "@intentgate/sidecar";
import { isAlarm } from "@intentgate/trace";
import { identity } from "@intentgate/world";
import type { ChainView } from "../../api/trace.ts";
import type { LedgerRows } from "./ledger-rows.ts";
import type { News } from "./news.ts";

export interface ChainState {
  view(): ChainView;
  /** Looks at the whole ledger; the answer comes with the topic `chain`. */
  verify(): void;
}

const MOST_FINDINGS = 200;
/** So few are looked at without being asked. */
const UNASKED = 20_000;

export interface ChainParts {
  root: GovernedRoot;
  rows: LedgerRows;
  news: News;
  now(): Date;
  complain(text: string): void;
}

export function createChainState({ root, rows, news, now, complain }: ChainParts): ChainState {
  const ledger = `${root.sidecar}/agent_trace.jsonl`;
  let last: { check: WholeCheck; at: string; seen: string } | null = null;
  let isRunning = false;

  function verify(): void {
    if (isRunning) return;
    isRunning = true;
    const seen = identity(ledger);
    checkLedger(root)
      .then(
        (check) => {
          last = { check, at: now().toISOString(), seen };
        },
        (error: unknown) => complain(`the ledger could not be verified: ${error}`),
      )
      .finally(() => {
        isRunning = false;
        news.tell(["chain"]);
      });
    news.tell(["chain"]);
  }

  function stateNow(): ChainView["state"] {
    if (isRunning) return "running";
    if (last === null) return "unchecked";
    if (last.check.findings.some(isAlarm)) return "unsound";
    return identity(ledger) === last.seen ? "sound" : "stale";
  }

  return {
    verify,
    view() {
      if (last === null && !isRunning && rows.reader().index.records <= UNASKED) verify();
      const findings = last?.check.findings ?? [];
      const ordered = [...findings.filter(isAlarm), ...findings.filter((one) => !isAlarm(one))];
      return {
        state: stateNow(),
        checked_at: last?.at ?? null,
        records: last?.check.records ?? 0,
        sessions: last?.check.sessions ?? 0,
        anchors: last === null || last.check.anchor === "none" ? [] : last.check.anchor.split("_and_"),
        findings: ordered.slice(0, MOST_FINDINGS).map((finding) => ({
          alarm: isAlarm(finding),
          place: [finding.file, finding.line === null ? null : `line ${finding.line}`].filter(Boolean).join(" "),
          message: finding.message,
        })),
        more_findings: Math.max(0, ordered.length - MOST_FINDINGS),
      };
    },
  };
}
