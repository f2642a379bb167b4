import { expect, it } from "vitest";
import { pickById } from "./ids.ts";

const all = [{ ids: ["aaaa1111", "dddd0000"] }, { ids: ["aaaa2222"] }, { ids: ["bbbb3333", "dddd0000"] }];
const pick = (given: string) => pickById(all, given, (one) => one.ids);

it.each([
  ["aaaa1111", all[0]],
  ["aaaa1", all[0]],
  ["bbbb", all[2]],
])("%j means one", (given, value) => expect(pick(given)).toEqual({ kind: "one", value }));

it.each([
  ["aaaa", ["aaaa1111", "aaaa2222"]],
  ["dddd0000", ["aaaa1111", "bbbb3333"]],
])("%j fits more than one, which are named", (given, ids) => expect(pick(given)).toEqual({ kind: "many", ids }));

it.each(["", "b", "bbb", "cccc", "aaaa11112", "AAAA1111"])("%j means none", (given) => {
  expect(pick(given)).toEqual({ kind: "none" });
});
