import { expect, it } from "vitest";
import { type Button, dialogOrder } from "./approval-text.ts";

const answers: Button[] = (["once", "standing", "command", "declare", "reject"] as const).map((answer) => ({
  label: answer,
  answer,
}));
const diff: Button = { label: "Show Diff", answer: "diff" };

it.each([
  ["with a diff", [...answers, diff], "Show Diff"],
  ["without one", answers, "Ask Below"],
  ["with a yes only", [{ label: "Approve", answer: "once" } as const], "Ask Below"],
])("puts first what decides nothing, %s, and keeps every other button in its order", (_, buttons, first) => {
  const [focused, ...rest] = dialogOrder(buttons);
  expect(focused).toEqual({ label: first, answer: "diff" });
  expect(rest).toEqual(buttons.filter((button) => button.answer !== "diff"));
});
