import { describe, expect, it } from "vitest";
import { createKeyReader, goKeys, keyHelp, moveInList } from "./key-strokes.ts";
import { views } from "./route.ts";

const down = (key: string, more: { held?: boolean; typing?: boolean } = {}) => ({
  key,
  held: false,
  typing: false,
  ...more,
});

describe("keys", () => {
  it.each(Object.entries(goKeys))("g then %s goes to %s", (key, view) => {
    const read = createKeyReader();
    expect(read(down("g"), 0)).toBeNull();
    expect(read(down(key), 100)).toEqual({ kind: "go", view });
  });

  it("reach every view", () => expect(Object.values(goKeys).sort()).toEqual([...views].sort()));

  it("are all told in the help", () => {
    const told = keyHelp.flatMap((group) => group.keys.map(({ keys }) => keys.join(" ")));
    expect(told).toEqual(expect.arrayContaining(Object.keys(goKeys).map((key) => `g ${key}`)));
  });

  it.each<[string, [ReturnType<typeof down>, number][]]>([
    ["a key without g", [[down("n"), 0]]],
    ["too long a pause after g", [[down("g"), 0], [down("n"), 1_501]]], // biome-ignore format: one row a case
    ["a letter that leads nowhere", [[down("g"), 0], [down("x"), 10], [down("n"), 20]]], // biome-ignore format: one row a case
    ["the name of something every object has", [[down("g"), 0], [down("constructor"), 10]]], // biome-ignore format: one row a case
    ["g typed into a field", [[down("g", { typing: true }), 0], [down("n"), 10]]], // biome-ignore format: one row a case
    ["the second key typed into a field", [[down("g"), 0], [down("n", { typing: true }), 10], [down("n"), 20]]], // biome-ignore format: one row a case
    ["the browser's own keys", [[down("g"), 0], [down("n", { held: true }), 10]]], // biome-ignore format: one row a case
    ["? typed into a field", [[down("?", { typing: true }), 0]]],
  ])("do nothing for %s", (_what, strokes) => {
    const read = createKeyReader();
    expect(strokes.map(([stroke, at]) => read(stroke, at)).filter((one) => one !== null)).toEqual([]);
  });

  it("ask to stop every agent", () => {
    expect(createKeyReader()(down("S"), 0)).toEqual({ kind: "stop" });
    for (const other of [down("s"), down("S", { typing: true }), down("S", { held: true })])
      expect(createKeyReader()(other, 0)).toBeNull();
  });

  it("show the list of keys", () => expect(createKeyReader()(down("?"), 0)).toEqual({ kind: "help" }));
});

describe("moving in a list", () => {
  it.each<[string, number, number, number | null]>([
    ["j", 0, 3, 1],
    ["ArrowDown", 2, 3, 2],
    ["k", 2, 3, 1],
    ["ArrowUp", 0, 3, 0],
    ["ArrowDown", -1, 3, 0],
    ["Home", 2, 3, 0],
    ["End", 0, 3, 2],
    ["PageDown", 0, 100, 10],
    ["PageUp", 5, 100, 0],
    ["x", 0, 3, null],
    ["Tab", 0, 3, null],
    ["j", 0, 0, null],
  ])("%s from row %d of %d leads to %j", (key, at, count, expected) => {
    expect(moveInList(key, at, count, 10)).toBe(expected);
  });
});
