/** Changes over time as columns; a stretch that is dragged over narrows the list to it. */
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Timeline } from "../../../api/trace.ts";
import { hueNumber } from "../../parts/hue.ts";
import { isDark } from "../../state/theme.ts";
import { counted } from "../../words/time-words.ts";
import { type Stack, upperEdges } from "./stack-series.ts";
import { tickWords } from "./tick-words.ts";

const HEIGHT = 150;

export interface PlotProps {
  timeline: Timeline;
  stacks: readonly Stack[];
  onStretch(since: string, until: string): void;
}

export function TimelinePlot(props: PlotProps) {
  const { timeline, stacks } = props;
  const ground = useRef<HTMLDivElement>(null);
  const onStretch = useRef(props.onStretch);
  onStretch.current = props.onStretch;
  const dark = isDark();

  useEffect(() => {
    const element = ground.current;
    if (!element || timeline.buckets.length === 0) return;
    const plot = new uPlot(optionsFor(element, timeline, stacks, onStretch), dataOf(timeline, stacks), element);
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      plot.destroy();
    };
  }, [timeline, stacks, dark]);

  const most = stacks.slice(0, 3).map((stack) => `${stack.words} ${stack.total}`);
  return (
    <div
      ref={ground}
      class="plot"
      role="img"
      aria-label={`${counted(timeline.total, "change")} over time. ${most.join(", ")}`}
    />
  );
}

function stackColor(stack: Stack, style: CSSStyleDeclaration): string {
  if (stack.intent !== null) return style.getPropertyValue(`--hue-${hueNumber(stack.intent)}`);
  if (stack.key === "AST_REFACTOR") return style.getPropertyValue("--hue-1");
  return style.getPropertyValue(stack.key === "INTENT_EVOLUTION" ? "--hue-0" : "--line-strong");
}

/** The whole heap first, then one stack less: each is drawn over the one before. */
function dataOf(timeline: Timeline, stacks: readonly Stack[]): uPlot.AlignedData {
  const times = timeline.buckets.map((at) => new Date(at).getTime() / 1_000);
  return [times, ...upperEdges(stacks).reverse()];
}

function optionsFor(
  element: HTMLElement,
  timeline: Timeline,
  stacks: readonly Stack[],
  onStretch: { current(since: string, until: string): void },
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name);
  const bars = uPlot.paths.bars?.({ size: [0.8, 26, 2], align: 1 });
  const axis = {
    stroke: color("--faint"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    font: "11px system-ui, sans-serif",
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [10, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
    scales: {
      x: { range: (_plot, low, high) => [low, high + timeline.bucket_ms / 1_000] },
      y: { range: (_plot, _low, high) => [0, Math.max(4, Math.ceil(high * 1.1))] },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 70, values: (_plot, ticks) => tickWords(ticks) },
      { ...axis, size: 36, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000] },
    ],
    series: [
      {},
      ...[...stacks].reverse().map((stack) => ({
        label: stack.words,
        fill: stackColor(stack, style),
        stroke: stackColor(stack, style),
        width: 0,
        points: { show: false },
        ...(bars ? { paths: bars } : {}),
      })),
    ],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < 6) return;
          const at = (x: number) => new Date(plot.posToVal(x, "x") * 1_000).toISOString();
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          onStretch.current(at(left), at(left + width));
        },
      ],
    },
  };
}
