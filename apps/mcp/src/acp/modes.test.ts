import { describe, expect, it } from "vitest";
import { dialsOf, isAsking, optionIdsOf, shownOf } from "./modes.ts";

const option = (change: object, value: string, values: string[]) => ({
  id: "x",
  ...change,
  currentValue: value,
  options: values.map((one) => ({ value: one })),
});

describe("modes by their names", () => {
  it.each(["default", "Default", "plan", "read-only", "ask"])("%s asks", (mode) => {
    expect(isAsking(mode)).toBe(true);
  });

  it.each([
    "yolo",
    "autoEdit",
    "acceptEdits",
    "auto",
    "bypassPermissions",
    "dontAsk",
    "full-access",
    "code",
    "",
    null,
    1,
    ["default"],
  ])("%j is not known to ask", (mode) => {
    expect(isAsking(mode)).toBe(false);
  });
});

describe("what says whether an agent asks", () => {
  it("is its modes, with the way back to one that asks", () => {
    const modes = { currentModeId: "auto", availableModes: ["auto", "read-only", "full-access"].map((id) => ({ id })) };
    expect(dialsOf({ modes })).toEqual([{ configId: null, current: "auto", wanted: "read-only" }]);
    expect(shownOf({ modes }).modes).toEqual({ currentModeId: "read-only", availableModes: [{ id: "read-only" }] });
  });

  it("is left as it is where none of the modes is known", () => {
    const result = { modes: { currentModeId: "x", availableModes: [{ id: "x" }, { id: "y" }] } };
    expect(dialsOf(result)).toEqual([{ configId: null, current: "x", wanted: null }]);
    expect(shownOf(result)).toEqual(result);
    expect(dialsOf({})).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ["of the category", { category: "mode" }, ["default", "yolo"]],
    ["without a category, by its id", { id: "permission_mode" }, ["default", "other"]],
    ["without a category, by its name", { name: "Approval policy" }, ["ask", "never"]],
    ["without a category, by a value", {}, ["ask", "Full-Access"]],
    ["of a category nobody knows", { category: "_own" }, ["ask", "bypassPermissions"]],
  ])("is an option %s, of which only what asks is shown", (_name, change, values) => {
    const [good = "", bad = ""] = values;
    const given = option(change, bad, values);
    const { id } = given;
    expect(dialsOf({ configOptions: [given] })).toEqual([{ configId: id, current: bad, wanted: good }]);
    expect(shownOf({ configOptions: [given] })).toEqual({ configOptions: [option(change, good, [good])] });
  });

  it("is found in groups", () => {
    const groups = [
      { group: "a", options: [{ value: "default" }, { value: "yolo" }] },
      { group: "b", options: [{ value: "auto" }] },
    ];
    const given = { id: "m", category: "mode", currentValue: "yolo", options: groups };
    expect(dialsOf({ configOptions: [given] })).toEqual([{ configId: "m", current: "yolo", wanted: "default" }]);
    expect(shownOf({ configOptions: [given] }).configOptions).toEqual([
      { ...given, currentValue: "default", options: [{ group: "a", options: [{ value: "default" }] }] },
    ]);
  });

  it.each<[string, object]>([
    ["a model, one of which is called default", option({ category: "model" }, "opus", ["default", "opus"])],
    ["how much it thinks", option({ category: "thought_level" }, "high", ["normal", "high"])],
    ["something else without a category", option({ id: "agent", name: "Agent" }, "reviewer", ["default", "reviewer"])],
    ["a switch", { id: "fast", name: "Fast", type: "boolean", currentValue: true }],
  ])("is not %s", (_name, given) => {
    expect(dialsOf({ configOptions: [given] })).toEqual([]);
    expect(shownOf({ configOptions: [given] })).toEqual({ configOptions: [given] });
  });

  it("is nothing that can be moved where none of an option's values asks", () => {
    const given = option({ category: "mode" }, "yolo", ["yolo", "auto"]);
    expect(dialsOf({ configOptions: [given] })).toEqual([{ configId: "x", current: "yolo", wanted: null }]);
    expect(optionIdsOf([given, { id: 7 }, null])).toEqual(["x"]);
  });
});
