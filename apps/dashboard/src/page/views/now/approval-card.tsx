/** One question to a person: what would happen, computed by the gate, and every answer that fits. */
import { useId, useState } from "preact/hooks";
import type { ApprovalAnswer, WaitingApproval } from "../../../api/now.ts";
import { DiffView } from "../../parts/diff-view.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Badge, IntentChip, Path } from "../../parts/pieces.tsx";
import { complain, say } from "../../parts/toasts.tsx";
import { post } from "../../state/client.ts";
import { nowShown, sessionWords } from "../../state/now-state.ts";
import { now } from "../../state/screen.ts";
import { counted, left } from "../../words/time-words.ts";
import { classWords, questionWords, riskWords, toolWords, topicWords } from "../../words/words.ts";
import { AnswerBar } from "./answer-bar.tsx";

const done: Record<ApprovalAnswer, string> = {
  once: "Approved, for this one time",
  standing: "Approved; further changes inside the scope pass in this session",
  command: "Approved; this exact command passes in this session",
  declare: "Approved, and declared in policy.yaml",
  reject: "Rejected",
};

export function ApprovalCard({ approval, startsOpen }: { approval: WaitingApproval; startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  const [busy, setBusy] = useState(false);
  const title = useId();

  async function answer(given: ApprovalAnswer, reason: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    const body = given === "reject" ? { answer: given, reason } : { answer: given };
    const response = await post("/api/approvals/:id/answer", { id: approval.id }, body);
    setBusy(false);
    if (response.ok) say(done[given]);
    else complain(response.problems);
    nowShown.value.reload();
  }

  return (
    <article class="approval" aria-labelledby={title} data-approval={approval.id}>
      <header class="approval-head">
        <button
          type="button"
          class="icon-button"
          aria-expanded={open}
          aria-label={open ? "Hide details" : "Show details"}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? "down" : "right"} />
        </button>
        <h3 id={title}>{questionWords(approval)}</h3>
        <span class="approval-time">{left(approval.expires_at, now.value)}</span>
      </header>
      <div class="approval-line">
        <Badge tone={approval.risk === "UNKNOWN" ? "bad" : "warn"}>{riskWords(approval.risk)}</Badge>
        <IntentChip id={approval.intent?.id ?? null} name={approval.intent?.name ?? null} />
        <span class="soft">{toolWords(approval.tool)}</span>
        <span class="soft">by {sessionWords(approval.session)}</span>
      </div>
      {open && <Details approval={approval} />}
      <AnswerBar answers={approval.answers} busy={busy} seen={open} onSee={() => setOpen(true)} onAnswer={answer} />
    </article>
  );
}

function Details({ approval }: { approval: WaitingApproval }) {
  const further = approval.questions.slice(1);
  return (
    <div class="approval-body">
      {approval.questions.map((question) => (
        <QuestionDetails key={question.question} question={question} />
      ))}
      {further.length > 0 && (
        <ul class="bullets">
          {further.map((question) => (
            <li key={question.question}>
              <span class="soft">{topicWords(question.topic)}:</span> {question.question}
            </li>
          ))}
        </ul>
      )}
      {approval.command !== null && (
        <div>
          <h4 class="label">Command</h4>
          <pre class="raw">{approval.command}</pre>
        </div>
      )}
      {approval.effects.length > 0 && (
        <div>
          <h4 class="label">What it does</h4>
          <ul class="bullets">
            {approval.effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </div>
      )}
      {approval.files.length > 0 && approval.diff.length === 0 && (
        <div>
          <h4 class="label">{counted(approval.files.length, "file")}</h4>
          <ul class="file-lines">
            {approval.files.slice(0, 20).map((file) => (
              <li key={file}>
                <Path path={file} />
              </li>
            ))}
          </ul>
          {approval.files.length > 20 && <p class="soft">and {approval.files.length - 20} more</p>}
        </div>
      )}
      {approval.diff.map((diff) => (
        <DiffView key={diff.path} path={diff.path} lines={diff.lines} moreLines={diff.more_lines} />
      ))}
      {approval.more_files > 0 && <p class="soft">and {counted(approval.more_files, "more file")}</p>}
      {approval.diff.some(({ lines }) => lines.some((line) => /^\+(?!\+\+ )/.test(line))) && (
        <p class="soft small-line">
          {classWords(approval.mutation_class)}
          {approval.mutation_class === "AST_REFACTOR" ? ": what the code does is shown to stay the same" : ""}
        </p>
      )}
    </div>
  );
}

function QuestionDetails({ question }: { question: WaitingApproval["questions"][number] }) {
  if (question.details.length === 0) return null;
  return (
    <dl class="facts details">
      {question.details.map(({ label, value }, at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
      {question.more_details > 0 && <div class="soft">and {question.more_details} more</div>}
    </dl>
  );
}
