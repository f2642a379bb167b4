/** The drawing. Every node is a link; arrows walk from node to node. */
import { useMemo, useState } from "preact/hooks";
import type { MapView } from "../../../api/code.ts";
import { hueOf } from "../../parts/hue.ts";
import { IconButton } from "../../parts/icon.tsx";
import { linkTo } from "../../state/route.ts";
import { curve, type MapNode, type Measure, mapLayout } from "./map-layout.ts";

const scales = [0.5, 0.67, 0.8, 1, 1.25, 1.5];

export function MapDrawing({ map }: { map: MapView }) {
  const plan = useMemo(() => mapLayout(map, measured()), [map]);
  const [scale, setScale] = useState(1);
  const [lit, setLit] = useState<string | null>(null);
  const step = (by: number) => {
    const at = Math.max(0, Math.min(scales.length - 1, scales.indexOf(scale) + by));
    setScale(scales[at] ?? 1);
  };
  return (
    <div class="map">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a drawing larger than the screen is scrolled by keyboard */}
      <section class="map-scroll" data-scroller tabIndex={0} aria-label="Map of intents, files and functions">
        <svg
          width={plan.width * scale}
          height={plan.height * scale}
          viewBox={`0 0 ${plan.width} ${plan.height}`}
          class={lit === null ? "" : "has-lit"}
        >
          <title>Map of intents, files and functions</title>
          {plan.edges.map((edge) => (
            <path
              key={edge.key}
              d={curve(edge)}
              class={`map-edge ${hueOf(edge.intent)} ${edge.intent === lit ? "lit" : ""}`}
            />
          ))}
          {plan.nodes.map((node) => (
            <Node key={node.key} node={node} isLit={node.intent === lit} onLight={setLit} />
          ))}
        </svg>
      </section>
      <div class="map-zoom">
        <IconButton icon="plus" label="Larger" onClick={() => step(1)} />
        <IconButton icon="minus" label="Smaller" onClick={() => step(-1)} />
      </div>
    </div>
  );
}

function Node({ node, isLit, onLight }: { node: MapNode; isLit: boolean; onLight(intent: string | null): void }) {
  const { x, y, width, height, kind } = node;
  const shape = (
    <>
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={kind === "intent" ? height / 2 : 6}
      />
      {kind !== "more" && kind !== "symbol" && <circle cx={x - width / 2 + 13} cy={y} r={4} />}
      <text x={x - width / 2 + (kind === "more" || kind === "symbol" ? 12 : 23)} y={y + 4.2}>
        {node.words}
      </text>
    </>
  );
  const names = `map-node ${kind} ${hueOf(node.intent)} ${node.shared ? "shared" : ""} ${node.exists ? "" : "gone"} ${isLit ? "lit" : ""}`;
  const href = hrefOf(node);
  if (href === null) return <g class={names}>{shape}</g>;
  return (
    <a
      href={href}
      class={names}
      aria-label={`${kinds[kind]} ${node.words}${node.shared ? ", of more than one intent" : ""}${node.exists ? "" : ", deleted"}`}
      onMouseEnter={() => onLight(node.intent)}
      onMouseLeave={() => onLight(null)}
      onFocus={() => onLight(node.intent)}
      onBlur={() => onLight(null)}
    >
      {shape}
    </a>
  );
}

/** As the style sheet draws them. */
function measured(): Measure {
  const pen = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const [font, mono] = [style.getPropertyValue("--font"), style.getPropertyValue("--mono")];
  return (words, kind) => {
    if (!pen) return words.length * 8;
    pen.font = kind === "intent" ? `600 12.5px ${font}` : kind === "more" ? `12.5px ${font}` : `11.5px ${mono}`;
    return pen.measureText(words).width;
  };
}

const kinds = { intent: "Intent", file: "File", symbol: "Part", more: "" } as const;

function hrefOf({ kind, target, exists }: MapNode): string | null {
  if (kind === "intent") return linkTo("intents", target);
  if (kind === "more" || !exists) return target === "" ? null : linkTo("trace", "", { path: target });
  return linkTo("code", target);
}
