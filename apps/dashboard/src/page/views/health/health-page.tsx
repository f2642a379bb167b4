/** *Health*: what is not in order and what helps, and what the gate stopped or would have. */
import { useState } from "preact/hooks";
import type { HealthView, ReportView } from "../../../api/hooks.ts";
import { sentence } from "../../parts/code-parts.ts";
import { Icon } from "../../parts/icon.tsx";
import { MessageText } from "../../parts/message-text.tsx";
import { Badge, Empty, Loading, Notice, Problems, ViewHead, When } from "../../parts/pieces.tsx";
import { Segments } from "../../parts/segments.tsx";
import { useAnswer } from "../../state/use-answer.ts";
import { counted } from "../../words/time-words.ts";
import { Tallies, Violations } from "./tallies.tsx";

export function HealthPage() {
  const health = useAnswer("/api/health", {}, ["health", "policy", "hooks", "intents"]);
  return (
    <div class="view">
      <ViewHead title="Health">
        {health.value && <Verdict health={health.value} />}
        <button type="button" class="button" onClick={health.reload}>
          Look again
        </button>
      </ViewHead>
      <Problems problems={health.problems} />
      <section class="section" aria-labelledby="findings">
        <div class="section-head">
          <h2 id="findings">Is everything in order?</h2>
          {health.value && (
            <span class="soft">
              checked <When at={health.value.checked_at} />
            </span>
          )}
        </div>
        {health.value ? <Findings findings={health.value.findings} /> : health.problems.length === 0 && <Loading />}
      </section>
      <Report />
    </div>
  );
}

function Verdict({ health }: { health: HealthView }) {
  if (health.problems > 0) return <Badge tone="bad">{counted(health.problems, "problem")}</Badge>;
  if (health.warnings > 0) return <Badge tone="warn">{counted(health.warnings, "warning")}</Badge>;
  if (health.findings.some((finding) => finding.state === "note")) return <Badge>Nothing found</Badge>;
  return (
    <Badge tone="good" icon="check">
      All in order
    </Badge>
  );
}

const spans = [
  ["24h", "Day"],
  ["7d", "Week"],
  ["4w", "4 weeks"],
] as const;

function Report() {
  const [since, setSince] = useState<string>("7d");
  const report = useAnswer("/api/report", { query: { since } }, ["calls"]);
  const value = report.value;
  return (
    <section class="section" aria-labelledby="report">
      <div class="section-head">
        <h2 id="report">What the gate stopped</h2>
        <div class="more">
          <Segments label="Since" choices={spans} chosen={since} onChoose={setSince} />
        </div>
      </div>
      <Problems problems={report.problems} />
      {value === null ? (
        report.problems.length === 0 && <Loading />
      ) : (
        <>
          <p class="soft">
            {counted(value.calls, "tool call")} in {counted(value.sessions, "session")}
          </p>
          {value.mode === "observe" && (
            <Notice tone="warn" icon="alert">
              The gate only observes: nothing of what is listed under "would have been" was stopped. To enforce, set{" "}
              <code>mode: enforce</code> in <code>.orchestration/policy.yaml</code>.
            </Notice>
          )}
          {isQuiet(value) && (
            <Empty icon="shield" title="Nothing was stopped">
              <p>Refused calls, and what would have been refused while only observing, are counted here.</p>
            </Empty>
          )}
          <Tallies title="Refused" tallies={value.stopped} />
          <Tallies title="Would have been refused" tallies={value.would_have_stopped} />
          <Tallies title="A person would have been asked" tallies={value.would_have_asked} isTools />
          <Violations violations={value.violations} />
        </>
      )}
    </section>
  );
}

function isQuiet({ stopped, would_have_stopped, would_have_asked, violations }: ReportView): boolean {
  return [stopped, would_have_stopped, would_have_asked, violations].every((list) => list.length === 0);
}

type Finding = HealthView["findings"][number];

/** What was looked at: what is wrong first, with what helps; what is well at the end. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  const wrong = findings.filter((finding) => finding.state === "problem");
  const doubtful = findings.filter((finding) => finding.state === "warning");
  const open = findings.filter((finding) => finding.state === "note");
  const well = findings.filter((finding) => finding.state === "ok");
  return (
    <>
      {wrong.length + doubtful.length + open.length > 0 && (
        <ul class="panel list">{[...wrong, ...doubtful, ...open].map((finding) => line(finding))}</ul>
      )}
      {well.length > 0 && (
        <details class="more-facts" open={wrong.length + doubtful.length === 0}>
          <summary>{counted(well.length, "check")} without a finding</summary>
          <ul class="panel list">{well.map((finding) => line(finding))}</ul>
        </details>
      )}
    </>
  );
}

const words = { ok: "In order", note: "Not proved", warning: "Warning", problem: "Problem" } as const;

const icons = { ok: "check", note: "dot", warning: "alert", problem: "alert" } as const;
const tones = { ok: "good-text", note: "soft", warning: "warn-text", problem: "bad-text" } as const;

function line(finding: Finding) {
  return (
    <li key={`${finding.check} ${finding.message}`} class="finding">
      <Icon name={icons[finding.state]} class={tones[finding.state]} />
      <span class="unseen">{words[finding.state]}: </span>
      <div>
        <p>
          <MessageText text={sentence(finding.message)} />
        </p>
        {finding.remedy !== null && (
          <p class="soft">
            <MessageText text={finding.remedy} />
          </p>
        )}
      </div>
    </li>
  );
}
