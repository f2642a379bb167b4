import { expect, it } from "vitest";
import { hidesNothing } from "../../../../test/support/text-sinks.ts";
import { onScreen } from "./io.ts";
import { oneLine } from "./one-line.ts";

hidesNothing({
  "what a verb prints": (text) => onScreen(text, false),
  "what a verb prints in colours": (text) => onScreen(text, true),
  "a line of a verb": (text) => oneLine(text, 400),
});

it("our own colours stay where there are colours", () => {
  const red = "\u001b[31mno\u001b[39m";
  expect([onScreen(red, true), onScreen(red, false)]).toEqual([red, "\\u001b[31mno\\u001b[39m"]);
});
