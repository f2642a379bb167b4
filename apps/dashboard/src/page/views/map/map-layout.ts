/** Where everything stands on the map: intents on the left, their files, and what was changed in them on the right. */
import { graphlib, layout } from "@dagrejs/dagre";
import type { MapView } from "../../../api/code.ts";

export interface MapNode {
  key: string;
  kind: "intent" | "file" | "symbol" | "more";
  words: string;
  /** The intent's id, the file's path; the file of a symbol. */
  target: string;
  intent: string;
  /** More than one intent changed it. */
  shared: boolean;
  exists: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface MapEdge {
  key: string;
  intent: string;
  from: { x: number; y: number };
  to: { x: number; y: number };
}

export interface MapLayout {
  nodes: MapNode[];
  edges: MapEdge[];
  width: number;
  height: number;
}

const MOST_SYMBOLS = 6;

/** How wide the words of a node are when they are drawn. */
export type Measure = (words: string, kind: MapNode["kind"]) => number;

type Draft = Omit<MapNode, "x" | "y" | "width" | "height">;

export function mapLayout(view: MapView, measure: Measure): MapLayout {
  const { nodes, links } = graphOf(view);
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 8, ranksep: 90, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  const sizes = new Map([...nodes.values()].map((node) => [node.key, sizeOf(node, measure)] as const));
  for (const [key, size] of sizes) graph.setNode(key, { ...size });
  for (const link of links.values()) graph.setEdge(link.from, link.to);
  layout(graph);
  const nodeAt = new Map<string, MapNode>();
  for (const node of nodes.values()) {
    const { x, y, width, height } = graph.node(node.key) as Pick<MapNode, "x" | "y" | "width" | "height">;
    nodeAt.set(node.key, { ...node, x, y, width, height });
  }
  alignColumns([...nodeAt.values()]);
  const edges = [...links.values()].flatMap(({ from, to, intent }) => {
    const [start, end] = [nodeAt.get(from), nodeAt.get(to)];
    if (!start || !end) return [];
    const [right, left] = [start.x + start.width / 2, end.x - end.width / 2];
    return [{ key: `${from} ${to}`, intent, from: { x: right, y: start.y }, to: { x: left, y: end.y } }];
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { nodes: [...nodeAt.values()], edges, width, height };
}

/** What stands in one column begins at one line; the layout centres it. */
function alignColumns(nodes: readonly MapNode[]): void {
  const starts = new Map<number, number>();
  for (const { x, width } of nodes) starts.set(x, Math.min(starts.get(x) ?? x, x - width / 2));
  for (const node of nodes) node.x = (starts.get(node.x) ?? node.x) + node.width / 2;
}

/** A file that two intents changed is one node with two lines to it. */
export function graphOf(view: MapView): {
  nodes: Map<string, Draft>;
  links: Map<string, { from: string; to: string; intent: string }>;
} {
  const nodes = new Map<string, Draft>();
  const links = new Map<string, { from: string; to: string; intent: string }>();
  const link = (from: string, to: string, intent: string) => links.set(`${from}\n${to}`, { from, to, intent });
  for (const intent of view.intents) {
    const from = `intent ${intent.id}`;
    const name = shortened(intent.name, 34);
    const own = { intent: intent.id, shared: false, exists: true };
    nodes.set(from, { key: from, kind: "intent", words: name === "" ? intent.id : name, target: intent.id, ...own });
    for (const file of intent.files) {
      const to = `file ${file.path}`;
      const known = nodes.get(to);
      if (known) known.shared = true;
      else {
        const words = shortened(file.path.split("/").slice(-2).join("/"), 40);
        nodes.set(to, { key: to, kind: "file", words, target: file.path, ...own, exists: file.exists });
      }
      link(from, to, intent.id);
      for (const symbol of file.symbols.slice(0, MOST_SYMBOLS)) {
        const key = `symbol ${file.path} ${symbol}`;
        if (!nodes.has(key))
          nodes.set(key, { key, kind: "symbol", words: shortened(symbol, 32), target: file.path, ...own });
        link(to, key, intent.id);
      }
      const more = file.symbols.length - MOST_SYMBOLS;
      if (more > 0) addMore(`more ${file.path}`, `${more} more`, file.path, to);
    }
    if (intent.more_files > 0) addMore(`more ${intent.id}`, `${intent.more_files} more files`, "", from);

    function addMore(key: string, words: string, target: string, parent: string): void {
      nodes.set(key, { key, kind: "more", words, target, ...own });
      link(parent, key, intent.id);
    }
  }
  return { nodes, links };
}

/** A smooth line from one side to the other. */
export function curve({ from, to }: Pick<MapEdge, "from" | "to">): string {
  const middle = round((from.x + to.x) / 2);
  const [startX, startY, endX, endY] = [from.x, from.y, to.x, to.y].map(round);
  return `M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${endX} ${endY}`;
}

function sizeOf({ words, kind }: Draft, measure: Measure): { width: number; height: number } {
  const beside = kind === "intent" || kind === "file" ? 36 : 24;
  return { width: Math.max(48, Math.ceil(measure(words, kind)) + beside), height: kind === "intent" ? 34 : 26 };
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
