/** One intent in full: what it says, what it may change, what was done under it, and what a person may do with it. */
import { useState } from "preact/hooks";
import type { Column, IntentPage } from "../../../api/intents.ts";
import { hueOf } from "../../parts/hue.ts";
import { Icon } from "../../parts/icon.tsx";
import { Badge, Bullets, Empty, Facts, Loading, Notice, Path, Problems, ViewHead, When } from "../../parts/pieces.tsx";
import { linkTo } from "../../state/route.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { counted } from "../../words/time-words.ts";
import { columnWords, hostName, sessionName } from "../../words/words.ts";
import { IntentActs } from "./intent-acts.tsx";
import { IntentForm } from "./intent-form.tsx";
import { ScopeTree } from "./scope-tree.tsx";
import { Overlaps, SuspectLines } from "./suspect-lines.tsx";

export function IntentDetails({ id }: { id: string }) {
  const [editing, setEditing] = useState(false);
  const shown = useAnswer("/api/intents/:id", { ids: { id } }, ["intents", "sessions", "ledger", "overlaps"]);
  const intent = shown.value;
  return (
    <div class="view">
      <ViewHead title={intent?.name ?? id} back={linkTo("intents")}>
        {intent && (
          <button type="button" class="button" onClick={() => setEditing(true)}>
            <Icon name="edit" /> Edit
          </button>
        )}
      </ViewHead>
      <div class="notices">
        <Problems problems={shown.problems} />
      </div>
      {intent ? <Body intent={intent} reload={shown.reload} /> : shown.problems.length === 0 && <Loading rows={8} />}
      {editing && intent && (
        <IntentForm
          intent={intent}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false);
            shown.reload();
          }}
        />
      )}
    </div>
  );
}

function Body({ intent, reload }: { intent: IntentPage; reload(): void }) {
  return (
    <div class={`two-columns ${hueOf(intent.id)}`}>
      <div class="wide-column">
        <div class="notices">
          {intent.warnings.map((warning) => (
            <Notice key={warning} tone="warn" icon="alert">
              {warning}
            </Notice>
          ))}
          {intent.narrowed_to !== null && (
            <Notice tone="warn" icon="alert">
              A wider scope waits for you. Until you accept it with <code>intentgate trust</code>, files must also be
              covered by {intent.narrowed_to.join(", ")}.
            </Notice>
          )}
        </div>
        {intent.description !== null && <p class="description">{intent.description}</p>}
        <Lines title="It is done when" lines={intent.acceptance_criteria} none="No criteria: a person decides." />
        <Lines title="Commands that must succeed" lines={intent.checks} none={null} code />
        <Lines title="Rules while working" lines={intent.constraints} none={null} />
        <Overlaps overlaps={intent.overlaps} />
        <SuspectLines intent={intent} onAccepted={reload} />
        <ScopeTree intent={intent} />
        <Changed intent={intent} />
      </div>
      <aside class="facts-column" aria-label="Facts">
        <IntentActs intent={intent} onMoved={reload} />
        <Facts
          facts={[
            ["Id", <code key="id">{intent.id}</code>],
            ["Status", <StatusBadge key="status" column={intent.column} />],
            intent.created_at === null ? null : ["Declared", <When key="created" at={intent.created_at} />],
            intent.updated_at === null ? null : ["Changed", <When key="updated" at={intent.updated_at} />],
          ]}
        />
        <h3 class="side-title">At work</h3>
        {intent.sessions.length === 0 ? (
          <p class="soft">No session has taken it.</p>
        ) : (
          <ul>
            {intent.sessions.map((session) => (
              <li key={session.id} class="side-line">
                <Icon name="agent" /> {hostName(session.host)} <span class="soft">{sessionName(session.id)}</span>
                {session.must_select_again && <span class="soft"> · must take it again, as it was changed</span>}
              </li>
            ))}
          </ul>
        )}
        {intent.related_files.length > 0 && (
          <>
            <h3 class="side-title">Files to know</h3>
            <FileLinks paths={intent.related_files} />
          </>
        )}
        {intent.related_specs.length > 0 && (
          <>
            <h3 class="side-title">Specifications</h3>
            <ul>
              {intent.related_specs.map((spec) => (
                <li key={spec} class="side-line">
                  {spec}
                </li>
              ))}
            </ul>
          </>
        )}
      </aside>
    </div>
  );
}

function Lines(props: { title: string; lines: readonly string[]; none: string | null; code?: boolean }) {
  if (props.lines.length === 0 && props.none === null) return null;
  return (
    <section class="section">
      <h2>{props.title}</h2>
      {props.lines.length === 0 ? (
        <p class="soft">{props.none}</p>
      ) : (
        <Bullets lines={props.lines} code={props.code ?? false} />
      )}
    </section>
  );
}

function Changed({ intent }: { intent: IntentPage }) {
  return (
    <section class="section">
      <div class="section-head">
        <h2>Changed under it</h2>
        {intent.files.length > 0 && (
          <a class="more" href={linkTo("trace", "", { intent: intent.id })}>
            All records
          </a>
        )}
      </div>
      {intent.files.length === 0 ? (
        <Empty icon="trace" title="Nothing yet">
          <p>What an agent changes under this intent is listed here.</p>
        </Empty>
      ) : (
        <ul class="panel list">
          {intent.files.map((file) => (
            <li key={file.path} class="list-line">
              <a href={linkTo("code", file.path)} class="grow">
                <Path path={file.path} />
              </a>
              <span class="soft">{counted(file.count, "change")}</span>
              <When at={file.at} />
            </li>
          ))}
        </ul>
      )}
      {intent.more_files > 0 && <p class="soft">and {counted(intent.more_files, "more file")}</p>}
    </section>
  );
}

function FileLinks({ paths }: { paths: readonly string[] }) {
  return (
    <ul>
      {paths.map((path) => (
        <li key={path} class="side-line">
          <a href={linkTo("code", path)}>
            <Path path={path} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function StatusBadge({ column }: { column: Column }) {
  return (
    <Badge>
      <StatusIcon column={column} /> {columnWords(column)}
    </Badge>
  );
}

export function StatusIcon({ column }: { column: Column }) {
  return <span class={`status-icon ${column.toLowerCase()}`} aria-hidden="true" />;
}
