import { Icon } from "../../parts/icon.tsx";
import { MessageText } from "../../parts/message-text.tsx";
import { Facts, IntentChip, Loading, Notice, Problems, SessionName, When } from "../../parts/pieces.tsx";
import { useAnswer } from "../../state/use-answer.ts";
import { duration } from "../../words/time-words.ts";
import {
  checkWords,
  decisionWords,
  outcomeWords,
  phaseWords,
  reasonWords,
  refusalHelp,
  refusalWords,
  toolWords,
} from "../../words/words.ts";
import { outcomeIcon } from "./call-list.tsx";

export function CallDetails({ id }: { id: string }) {
  const { value: call, problems } = useAnswer("/api/calls/:id", id === "" ? null : { ids: { id } }, ["calls"]);
  if (call === null) return problems.length > 0 ? <Problems problems={problems} /> : <Loading />;
  const { icon, tone } = outcomeIcon(call.outcome);
  const help = refusalHelp(call.code);
  const reason = reasonWords(call.code, call.reason ?? call.phases.findLast((phase) => phase.reason)?.reason ?? null);
  return (
    <>
      <p class={`big-outcome ${tone}`}>
        <Icon name={icon} /> {outcomeWords(call.outcome)}
        {call.code !== null && `: ${refusalWords(call.code)}`}
      </p>
      {call.about !== null && <p class="mono">{call.about}</p>}
      {reason !== null && (
        <p class="reason">
          <MessageText text={reason} />
        </p>
      )}
      {help !== null && (
        <Notice tone="info" icon="right">
          <MessageText text={help} />
        </Notice>
      )}
      {call.would_deny.length > 0 && (
        <Notice tone="warn" icon="alert">
          It passed because the gate only observes. Enforcing would have stopped it because of{" "}
          {call.would_deny.map(checkWords).join(", ")}.
        </Notice>
      )}
      <Facts
        facts={[
          ["Tool", toolWords(call.tool)],
          ["Intent", <IntentChip key="intent" id={call.intent_id} />],
          ["Session", <SessionName key="session" id={call.session} />],
          ["When", <When key="when" at={call.at} />],
          ["Took", duration(call.ms)],
        ]}
      />
      <h3 class="side-title">Step by step</h3>
      <ol class="steps">
        {call.phases.map((phase, at) => (
          <li key={at} class={phase.decision ?? ""}>
            <span class="step-name">
              {phaseWords(phase.phase)}
              {phase.hook !== null && <span class="soft"> · {checkWords(phase.hook)}</span>}
            </span>
            <span class="step-said">{decisionWords(phase.decision ?? "")}</span>
            <span class="when">{duration(phase.ms)}</span>
          </li>
        ))}
      </ol>
      <details class="more-facts">
        <summary>What the agent asked for</summary>
        <pre class="raw">{JSON.stringify(call.payload, null, 2)}</pre>
      </details>
      <details class="more-facts">
        <summary>Names for scripts</summary>
        <Facts
          facts={[
            ["Invocation", <code key="id">{call.invocation_id}</code>],
            ["Session", <code key="session">{call.session}</code>],
            ["Tool", <code key="tool">{call.tool}</code>],
            call.code === null ? null : ["Code", <code key="code">{call.code}</code>],
          ]}
        />
      </details>
    </>
  );
}
