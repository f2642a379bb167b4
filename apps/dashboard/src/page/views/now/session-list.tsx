/** The sessions at work, and what a person may do about one. */
import type { SessionAct, SessionCard } from "../../../api/now.ts";
import { Icon, IconButton } from "../../parts/icon.tsx";
import { Badge, IntentChip, When } from "../../parts/pieces.tsx";
import { complain, say } from "../../parts/toasts.tsx";
import { post } from "../../state/client.ts";
import { nowShown } from "../../state/now-state.ts";
import { counted } from "../../words/time-words.ts";
import { hostName, sessionName, stopWords } from "../../words/words.ts";
import { askToStop } from "./stop-dialog.tsx";

export function SessionList({ sessions, total }: { sessions: readonly SessionCard[]; total: number }) {
  return (
    <>
      <ul class="sessions">
        {sessions.map((session) => (
          <li key={session.id} class={`session ${session.stopped || session.stop ? "stopped" : ""}`}>
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
        {session.stop === null && (
          <IconButton icon="stop" label={`Stop ${sessionName(session.id)}`} onClick={() => askToStop(session)} />
        )}
      </div>
      {session.stop !== null && (
        <div class="session-line act">
          <Badge tone="bad" icon="stop">
            {stopWords(session.stop)}
          </Badge>
          {session.stop.with_parent === null && (
            <Act session={session} act="resume" words="Let it go on" confirmation="The session may go on; tell it so" />
          )}
        </div>
      )}
      <div class="session-line">
        {session.intent ? (
          <IntentChip id={session.intent.id} name={session.intent.name} />
        ) : (
          <span class="soft">No intent taken yet: it can read, not change</span>
        )}
        <span class="push">
          <Floor isOn={session.floor} />
        </span>
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

function Floor({ isOn }: { isOn: boolean }) {
  if (!isOn)
    return (
      <span class="soft" title="Started without `intentgate start`: what it runs could change what steers the gate">
        No floor
      </span>
    );
  return (
    <Badge tone="good" icon="shield">
      On a floor
    </Badge>
  );
}

function Act(props: { session: SessionCard; act: SessionAct; words: string; confirmation: string }) {
  const { session, act } = props;
  return (
    <button
      type="button"
      class="button small"
      onClick={async () => {
        const answer = await post(`/api/sessions/:id/${act}`, { id: session.id }, {});
        if (answer.ok) say(props.confirmation);
        else complain(answer.problems);
        nowShown.value.reload();
      }}
    >
      {props.words}
    </button>
  );
}
