/** One hook: its facts, what there is to look at before trusting it, and its last runs. */
import type { HookCard } from "../../../api/hooks.ts";
import { MessageText } from "../../parts/message-text.tsx";
import { Badge, Facts, Loading, Notice, Path, Problems, When } from "../../parts/pieces.tsx";
import { complain, say } from "../../parts/toasts.tsx";
import { post } from "../../state/client.ts";
import { sessionWords } from "../../state/now-state.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { counted, duration } from "../../words/time-words.ts";
import { eventWords } from "../../words/words.ts";

export function HookDetails({ hook, onTrusted }: { hook: HookCard; onTrusted(): void }) {
  return (
    <>
      {hook.state === "readable" ? (
        <>
          {hook.summary !== "" && <p class="reason">{hook.summary}</p>}
          {hook.why_not !== null && (
            <Notice tone="warn" icon="alert">
              <MessageText text={whyNot(hook.trust, hook.why_not)} />
            </Notice>
          )}
          <Facts
            facts={[
              ["Runs", eventWords(hook.event_type)],
              ["Can say no", hook.blocking ? "yes" : "no"],
              ["Trust", <TrustBadge key="trust" hook={hook} />],
              ["Starts", <code key="handler">{hook.handler}</code>],
              ["Time limit", duration(hook.timeout_ms)],
              hook.environments === null ? null : ["Only in", hook.environments.join(", ")],
              ["File", <Path key="file" path={hook.file} />],
            ]}
          />
          <Review hook={hook} onTrusted={onTrusted} />
        </>
      ) : (
        <Problems problems={hook.problems} />
      )}
      <Runs id={hook.id} />
    </>
  );
}

/** What a terminal is told to run is a button here. */
function whyNot(trust: "trusted" | "untrusted" | "changed", reason: string): string {
  if (trust === "trusted") return reason;
  const what = trust === "untrusted" ? "Nobody has trusted it yet" : "It changed since a person trusted it";
  return `${what}. Read what it would run, below; then press “Trust exactly this”.`;
}

function Review({ hook, onTrusted }: { hook: HookCard; onTrusted(): void }) {
  const {
    value: review,
    problems,
    reload,
  } = useAnswer("/api/hooks/:id/review", { ids: { id: hook.id } }, ["hooks", "files"]);
  if (review === null) return problems.length > 0 ? <Problems problems={problems} /> : <Loading />;
  const trust = async () => {
    const response = await post("/api/hooks/:id/trust", { id: hook.id }, { digest: review.digest });
    if (response.ok) say(`${hook.id} is trusted and runs from now on`);
    else complain(response.problems);
    reload();
    onTrusted();
  };
  return (
    <section class="section">
      <div class="section-head">
        <h3>What you would trust</h3>
        {review.trust !== "trusted" && (
          <button
            type="button"
            class="button primary small more"
            disabled={review.untrustable !== null}
            onClick={trust}
          >
            Trust exactly this
          </button>
        )}
      </div>
      {review.untrustable && <Problems problems={[review.untrustable]} />}
      <details class="more-facts" open={review.trust !== "trusted"}>
        <summary>
          <Path path={review.file} />
        </summary>
        {review.before !== null && review.before !== review.text && (
          <>
            <p class="soft">As you trusted it before:</p>
            <pre class="raw">{review.before}</pre>
            <p class="soft">As it is now:</p>
          </>
        )}
        <pre class="raw">{review.text}</pre>
      </details>
      {review.files.map((file) => (
        <details key={file.path} class="more-facts" open={file.changed}>
          <summary>
            <Path path={file.path} /> {file.changed && review.trust === "changed" && <Badge tone="warn">changed</Badge>}
          </summary>
          {file.text === null ? (
            <p class="soft">
              {file.bytes === null ? "There is no such file." : `${counted(file.bytes, "byte")}, not shown here.`}
            </p>
          ) : (
            <pre class="raw">{file.text}</pre>
          )}
        </details>
      ))}
    </section>
  );
}

function Runs({ id }: { id: string }) {
  const { value } = useAnswer("/api/hooks/runs", { query: { hook: id, count: 50 } }, ["hooks"]);
  if (value === null) return null;
  return (
    <section class="section">
      <h3>Last runs</h3>
      {value.items.length === 0 && <p class="soft">It never ran.</p>}
      <ul>
        {value.items.map((run, at) => (
          <li key={at} class="run">
            <span class="line">
              <Badge tone={run.outcome === "ok" ? "good" : run.outcome === "refused" ? "info" : "bad"}>
                {outcomes[run.outcome] ?? run.outcome}
              </Badge>
              <span class="soft cut grow">{sessionWords(run.session)}</span>
              {run.ms !== null && <span class="soft">{duration(run.ms)}</span>}
              <When at={run.at} />
            </span>
            {run.message !== "" && <span class="run-words">{run.message}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const outcomes: Readonly<Record<string, string>> = {
  ok: "fine",
  failed: "failed",
  refused: "said no",
  untrusted: "did not run",
};

export function TrustBadge({ hook }: { hook: HookCard }) {
  if (hook.state === "broken")
    return (
      <Badge tone="bad" icon="alert">
        {hook.in_force ? "not readable; its last trusted version runs" : "not readable"}
      </Badge>
    );
  if (hook.trust === "trusted")
    return (
      <Badge tone="good" icon="shield">
        trusted
      </Badge>
    );
  return <Badge tone="warn">{hook.trust === "changed" ? "changed since you trusted it" : "not trusted yet"}</Badge>;
}
