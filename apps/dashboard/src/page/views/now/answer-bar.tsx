/** The answers: a key each while the focus is in the card; a no takes the words that the agent will read. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApprovalAnswer, WaitingApproval } from "../../../api/now.ts";

export function AnswerBar(props: {
  answers: WaitingApproval["answers"];
  busy: boolean;
  /** Whether what it is about is on the screen: nobody says yes to what they do not see. */
  seen: boolean;
  onSee(): void;
  onAnswer(answer: ApprovalAnswer, reason: string): void;
}) {
  const { answers, busy, seen, onSee, onAnswer } = props;
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState("");
  const bar = useRef<HTMLDivElement>(null);
  const field = useId();

  useEffect(() => {
    const card = bar.current?.closest("article");
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.target instanceof HTMLElement && event.target.closest("textarea, input")) return;
      const wanted = answers.find((one) => one.key === event.key);
      if (!wanted) return;
      event.preventDefault();
      event.stopPropagation();
      if (wanted.answer === "reject") setRejecting(true);
      else if (!seen) onSee();
      else onAnswer(wanted.answer, "");
    };
    card?.addEventListener("keydown", onKey);
    return () => card?.removeEventListener("keydown", onKey);
  }, [answers, seen, onSee, onAnswer]);

  if (rejecting)
    return (
      <form
        ref={(element) => {
          bar.current = element as unknown as HTMLDivElement;
        }}
        class="answers rejecting"
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer("reject", reason.trim());
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") setRejecting(false);
        }}
      >
        <label for={field}>What should the agent do instead? It reads this.</label>
        <textarea
          id={field}
          class="input"
          rows={2}
          maxLength={2000}
          value={reason}
          ref={(element) => element?.focus()}
          onInput={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onAnswer("reject", reason.trim());
          }}
        />
        <div class="answer-buttons">
          <button type="submit" class="button danger sure" disabled={busy}>
            {answers.find(({ answer }) => answer === "reject")?.label ?? "Reject"}
          </button>
          <button type="button" class="button" onClick={() => setRejecting(false)}>
            Back
          </button>
        </div>
      </form>
    );

  return (
    <div ref={bar} class="answers answer-buttons">
      {answers.map(({ answer, label, key }, at) => (
        <button
          key={answer}
          type="button"
          disabled={busy || (answer !== "reject" && !seen)}
          title={answer !== "reject" && !seen ? "Show the details first" : undefined}
          class={`button ${at === 0 ? "primary" : ""} ${answer === "reject" ? "danger" : ""}`}
          aria-keyshortcuts={key}
          onClick={() => (answer === "reject" ? setRejecting(true) : onAnswer(answer, ""))}
        >
          {label}
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus; aria-keyshortcuts tells the key */}
          <kbd aria-hidden="true">{key}</kbd>
        </button>
      ))}
    </div>
  );
}
