/** The sessions at work, and what a person may do about one. */
import type { SessionAct, SessionCard } from "../../../api/now.ts";
import { Icon } from "../../parts/icon.tsx";
import { Badge, IntentChip, When } from "../../parts/pieces.tsx";
import { complain, say } from "../../parts/toasts.tsx";
import { post } from "../../state/client.ts";
import { nowShown } from "../../state/now-state.ts";
import { counted } from "../../words/time-words.ts";
import { hostName, sessionName } from "../../words/words.ts";

export function SessionList({ sessions, total }: { sessions: readonly SessionCard[]; total: number }) {
  return (
    <>
      <ul class="sessions">
        {sessions.map((session) => (
          <li key={session.id} class={`session ${session.stopped ? "stopped" : ""}`}>
            <Session session={session} />
          </li>
        ))}
      </ul>
      {total > sessions.length && <p class="soft">and {total - sessions.length} more</p>}
    </>
  );
}

function Session({ session }: { session: SessionCard }) {
  return (
    <>
      <div class="session-head">
        <Icon name="agent" />
        <span class="strong cut">{hostName(session.host)}</span>
        <span class="soft cut" title={session.id}>
          {sessionName(session.id)}
        </span>
        {session.running_calls > 0 && <span class="pulse" title="A tool call is running" />}
        <span class="push">
          <When at={session.last_at} />
        </span>
      </div>
      <div class="session-line">
        {session.intent ? (
          <IntentChip id={session.intent.id} name={session.intent.name} />
        ) : (
          <span class="soft">No intent taken yet: it can read, not change</span>
        )}
      </div>
      {session.parent !== null && <div class="session-line soft">helper of {sessionName(session.parent)}</div>}
      {session.stopped && (
        <div class="session-line act">
          <Badge tone="bad" icon="stop">
            Stopped after {session.denials_in_a_row} refusals in a row
          </Badge>
          <Act session={session} act="reset" words="Let it go on" confirmation="The session may change files again" />
        </div>
      )}
      {session.standing.length > 0 && (
        <div class="session-line act">
          <Badge tone="info" icon="check">
            Changes inside the scope pass without a question
          </Badge>
          <Act session={session} act="revoke" words="Take back" confirmation="Taken back: the session asks again" />
        </div>
      )}
      {session.approved_commands > 0 && (
        <div class="session-line soft">{counted(session.approved_commands, "command")} approved for this session</div>
      )}
    </>
  );
}

function Act(props: { session: SessionCard; act: SessionAct; words: string; confirmation: string }) {
  const { session, act } = props;
  const path = act === "reset" ? "/api/sessions/:id/reset" : "/api/sessions/:id/revoke";
  return (
    <button
      type="button"
      class="button small"
      onClick={async () => {
        const answer = await post(path, { id: session.id }, {});
        if (answer.ok) say(props.confirmation);
        else complain(answer.problems);
        nowShown.value.reload();
      }}
    >
      {props.words}
    </button>
  );
}
