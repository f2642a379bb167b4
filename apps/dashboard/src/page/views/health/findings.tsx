/** What was looked at: what is wrong first, with what helps; what is well at the end. */
import type { HealthView } from "../../../api/hooks.ts";
import { sentence } from "../../parts/code-parts.ts";
import { Icon } from "../../parts/icon.tsx";
import { Told } from "../../parts/told.tsx";
import { counted } from "../../words/time-words.ts";

type Finding = HealthView["findings"][number];

export function Findings({ findings }: { findings: readonly Finding[] }) {
  const wrong = findings.filter((finding) => finding.state === "problem");
  const doubtful = findings.filter((finding) => finding.state === "warning");
  const well = findings.filter((finding) => finding.state === "ok");
  return (
    <>
      {wrong.length + doubtful.length > 0 && (
        <ul class="panel list">{[...wrong, ...doubtful].map((finding) => line(finding))}</ul>
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

const words = { ok: "In order", warning: "Warning", problem: "Problem" } as const;

function line(finding: Finding) {
  const tone = finding.state === "ok" ? "good-text" : finding.state === "problem" ? "bad-text" : "warn-text";
  return (
    <li key={`${finding.check} ${finding.message}`} class="finding">
      <Icon name={finding.state === "ok" ? "check" : "alert"} class={tone} />
      <span class="unseen">{words[finding.state]}: </span>
      <div>
        <p>
          <Told text={sentence(finding.message)} />
        </p>
        {finding.remedy !== null && (
          <p class="soft">
            <Told text={finding.remedy} />
          </p>
        )}
      </div>
    </li>
  );
}
