import { expect, it } from "vitest";
import { isOutside } from "./scope-globs.ts";

const widened = { owned_scope: ["src/auth/**", "src/pay/**"], narrowed_to: ["src/auth/**"] };
const accepted = { ...widened, narrowed_to: null };

it.each([
  ["an owned file", accepted, "src/pay/pay.ts", false],
  ["a folder with owned files below", accepted, "src", false],
  ["a file that nobody owns", accepted, "notes.md", true],
  ["a file of a widening that waits for a yes", widened, "src/pay/pay.ts", true],
  ["a folder of a widening that waits for a yes", widened, "src/pay", true],
  ["a file that both own", widened, "src/auth/sign-in.ts", false],
  ["a file where everything was taken away", { owned_scope: ["src/**"], narrowed_to: [] }, "src/a.ts", true],
])("says of %s, while the scope is %j, whether %s is outside: %s", (_, intent, path, outside) => {
  expect(isOutside(intent, path)).toBe(outside);
});
