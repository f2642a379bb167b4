/** What was stopped, counted by reason, with examples that lead to the decision. */
import type { ReportView, Tally, TallyExample } from "../../../api/hooks.ts";
import { IntentChip, Paths, When } from "../../parts/pieces.tsx";
import { sessionWords } from "../../state/now-state.ts";
import { linkTo } from "../../state/route.ts";
import { counted, grouped } from "../../words/time-words.ts";
import { refusalWords, toolWords } from "../../words/words.ts";

export function Tallies(props: { title: string; tallies: readonly Tally[]; isTools?: boolean }) {
  if (props.tallies.length === 0) return null;
  const most = Math.max(...props.tallies.map((tally) => tally.count));
  return (
    <div class="tallies">
      <h3>{props.title}</h3>
      <ul class="panel list">
        {props.tallies.map((tally) => (
          <li key={tally.what}>
            <details class="tally">
              <summary>
                <span class="tally-words">{props.isTools ? toolWords(tally.what) : refusalWords(tally.what)}</span>
                <span class="tally-bar" aria-hidden="true">
                  <span style={{ width: `${(tally.count / most) * 100}%` }} />
                </span>
                <span class="tally-count">{grouped(tally.count)}</span>
                <span class="soft tally-sessions">{counted(tally.sessions, "session")}</span>
              </summary>
              <ul class="examples">
                {tally.examples.map((example) => (
                  <Example key={example.invocation_id} example={example} />
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Example({ example }: { example: TallyExample }) {
  return (
    <li>
      <span class="line">
        <a href={linkTo("now", "", { call: example.invocation_id })}>{toolWords(example.tool)}</a>
        <IntentChip id={example.intent_id} plain />
        <span class="soft cut">{sessionWords(example.session)}</span>
        <span class="push">
          <When at={example.at} />
        </span>
      </span>
      {example.reason !== null && <p class="soft">{example.reason}</p>}
    </li>
  );
}

export function Violations({ violations }: { violations: ReportView["violations"] }) {
  if (violations.length === 0) return null;
  return (
    <div class="tallies">
      <h3>Changed although nobody announced it</h3>
      <ul class="panel list">
        {violations.map((violation) => (
          <li key={violation.invocation_id} class="violation">
            <Example example={violation} />
            <Paths paths={violation.paths.slice(0, 5)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
