import { expect, it } from "vitest";
import { globsIn } from "./scope-globs.ts";

it.each([
  ["", []],
  [" , ,", []],
  ["src/auth/**", ["src/auth/**"]],
  ["src/auth/**, test/auth/** ", ["src/auth/**", "test/auth/**"]],
  ["src/{a,b}/**", ["src/{a,b}/**"]],
  ["src/{a,{b,c}}/**,docs/**", ["src/{a,{b,c}}/**", "docs/**"]],
  ["a}, b", ["a}", "b"]],
  ["src/{a,b", ["src/{a,b"]],
  ["x, src/{a,b, y", ["x", "src/{a,b, y"]],
])("reads %j as %j", (text, globs) => {
  expect(globsIn(text)).toEqual(globs);
});
