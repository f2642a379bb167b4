/** *Trace*: everything that was changed, over time and one by one, and whether the record of it is whole. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { RecordRow, Timeline, TraceView } from "../../../api/trace.ts";
import { hueOf } from "../../parts/hue.ts";
import { later } from "../../parts/later.tsx";
import { Command, Empty, Loading, Problems, ViewHead } from "../../parts/pieces.tsx";
import { Rows } from "../../parts/rows.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Split } from "../../parts/split.tsx";
import { get } from "../../state/client.ts";
import { route, setQuery } from "../../state/place.ts";
import { narrow } from "../../state/screen.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { useWindow } from "../../state/use-window.ts";
import { grouped } from "../../words/time-words.ts";
import { classWords } from "../../words/words.ts";
import { ChainBadge } from "./chain-badge.tsx";
import { RecordDetails } from "./record-details.tsx";
import { RecordLine } from "./record-line.tsx";
import { type Grouping, type Stack, stacksOf } from "./stack-series.ts";
import type { PlotProps } from "./timeline-plot.tsx";
import { filterNames, filterOf, TraceFilters } from "./trace-filters.tsx";

export function TracePage() {
  const { query } = route.value;
  const filter = useMemo(
    () => filterOf(query),
    filterNames.map((name) => query[name]),
  );
  const key = JSON.stringify(filter);
  const asOf = useRef<{ key: string; value: number } | null>(null);
  const facets = useAnswer("/api/trace/facets", {}, ["ledger"]);
  const timeline = useAnswer("/api/trace/timeline", { query: { ...filter, buckets: narrow.peek() ? 40 : 90 } }, [
    "ledger",
  ]);
  const list = useWindow<RecordRow, TraceView>(
    `trace ${key}`,
    async (from, count, signal) => {
      // The top is always the newest; further down positions stay what they were while the reader is there.
      const fixed = from > 0 && asOf.current?.key === key ? { as_of: asOf.current.value } : {};
      const response = await get("/api/trace", { query: { ...filter, from, count, ...fixed }, signal });
      if (response.ok && from === 0) asOf.current = { key, value: response.value.as_of };
      return response;
    },
    ["ledger"],
    (answer) => answer.as_of,
  );
  const open = query.record ?? "";
  const total = list.total ?? 0;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div class="view fills">
      <Split
        label="Change"
        flows={narrow.value}
        open={open}
        onClose={() => setQuery({ record: "" })}
        details={<RecordDetails key={open} number={open} />}
      >
        <ViewHead title={<>Trace {total > 0 && <span class="count">{grouped(total)}</span>}</>}>
          <ChainBadge />
        </ViewHead>
        <div class="trace-top">
          <Problems problems={list.problems} />
          {timeline.value && timeline.value.total > 0 && <TimelinePanel timeline={timeline.value} />}
          {(total > 0 || isFiltered) && <TraceFilters facets={facets.value} />}
        </div>
        {list.total === null && list.problems.length === 0 && <Loading rows={10} />}
        {list.total === 0 &&
          (isFiltered ? (
            <Empty icon="search" title="No change fits">
              <button type="button" class="button" onClick={() => setQuery(noFilter)}>
                Show all
              </button>
            </Empty>
          ) : (
            <Empty icon="trace" title="Nothing was recorded yet">
              <p>Every change that an agent makes is written down here: which lines, under which intent, who agreed.</p>
              <p>To see it work on an example:</p>
              <Command text="intentgate demo" />
            </Empty>
          ))}
        {total > 0 && (
          <Rows
            label="Changes, newest first"
            flows={narrow.value}
            count={total}
            rowHeight={narrow.value ? 62 : 42}
            selected={open === "" ? -1 : selectedRow(list.row, total, open)}
            onSee={list.see}
            onOpen={(index) => {
              const row = list.row(index);
              if (row) setQuery({ record: String(row.number) });
            }}
            row={(index) => <RecordLine record={list.row(index)} />}
          />
        )}
      </Split>
    </div>
  );
}

const noFilter = Object.fromEntries(filterNames.map((name) => [name, ""]));

/** Only among the first rows: what is open further down was opened there and is in sight anyway. */
function selectedRow(row: (index: number) => RecordRow | undefined, total: number, open: string): number {
  for (let at = 0; at < Math.min(total, 2_000); at++) if (String(row(at)?.number) === open) return at;
  return -1;
}

const TimelinePlot = later<PlotProps>(async () => (await import("./timeline-plot.tsx")).TimelinePlot);

const groupings = [
  ["intent", "By intent"],
  ["class", "By kind"],
] as const;

/** The plot with its legend, which says the same in words and narrows the list. */
function TimelinePanel({ timeline }: { timeline: Timeline }) {
  const [by, setBy] = useState<Grouping>("intent");
  const stacks = useMemo(() => stacksOf(timeline, by, classWords), [timeline, by]);
  return (
    <section aria-label="Changes over time" class="timeline">
      <TimelinePlot
        timeline={timeline}
        stacks={stacks}
        onStretch={(since, until) => setQuery({ since, until, record: "" })}
      />
      <div class="legend">
        <ul>
          {stacks.map((stack) => (
            <li key={stack.key}>
              <button type="button" class="legend-item" onClick={() => narrowTo(stack, by)}>
                <span class={`chip-dot ${dotOf(stack)}`} />
                {stack.words} <span class="soft">{grouped(stack.total)}</span>
              </button>
            </li>
          ))}
        </ul>
        <Segments label="Colours" choices={groupings} chosen={by} onChoose={setBy} />
      </div>
    </section>
  );
}

function dotOf(stack: Stack): string {
  if (stack.intent !== null) return hueOf(stack.intent);
  if (stack.key === "AST_REFACTOR") return "hue-1";
  return stack.key === "INTENT_EVOLUTION" ? "hue-0" : "hue-none";
}

function narrowTo(stack: Stack, by: Grouping): void {
  if (by === "class") setQuery({ class: stack.key === "null" ? "" : stack.key });
  else if (stack.intent !== null) setQuery({ intent: stack.intent });
  else if (stack.key === "No intent") setQuery({ intent: "none" });
}
