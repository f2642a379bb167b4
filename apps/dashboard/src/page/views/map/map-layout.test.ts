import { describe, expect, it } from "vitest";
import type { MapIntent, MapView } from "../../../api/code.ts";
import { curve, graphOf, mapLayout } from "./map-layout.ts";

const file = (path: string, symbols: string[] = []): MapIntent["files"][number] => ({
  path,
  count: 1,
  at: "2026-01-01T00:00:00Z",
  symbols,
  exists: true,
});
const intent = (id: string, files: MapIntent["files"], more_files = 0): MapIntent => ({
  id,
  name: `Work of ${id}`,
  files,
  more_files,
});
const wide = (words: string) => words.length * 7;
const view = (...intents: MapIntent[]): MapView => ({ intents, more_intents: 0 });

describe("the map", () => {
  it("leads from an intent to its files and what was changed in them", () => {
    const { nodes, links } = graphOf(view(intent("A", [file("src/a.ts", ["one", "two"])])));
    expect([...nodes.keys()]).toEqual(["intent A", "file src/a.ts", "symbol src/a.ts one", "symbol src/a.ts two"]);
    expect([...links.values()].map(({ from, to }) => `${from} → ${to}`)).toEqual([
      "intent A → file src/a.ts",
      "file src/a.ts → symbol src/a.ts one",
      "file src/a.ts → symbol src/a.ts two",
    ]);
  });

  it("shows a file of two intents once, marked, with a line from each", () => {
    const { nodes, links } = graphOf(view(intent("A", [file("x.ts")]), intent("B", [file("x.ts"), file("y.ts")])));
    expect(nodes.get("file x.ts")?.shared).toBe(true);
    expect(nodes.get("file y.ts")?.shared).toBe(false);
    expect([...links.values()].filter((link) => link.to === "file x.ts").map((link) => link.intent)).toEqual([
      "A",
      "B",
    ]);
  });

  it("keeps apart what has the same name in two files, and intents from files of the same name", () => {
    const { nodes } = graphOf(view(intent("A", [file("A", ["run"]), file("b", ["run"])])));
    expect(nodes.size).toBe(5);
  });

  it("says how much it leaves out", () => {
    const many = Array.from({ length: 9 }, (_, at) => `f${at}`);
    const { nodes } = graphOf(view(intent("A", [file("x", many)], 12)));
    expect(nodes.get("more x")?.words).toBe("3 more");
    expect(nodes.get("more A")?.words).toBe("12 more files");
  });

  it("is empty where nothing was changed", () => {
    expect(mapLayout(view(), wide)).toMatchObject({ nodes: [], edges: [] });
  });

  it("puts columns side by side and nothing on top of anything", () => {
    const { nodes, width, height } = mapLayout(
      view(
        intent("A", [file("a/x.ts", ["f", "g"]), file("a/y.ts")]),
        intent("B", [file("a/x.ts"), file("z.ts", ["h"])], 3),
      ),
      wide,
    );
    const columnOf = (kind: string) => nodes.filter((node) => node.kind === kind).map((node) => node.x);
    expect(Math.max(...columnOf("intent"))).toBeLessThan(Math.min(...columnOf("file")));
    expect(Math.max(...columnOf("file"))).toBeLessThan(Math.min(...columnOf("symbol")));
    for (const [at, one] of nodes.entries()) {
      expect(one.x - one.width / 2).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width / 2).toBeLessThanOrEqual(width);
      expect(one.y + one.height / 2).toBeLessThanOrEqual(height);
      for (const other of nodes.slice(at + 1)) {
        const apartX = Math.abs(one.x - other.x) >= (one.width + other.width) / 2;
        const apartY = Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
        expect(apartX || apartY).toBe(true);
      }
    }
  });

  it("draws lines from side to side", () => {
    expect(curve({ from: { x: 0, y: 0 }, to: { x: 10, y: 20.04 } })).toBe("M0 0C5 0 5 20 10 20");
    const { nodes, edges } = mapLayout(view(intent("A", [file("x")])), wide);
    const [start, end] = nodes;
    expect(edges[0]?.from).toEqual({ x: (start?.x ?? 0) + (start?.width ?? 0) / 2, y: start?.y });
    expect(edges[0]?.to).toEqual({ x: (end?.x ?? 0) - (end?.width ?? 0) / 2, y: end?.y });
  });

  it("begins every column at one line", () => {
    const { nodes } = mapLayout(view(intent("A", [file("x"), file("a-much-longer-name.ts")])), wide);
    const starts = nodes.filter((node) => node.kind === "file").map((node) => node.x - node.width / 2);
    expect(new Set(starts).size).toBe(1);
  });
});
