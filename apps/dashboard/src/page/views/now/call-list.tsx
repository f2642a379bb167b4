/** What the gate decided, call by call, newest first. */
import { useState } from "preact/hooks";
import type { CallRow } from "../../../api/now.ts";
import type { Window } from "../../../api/shared.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { Badge, Empty, IntentChip, Loading, Path, Problems, When } from "../../parts/pieces.tsx";
import { Rows } from "../../parts/rows.tsx";
import { Segments } from "../../parts/segments.tsx";
import { get } from "../../state/client.ts";
import { sessionWords } from "../../state/now-state.ts";
import { narrow } from "../../state/screen.ts";
import { useWindow } from "../../state/use-window.ts";
import { grouped } from "../../words/time-words.ts";
import { outcomeWords, refusalWords, toolWords } from "../../words/words.ts";

const filters = [
  ["", "All"],
  ["denied", "Refused"],
  ["failed", "Failed"],
] as const;

export function CallList({ selected, onOpen }: { selected: string; onOpen(id: string): void }) {
  const [outcome, setOutcome] = useState<string>("");
  const list = useWindow<CallRow, Window<CallRow>>(
    `calls ${outcome}`,
    (from, count, signal) => get("/api/calls", { query: { outcome, from, count }, signal }),
    ["calls"],
  );
  const total = list.total ?? 0;
  const rows = Array.from({ length: Math.min(total, 200) }, (_, at) => list.row(at)?.invocation_id);
  return (
    <>
      <div class="section-head">
        <h2 id="decided">Decisions {total > 0 && <span class="count">{grouped(total)}</span>}</h2>
        <div class="more">
          <Segments label="Which decisions" choices={filters} chosen={outcome} onChoose={setOutcome} />
        </div>
      </div>
      <Problems problems={list.problems} />
      {list.total === null && list.problems.length === 0 && <Loading />}
      {list.total === 0 && (
        <Empty icon="shield" title={outcome === "" ? "Nothing decided yet" : "None"}>
          {outcome === "" && (
            <p>Every tool call of a connected agent appears here, with the reason for each refusal.</p>
          )}
        </Empty>
      )}
      {total > 0 && (
        <div class="panel calls">
          <Rows
            label="Decisions"
            flows
            count={total}
            rowHeight={narrow.value ? 62 : 42}
            selected={selected === "" ? -1 : rows.indexOf(selected)}
            onSee={list.see}
            onOpen={(index) => {
              const row = list.row(index);
              if (row) onOpen(row.invocation_id);
            }}
            row={(index) => <Line call={list.row(index)} />}
          />
        </div>
      )}
    </>
  );
}

const icons = new Map<string, { icon: IconName; tone: string }>([
  ["allowed", { icon: "check", tone: "good-text" }],
  ["denied", { icon: "stop", tone: "bad-text" }],
  ["failed", { icon: "alert", tone: "warn-text" }],
  ["open", { icon: "clock", tone: "soft" }],
]);

export function outcomeIcon(outcome: string): { icon: IconName; tone: string } {
  return icons.get(outcome) ?? { icon: "dot", tone: "soft" };
}

function Line({ call }: { call: CallRow | undefined }) {
  if (!call) return <span class="row-blank" />;
  const { icon, tone } = outcomeIcon(call.outcome);
  const why = call.code === null ? outcomeWords(call.outcome) : refusalWords(call.code);
  const words = (
    <>
      <span class={`${tone} cut`}>{why}</span>
      {call.would_deny.length > 0 && <Badge tone="warn">would be refused</Badge>}
    </>
  );
  if (narrow.value)
    return (
      <>
        <Icon name={icon} class={tone} />
        <span class="grow two-lines">
          <span class="line">
            <span class="strong cut grow">{toolWords(call.tool)}</span>
            <When at={call.at} />
          </span>
          <span class="line">
            <span class="cut grow">
              <About about={call.about} />
            </span>
            {words}
          </span>
        </span>
      </>
    );
  return (
    <>
      <Icon name={icon} class={tone} />
      <span class="call-tool cut">{toolWords(call.tool)}</span>
      <span class="call-about cut">
        <About about={call.about} />
      </span>
      <span class="call-why line">{words}</span>
      <span class="call-intent">
        <IntentChip id={call.intent_id} plain />
      </span>
      <span class="soft cut call-session">{sessionWords(call.session)}</span>
      <span class="call-when">
        <When at={call.at} />
      </span>
    </>
  );
}

/** A path keeps its end, a command its start. */
function About({ about }: { about: string | null }) {
  if (about === null) return null;
  return /\s/.test(about) ? <span class="mono">{about}</span> : <Path path={about} />;
}
