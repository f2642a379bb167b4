import { expect, it } from "vitest";
import { shellCode } from "./run-process.ts";

it.each([
  [0, null, 0],
  [3, null, 3],
  [null, "SIGKILL", 137],
  [null, "SIGTERM", 143],
  [null, null, 128],
] as const)("a shell tells code %s and signal %s as %s", (code, signal, told) => {
  expect(shellCode(code, signal)).toBe(told);
});
