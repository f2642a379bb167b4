/** The plot with its legend, which says the same in words and narrows the list. */
import { useMemo, useState } from "preact/hooks";
import type { Timeline } from "../../../api/trace.ts";
import { hueOf } from "../../parts/hue.ts";
import { later } from "../../parts/later.tsx";
import { Segments } from "../../parts/segments.tsx";
import { setQuery } from "../../state/place.ts";
import { grouped } from "../../words/time-words.ts";
import { classWords } from "../../words/words.ts";
import { type Grouping, type Stack, stacksOf } from "./stack-series.ts";
import type { PlotProps } from "./timeline-plot.tsx";

const TimelinePlot = later<PlotProps>(async () => (await import("./timeline-plot.tsx")).TimelinePlot);

const groupings = [
  ["intent", "By intent"],
  ["class", "By kind"],
] as const;

export function TimelinePanel({ timeline }: { timeline: Timeline }) {
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
