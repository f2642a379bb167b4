import { expect, it } from "vitest";
import { unaskedStep } from "./chosen-folder.ts";

it.each([
  ["always", false, "create"],
  ["ask", false, "ask"],
  ["ask", true, "nothing"],
  ["never", false, "nothing"],
  ["never", true, "nothing"],
  ["", false, "nothing"],
  ["Always", false, "nothing"],
])("with the setting %j, declined before: %s, it does %s", (setting, isDeclined, step) => {
  expect(unaskedStep(setting, isDeclined)).toBe(step);
});
