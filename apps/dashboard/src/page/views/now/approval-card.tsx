/** One question to a person: what would happen, computed by the gate, and every answer that fits. */
import { useId, useState } from "preact/hooks";
import type { ApprovalAnswer, AskedQuestion, WaitingApproval } from "../../../api/now.ts";
import { DiffView } from "../../parts/diff-view.tsx";
import { IconButton } from "../../parts/icon.tsx";
import { Badge, Bullets, IntentChip, Paths } from "../../parts/pieces.tsx";
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
  scope: "Kept, and added to the scope",
  reject: "Rejected",
};

/** The command ran: nothing is approved, it is kept or not. */
const doneKept: Partial<Record<ApprovalAnswer, string>> = { once: "Kept", reject: "Discarded" };

function isAbout({ questions }: WaitingApproval, wanted: string): boolean {
  return questions.some(({ topic }) => topic === wanted);
}

function isKept(approval: WaitingApproval): boolean {
  return isAbout(approval, "outside");
}

function doneWords(approval: WaitingApproval, given: ApprovalAnswer): string {
  if (given === "once" && isAbout(approval, "start_intent")) return "Started: the agent goes on under this intent";
  return (isKept(approval) ? doneKept[given] : undefined) ?? done[given];
}

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
    if (response.ok) say(doneWords(approval, given));
    else complain(response.problems);
    nowShown.value.reload();
  }

  return (
    <article class="approval" aria-labelledby={title} data-approval={approval.id}>
      <header class="approval-head">
        <IconButton
          icon={open ? "down" : "right"}
          label={open ? "Hide details" : "Show details"}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        <h3 id={title}>{questionWords(approval)}</h3>
        <span class="approval-time">{left(approval.expires_at, now.value)}</span>
      </header>
      <div class="approval-line">
        <SeverityBadge approval={approval} />
        <IntentChip id={approval.intent?.id ?? null} name={approval.intent?.name ?? null} />
        <span class="soft">{toolWords(approval.tool)}</span>
        <span class="soft">by {sessionWords(approval.session)}</span>
      </div>
      {approval.question && <Facts question={approval.question} />}
      {open && <Details approval={approval} />}
      <AnswerBar answers={approval.answers} busy={busy} seen={open} onSee={() => setOpen(true)} onAnswer={answer} />
    </article>
  );
}

function SeverityBadge({ approval: { question, risk } }: { approval: WaitingApproval }) {
  if (question === null) return <Badge tone={risk === "UNKNOWN" ? "bad" : "warn"}>{riskWords(risk)}</Badge>;
  return <Badge tone={question.severity > 2 ? "bad" : "warn"}>{question.severity_words}</Badge>;
}

/** Always in view: nobody should have to open a card to see the danger in it. */
function Facts({ question }: { question: AskedQuestion }) {
  return (
    <div class="approval-facts">
      {question.facts.length > 0 && (
        <ul>
          {question.facts.map(({ kind, text }) => (
            <li key={text} class={kind === "ok" ? "soft" : undefined}>
              {kind === "ok" ? "✓" : "⚠"} {text}
            </li>
          ))}
        </ul>
      )}
      <p class="soft">Asked because: {question.why}</p>
      <p class="soft">Yes: {question.yes}</p>
      <p class="soft">No: {question.no}</p>
      <p class="soft">{question.waiting_words}</p>
    </div>
  );
}

function Details({ approval }: { approval: WaitingApproval }) {
  const further = approval.question === null ? approval.questions.slice(1) : [];
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
          <h4 class="label">{isKept(approval) ? "What it did" : "What it does"}</h4>
          <Bullets lines={approval.effects} />
        </div>
      )}
      {approval.files.length > 0 && approval.diff.length === 0 && (
        <div>
          <h4 class="label">{counted(approval.files.length, "file")}</h4>
          <Paths paths={approval.files.slice(0, 20)} />
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
