/** *Now*: what waits for a person, who is at work, and what the gate decided. */
import type { NowView } from "../../../api/now.ts";
import { MessageText } from "../../parts/message-text.tsx";
import { Badge, Command, Empty, Loading, Notice, Problems, ViewHead, When } from "../../parts/pieces.tsx";
import { Split } from "../../parts/split.tsx";
import { nowShown } from "../../state/now-state.ts";
import { route, setQuery } from "../../state/place.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { ApprovalCard } from "./approval-card.tsx";
import { CallDetails } from "./call-details.tsx";
import { CallList } from "./call-list.tsx";
import { SessionList } from "./session-list.tsx";
import { askToStop, resumeAll } from "./stop-dialog.tsx";

export function NowPage() {
  const { value, problems } = nowShown.value;
  const call = route.value.query.call ?? "";
  return (
    <div class="view fills">
      <Split
        label="Decision"
        flows
        open={call}
        onClose={() => setQuery({ call: "" })}
        details={<CallDetails key={call} id={call} />}
      >
        <ViewHead title="Now">{value && <ModeBadge now={value} />}</ViewHead>
        <div class="flow">
          <Problems problems={problems} />
          {value === null ? problems.length === 0 && <Loading rows={8} /> : <Parts now={value} call={call} />}
        </div>
      </Split>
    </div>
  );
}

function Parts({ now, call }: { now: NowView; call: string }) {
  return (
    <>
      <Notices now={now} />
      <section class="section" aria-labelledby="waiting">
        <div class="section-head">
          <h2 id="waiting">
            Waiting for you {now.approvals.length > 0 && <span class="count">{now.approvals.length}</span>}
          </h2>
        </div>
        {now.approvals.length === 0 ? (
          <p class="quiet-line">Nothing. When an agent needs a yes or a no from you, it appears here.</p>
        ) : (
          <div class="approvals">
            {now.approvals.map((approval, at) => (
              <ApprovalCard key={approval.id} approval={approval} startsOpen={at < 3} />
            ))}
          </div>
        )}
      </section>
      <section class="section" aria-labelledby="at-work">
        <div class="section-head">
          <h2 id="at-work">At work {now.sessions_total > 0 && <span class="count">{now.sessions_total}</span>}</h2>
          <div class="more">
            {now.sessions.some(({ stop }) => stop !== null) && (
              <button type="button" class="button small" onClick={resumeAll}>
                Let all go on
              </button>
            )}
            {now.sessions.some(({ stop }) => stop === null) && (
              <button type="button" class="button small danger" onClick={() => askToStop("all")}>
                Stop all
              </button>
            )}
          </div>
        </div>
        {now.sessions.length === 0 ? (
          <Empty icon="agent" title="No agent is at work here">
            <p>Connect your coding agent once, then start it in this project as always:</p>
            <Command text="intentgate init" />
          </Empty>
        ) : (
          <SessionList sessions={now.sessions} total={now.sessions_total} />
        )}
      </section>
      <section class="section" aria-labelledby="decided">
        <CallList selected={call} onOpen={(id) => setQuery({ call: id })} />
      </section>
    </>
  );
}

function ModeBadge({ now }: { now: NowView }) {
  if (now.paused_until !== null) return <Badge tone="warn">Paused</Badge>;
  if (now.mode === "observe") return <Badge tone="warn">Only observing</Badge>;
  if (now.mode === null) return <Badge tone="bad">Policy not readable</Badge>;
  return (
    <Badge tone="good" icon="shield">
      Enforcing
    </Badge>
  );
}

/** Whatever else the page says is not said of these agents. */
function Ungated() {
  const { value } = useAnswer("/api/health", {}, ["health"]);
  const ungated = value?.findings.filter(({ check, remedy }) => check === "agents" && remedy !== null) ?? [];
  return (
    <>
      {ungated.map(({ state, message, remedy }) => (
        <Notice key={message} tone={state === "problem" ? "bad" : "warn"} icon="alert">
          <MessageText text={message} />. <MessageText text={remedy ?? ""} />
        </Notice>
      ))}
    </>
  );
}

function Notices({ now }: { now: NowView }) {
  return (
    <div class="notices">
      <Ungated />
      {now.paused_until !== null && (
        <Notice tone="warn" icon="clock">
          A person paused the gate until <When at={now.paused_until} />: changes pass and are recorded. To end it now:{" "}
          <code>intentgate pause --off</code>
        </Notice>
      )}
      {now.mode === "observe" && (
        <Notice tone="warn" icon="alert">
          Only observing: what would be refused passes and is noted.{" "}
          <a href="#/health">See what would have been stopped</a>
          {". "}To enforce, set <code>mode: enforce</code> in <code>.orchestration/policy.yaml</code>.
        </Notice>
      )}
      {now.held.length > 0 && (
        <Notice tone="warn" icon="alert">
          A program changed{" "}
          {now.held.map((file, at) => (
            <>
              {at > 0 && ", "}
              <code>{file}</code>
            </>
          ))}{" "}
          during a tool call. What it allows more than before does not count until you accept it:{" "}
          <code>intentgate trust</code>
        </Notice>
      )}
      <Problems problems={now.problems} />
    </div>
  );
}
